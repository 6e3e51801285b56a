// Figures where one points at a mark of a search, with the mouse, a finger or the arrow keys.
(() => {
  const make = (tag, text) => { const e = document.createElement(tag); e.textContent = text; return e; };
  let shown = null;
  const conceal = () => {
    if (!shown) return;
    shown.mark.classList.remove("on");
    shown.tip.hidden = true;
    shown = null;
  };
  // reveal writes a mark's hint beside it: a title, then lines of a name, a tab and a value.
  const reveal = (mark, byKey) => {
    if (shown && shown.mark === mark) return;
    conceal();
    const figure = mark.closest("figure"), tip = figure.querySelector(".tip"), lines = (mark.dataset.hint || mark.getAttribute("aria-label")).split("\n");
    tip.replaceChildren(make("b", lines[0]));
    for (const line of lines.slice(1)) {
      const [name, value] = line.split("\t"), row = make("div", "");
      row.append(make("i", name), make("span", value || ""));
      tip.append(row);
    }
    tip.hidden = false;
    mark.classList.add("on");
    shown = { mark, tip };
    const host = figure.getBoundingClientRect(), at = (mark.querySelector(".m") || mark).getBoundingClientRect();
    let left = at.right - host.left + 10;
    if (left + tip.offsetWidth > host.width) left = at.left - host.left - 10 - tip.offsetWidth;
    tip.style.left = Math.max(0, Math.min(left, host.width - tip.offsetWidth)) + "px";
    let top = at.top - host.top - 12;
    if (left < 0) top = at.bottom - host.top + 8;
    if (top + tip.offsetHeight > host.height) top = Math.max(0, host.height - tip.offsetHeight);
    tip.style.top = top + "px";
    if (byKey) figure.querySelector(".spoken").textContent = lines.join(", ").replaceAll("\t", " ");
  };
  for (const plot of document.querySelectorAll("[data-points]")) {
    const marks = [...plot.querySelectorAll(".pt")];
    for (const mark of marks) {
      const title = mark.querySelector("title");
      if (title) {
        mark.dataset.hint = title.textContent;
        mark.setAttribute("aria-label", title.textContent.replaceAll("\t", " ").replaceAll("\n", ", "));
        title.remove();
      }
      for (const type of ["pointerenter", "pointerdown"]) mark.addEventListener(type, () => reveal(mark, false));
      mark.addEventListener("pointerleave", (e) => { if (e.pointerType !== "touch") conceal(); });
    }
    let at = -1;
    plot.addEventListener("blur", conceal);
    plot.addEventListener("keydown", (e) => {
      const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -1e9, End: 1e9 };
      if (e.key === "Escape") conceal();
      if (!(e.key in steps) || marks.length === 0) return;
      e.preventDefault();
      at = Math.max(0, Math.min(marks.length - 1, at < 0 && steps[e.key] < 0 ? 0 : at + steps[e.key]));
      reveal(marks[at], true);
    });
  }
  document.addEventListener("pointerdown", (e) => { if (shown && !shown.mark.contains(e.target)) conceal(); }, true);
})();
