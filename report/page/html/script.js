"use strict";
// The theme: as the system has it until someone asks for another; nothing is stored.
(() => {
  const button = document.getElementById("theme");
  const words = ["auto", "light", "dark"];
  let at = 0;
  button.hidden = false;
  document.documentElement.classList.add("live");
  button.addEventListener("click", () => {
    at = (at + 1) % words.length;
    button.querySelector("span").textContent = words[at];
    if (at === 0) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = words[at];
  });
})();

// Commands to copy: where the clipboard is closed to pages, as an old browser's is, by a selection.
(() => {
  const select = (text) => {
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done ? Promise.resolve() : Promise.reject();
  };
  const copy = (text) => navigator.clipboard ? navigator.clipboard.writeText(text).catch(() => select(text)) : select(text);
  for (const button of document.querySelectorAll(".copy")) {
    button.hidden = false;
    const say = (word) => { button.textContent = word; setTimeout(() => { button.textContent = "copy"; }, 1500); };
    button.addEventListener("click", () => copy(button.dataset.copy).then(() => say("copied"), () => say("select it by hand")));
  }
})();

// Folds: paper shows what is in them, and whoever is sent to one sees it open.
(() => {
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const d of folded) d.open = true;
  });
  window.addEventListener("afterprint", () => { for (const d of folded) d.open = false; });
  document.addEventListener("click", (e) => {
    const link = e.target.closest && e.target.closest('a[href^="#"]'), to = link && document.getElementById(link.hash.slice(1));
    for (let d = to && to.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
  });
})();
