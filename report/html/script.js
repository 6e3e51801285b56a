"use strict";
// The theme: as the system has it until someone asks for another; nothing is stored.
(() => {
  const button = document.getElementById("theme");
  const words = ["auto", "light", "dark"];
  let at = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    at = (at + 1) % words.length;
    button.querySelector("span").textContent = words[at];
    if (at === 0) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = words[at];
  });
})();
