// Values where one points, with the mouse, a finger or the arrow keys; strategies on and off; a closer look at a stretch of time.
(() => {
  const make = (tag, text) => { const e = document.createElement(tag); if (text !== undefined) e.textContent = text; return e; };
  const drawn = (tag, kind) => { const e = document.createElementNS("http://www.w3.org/2000/svg", tag); e.setAttribute("class", kind); return e; };
  const two = (n) => String(n).padStart(2, "0");
  const percent = (v) => (v * 100).toFixed(1) + " %";
  const clock = (s) => {
    const n = Math.round(s), rest = two(Math.floor(n / 60) % 60) + ":" + two(n % 60);
    return n >= 3600 ? Math.floor(n / 3600) + ":" + rest : rest;
  };
  const seconds = (v) => {
    if (v === undefined) return "none";
    if (v < 0.0995) return Number((v * 1000).toPrecision(3)) + " ms";
    if (v < 60.05) return v.toFixed(v < 1 ? 2 : 1) + " s";
    const n = Math.round(v);
    return n < 3600 ? Math.floor(n / 60) + "m" + two(n % 60) + "s" : Math.floor(n / 3600) + "h" + two(Math.floor(n / 60) % 60) + "m";
  };
  // along is what stands at a share of a logarithmic axis.
  const along = (low, high, share) => share === undefined ? undefined : low * Math.pow(high / low, share);
  const shown = (e) => !e.classList.contains("off");
  const remembered = (f) => { const all = new WeakMap(); return (e) => { if (!all.has(e)) all.set(e, f(e)); return all.get(e); }; };

  // heights reads a path: how high it goes at each point, as a share.
  const heights = remembered((path) => {
    const out = [];
    let x = 0, y = 0;
    for (const [, c, a, b] of path.getAttribute("d").matchAll(/([Mhv])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
      if (c === "M") { x = Number(a); y = Number(b); }
      if (c === "v") y += Number(a);
      if (c !== "h") continue;
      for (let k = Math.round(x); k < x + Number(a) - 1e-6; k++) out[k] = 1 - y / 1000;
      x += Number(a);
    }
    return out;
  });
  const box = remembered((svg) => svg.getAttribute("viewBox").split(" ").map(Number)); // as it was written
  const data = remembered((section) => JSON.parse(section.querySelector("script.data").textContent));
  const names = remembered((section) => [...section.querySelectorAll(".lines [data-of]")].map((b) => b.textContent));
  const at = (figure, selector, k) => { const path = figure.querySelector(selector); return path ? heights(path)[k] : undefined; };

  // The rows that a figure says of a point.
  const panelRows = (section, figure, k) => {
    const d = data(section), rows = [];
    for (const kind of ["p99", "p50"]) rows.push([kind, seconds(along(d.low, d.high, at(figure, "." + kind, k)))]);
    if (at(figure, ".p99", k) !== undefined) rows.push([d.good, percent(at(figure, "path.share", k) || 0)]);
    const parts = [...figure.querySelectorAll(".attempts path")].map((p) => [d.labels[p.getAttribute("class")], heights(p)[k]]).filter(([name, h]) => name && h !== undefined);
    parts.forEach(([name, h], i) => {
      const n = (h - (i + 1 < parts.length ? parts[i + 1][1] : 0)) * d.most;
      if (n > 0) rows.push([name + " / " + d.per, String(Number(n.toPrecision(2)))]);
    });
    return rows;
  };
  const lineRows = (section, figure, k, say) => [...figure.querySelectorAll("path[data-of]")].filter(shown)
    .map((p) => [names(section)[p.dataset.of], heights(p)[k]]).sort((a, b) => (b[1] || 0) - (a[1] || 0)).map(([name, h]) => [name, say(h)]);
  const tell = (section, figure, k, points) => {
    const d = data(section), step = d.seconds / points, time = clock(k * step) + "–" + clock((k + 1) * step);
    if (figure.matches(".panel")) return [time, panelRows(section, figure, k)];
    if (figure.matches(".top")) return [time, lineRows(section, figure, k, (h) => seconds(along(d.low, d.high, h)))];
    return ["within " + seconds(along(d.soonest, d.latest, (k + 0.5) / points)), lineRows(section, figure, k, (h) => percent(h || 0))];
  };

  // fill writes a title and rows of a name and a value.
  const fill = (tip, title, rows) => {
    tip.replaceChildren(make("b", title));
    for (const [name, value] of rows) {
      const row = make("div");
      row.append(make("i", name), make("span", value));
      tip.append(row);
    }
  };
  // put places the tip beside a point of the screen, inside of what holds it.
  const put = (tip, x, y) => {
    const host = tip.parentElement, r = host.getBoundingClientRect();
    tip.hidden = false;
    const room = host.clientWidth - tip.offsetWidth;
    let left = x - r.left + 14;
    if (left > room) left = x - r.left - 14 - tip.offsetWidth;
    tip.style.left = Math.max(0, Math.min(left, room)) + "px";
    tip.style.top = Math.max(0, Math.min(y - r.top - 20, host.clientHeight - tip.offsetHeight)) + "px";
  };

  const inner = (plot) => plot.querySelector("svg") || plot; // the one with the box
  const view = (plot) => inner(plot).viewBox.baseVal;
  const sectionOf = (e) => e.closest(".result");
  const timed = (plot) => plot.classList.contains("over");
  let at1 = null, dragged = null; // what is pointed at, and what is dragged over

  const hide = () => {
    if (!at1) return;
    for (const c of sectionOf(at1.plot).querySelectorAll(".cursor")) c.remove();
    at1.tip.hidden = true;
    at1 = null;
  };
  const show = (plot, k, x, y, byKey) => {
    const section = sectionOf(plot), figure = plot.closest("figure"), points = box(inner(plot))[2], tip = figure.querySelector(".tip");
    hide();
    at1 = { plot, tip, k };
    const share = Math.min((k + 0.5) / points, 1);
    for (const p of timed(plot) ? section.querySelectorAll(".plot.over") : [plot]) {
      const to = inner(p), line = drawn("path", "cursor");
      line.setAttribute("d", "M" + share * box(to)[2] + " 0V1000");
      to.append(line);
    }
    const [title, rows] = tell(section, figure, k, points);
    fill(tip, title, rows);
    put(tip, x, y);
    if (byKey) figure.querySelector(".spoken").textContent = title + ": " + rows.map((r) => r.join(" ")).join(", ");
  };
  // place is where a pointer stands, in the units of the plot's box.
  const place = (plot, e) => {
    const r = plot.getBoundingClientRect(), v = view(plot);
    return v.x + Math.max(0, Math.min(1, (e.clientX - r.left) / r.width)) * v.width;
  };
  const within = (plot, k) => Math.max(0, Math.min(Math.ceil(box(inner(plot))[2]) - 1, k));

  // zoom shows a stretch of time, between shares of the run, in all plots of a section.
  const marks = [0.001, 0.01, 0.1, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800, 604800];
  const written = remembered((e) => e.matches(".uprights") ? e.getAttribute("d") : e.innerHTML);
  const zoom = (section, from, to) => {
    const whole = from <= 0 && to >= 1, wide = to - from, length = data(section).seconds, step = marks.find((m) => wide * length <= 5 * m) || 2419200;
    const ticks = [];
    for (let t = Math.ceil(from * length / step) * step; t <= to * length + 1e-9; t += step) ticks.push(t);
    hide();
    section.classList.toggle("zoomed", !whole);
    section.querySelector(".whole").hidden = whole;
    for (const svg of section.querySelectorAll("svg.over")) { const [, , w, h] = box(svg); svg.setAttribute("viewBox", [from * w, 0, wide * w, h].join(" ")); }
    for (const d of section.querySelectorAll(".uprights")) { const d0 = written(d); d.setAttribute("d", whole ? d0 : ticks.map((t) => "M" + t / length * 100 + " 0V100").join("")); }
    for (const c of section.querySelectorAll(".timed .clock")) {
      const c0 = written(c);
      if (whole) { c.innerHTML = c0; continue; }
      c.replaceChildren(...ticks.map((t) => {
        const tick = make("span", step < 1 ? seconds(t) : clock(t)), share = (t / length - from) / wide;
        tick.style.left = share * 100 + "%";
        tick.className = share < 0.02 ? "from" : share > 0.96 ? "to" : "";
        return tick;
      }));
    }
  };
  // closer zooms by a factor around a place.
  const closer = (plot, factor, k) => {
    const [, , w] = box(plot), v = view(plot), wide = Math.min(1, Math.max(2 / w, v.width / w * factor)), middle = (k + 0.5) / w;
    const from = Math.max(0, Math.min(1 - wide, middle - wide / 2));
    zoom(sectionOf(plot), from, from + wide);
  };

  const drag = (e) => {
    const { plot, from } = dragged, to = place(plot, e), rect = dragged.rect || (dragged.rect = plot.appendChild(drawn("rect", "drag")));
    for (const [name, v] of [["x", Math.min(from, to)], ["width", Math.abs(to - from)], ["height", box(plot)[3]]]) rect.setAttribute(name, v);
    return to;
  };
  const drop = (e) => {
    if (!dragged) return;
    const { plot, from, rect, x } = dragged, to = drag(e), w = box(plot)[2], a = Math.min(from, to), b = Math.max(from, to);
    (rect || plot.querySelector(".drag")).remove();
    dragged = null;
    if (Math.abs(e.clientX - x) > 5) zoom(sectionOf(plot), Math.min(a, Math.max(0, b - 2)) / w, Math.min(w, Math.max(b, a + 2)) / w);
  };

  const plotOf = (e) => e.target.closest && e.target.closest(".plot");
  const on = (type, f) => document.addEventListener(type, f, true);
  on("pointermove", (e) => {
    const plot = plotOf(e);
    if (dragged && Math.abs(e.clientX - dragged.x) > 5) drag(e);
    if (plot) show(plot, within(plot, Math.floor(place(plot, e))), e.clientX, e.clientY, false);
  });
  on("pointerdown", (e) => {
    const plot = plotOf(e);
    if (at1 && plot !== at1.plot) hide();
    if (!plot) return;
    show(plot, within(plot, Math.floor(place(plot, e))), e.clientX, e.clientY, false);
    if (timed(plot) && e.pointerType === "mouse" && e.button === 0) { dragged = { plot, from: place(plot, e), x: e.clientX }; e.preventDefault(); plot.focus({ preventScroll: true }); }
  });
  on("pointerup", drop);
  on("pointercancel", () => { if (dragged && dragged.rect) dragged.rect.remove(); dragged = null; });
  on("pointerleave", (e) => { if (at1 && e.target === at1.plot && e.pointerType !== "touch") hide(); });
  on("blur", (e) => { if (at1 && e.target === at1.plot) hide(); });
  on("dblclick", (e) => { const plot = plotOf(e); if (plot && timed(plot)) zoom(sectionOf(plot), 0, 1); });
  on("keydown", (e) => {
    if (e.key === "Escape") { hide(); for (const s of document.querySelectorAll(".zoomed")) zoom(s, 0, 1); }
    const plot = plotOf(e), steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1e9, End: 1e9, "+": 0, "-": 0 };
    if (!plot || !(e.key in steps)) return;
    e.preventDefault();
    const k = within(plot, (plot.at || 0) + steps[e.key]);
    plot.at = k;
    if (timed(plot) && (e.key === "+" || e.key === "-")) closer(plot, e.key === "+" ? 0.5 : 2, k);
    const r = plot.getBoundingClientRect(), v = view(plot);
    show(plot, k, r.left + (k + 0.5 - v.x) / v.width * r.width, r.top + 20, true);
  });

  // Strategies by name, on or off in all plots of all scenarios.
  const sections = [...document.querySelectorAll(".result")].filter((s) => s.querySelector(".lines"));
  const toggle = (name, off) => {
    for (const s of sections) {
      const of = names(s).indexOf(name);
      if (of < 0) continue;
      for (const e of s.querySelectorAll('[data-of="' + of + '"]')) {
        if (e.matches("button")) e.setAttribute("aria-pressed", String(!off));
        else e.classList.toggle("off", off);
      }
    }
  };
  for (const s of sections) {
    s.querySelector(".whole").addEventListener("click", () => zoom(s, 0, 1));
    for (const button of s.querySelectorAll(".lines [data-of]")) {
      const pick = (picked) => () => {
        s.classList.toggle("picked", picked);
        for (const p of s.querySelectorAll('path[data-of="' + button.dataset.of + '"]')) p.classList.toggle("picked", picked);
      };
      for (const type of ["pointerenter", "focus"]) button.addEventListener(type, pick(true));
      for (const type of ["pointerleave", "blur"]) button.addEventListener(type, pick(false));
      button.addEventListener("click", () => toggle(button.textContent, button.getAttribute("aria-pressed") === "true"));
    }
  }
})();
