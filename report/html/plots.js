// Values where one points, with the mouse, a finger or the arrow keys.
(() => {
  const NS = "http://www.w3.org/2000/svg";
  const make = (tag, text) => { const e = document.createElement(tag); if (text !== undefined) e.textContent = text; return e; };
  const two = (n) => String(n).padStart(2, "0");
  const count = (n) => n.toLocaleString("en");
  const percent = (v) => (v * 100).toFixed(1) + " %";
  const clock = (s) => {
    const n = Math.round(s), rest = two(Math.floor(n / 60) % 60) + ":" + two(n % 60);
    return n >= 3600 ? Math.floor(n / 3600) + ":" + rest : rest;
  };
  const seconds = (v) => {
    if (v < 0) return "none";
    if (v < 0.0995) return Number((v * 1000).toPrecision(3)) + " ms";
    if (v < 60.05) return v.toFixed(v < 1 ? 2 : 1) + " s";
    const n = Math.round(v);
    return n < 3600 ? Math.floor(n / 60) + "m" + two(n % 60) + "s" : Math.floor(n / 3600) + "h" + two(Math.floor(n / 60) % 60) + "m";
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
  // put places the tip beside a point of the figure, inside of it.
  const put = (tip, host, x, y) => {
    tip.hidden = false;
    const room = host.clientWidth - tip.offsetWidth;
    let left = x + 14;
    if (left > room) left = x - 14 - tip.offsetWidth;
    tip.style.left = Math.max(0, Math.min(left, room)) + "px";
    tip.style.top = Math.max(0, Math.min(y - 20, host.clientHeight - tip.offsetHeight)) + "px";
  };
  // cursor draws an upright line in a plot, or takes it away.
  const cursor = (plot, share) => {
    let line = plot.querySelector(":scope > .cursor");
    if (share === null) { if (line) line.remove(); return; }
    if (!line) {
      line = document.createElementNS(NS, "line");
      line.setAttribute("class", "cursor");
      line.setAttribute("y2", "100%");
      plot.append(line);
    }
    const at = (share * 100).toFixed(2) + "%";
    line.setAttribute("x1", at);
    line.setAttribute("x2", at);
  };
  // At most one plot shows something; a touch leaves it there until the next one.
  let shown = null;
  const reveal = (plot, show, ...args) => {
    if (shown && shown.plot !== plot) shown.stop();
    shown = { plot, stop: () => { shown = null; show(null); } };
    show(...args);
  };
  const conceal = (plot) => { if (shown && shown.plot === plot) shown.stop(); };
  document.addEventListener("pointerdown", (e) => { if (shown && !shown.plot.contains(e.target)) shown.stop(); }, true);

  // follow calls show with a point of the plot, or with null when one leaves.
  const follow = (plot, points, show) => {
    const last = Math.ceil(points) - 1, within = (k) => Math.max(0, Math.min(last, k));
    let at = 0;
    const point = (e) => {
      const box = plot.getBoundingClientRect();
      at = within(Math.floor((e.clientX - box.left) / box.width * points));
      reveal(plot, show, at, e.clientX, e.clientY, false);
    };
    plot.addEventListener("pointermove", point);
    plot.addEventListener("pointerdown", point);
    plot.addEventListener("pointerleave", (e) => { if (e.pointerType !== "touch") conceal(plot); });
    plot.addEventListener("blur", () => conceal(plot));
    plot.addEventListener("keydown", (e) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1e9, End: 1e9 };
      if (e.key === "Escape") conceal(plot);
      if (!(e.key in steps)) return;
      e.preventDefault();
      at = within(at + steps[e.key]);
      const box = plot.getBoundingClientRect();
      reveal(plot, show, at, box.left + (at + 0.5) / points * box.width, box.top + 20, true);
    });
  };

  const panelRows = (data, d, k) => {
    const rows = [["p99", seconds(d.p99[k])], ["p50", seconds(d.p50[k])], ["requests, all runs", count(d.asked[k])]];
    if (d.asked[k] > 0) rows.push([data.good, percent(d.good[k] / d.asked[k])]);
    d.sent.forEach((n, label) => { if (n && n[k] > 0) rows.push([data.labels[label], count(n[k])]); });
    return rows;
  };
  const curveRows = (d, k) => d.names.map((name, i) => [name, d.values[i][k] / 1000])
    .sort((a, b) => b[1] - a[1]).map(([name, v]) => [name, percent(v)]);

  const panels = (section, data) => {
    const all = [...section.querySelectorAll(".panel")];
    for (const panel of all) {
      const d = data.panels[panel.dataset.panel], tip = panel.querySelector(".tip"), spoken = panel.querySelector(".spoken");
      for (const plot of panel.querySelectorAll(".plot")) {
        const points = plot.querySelector("svg").viewBox.baseVal.width;
        follow(plot, points, (k, x, y, byKey) => {
          for (const other of all) for (const p of other.querySelectorAll(".plot")) cursor(p, k === null ? null : (k + 0.5) / points);
          tip.hidden = k === null;
          if (k === null) return;
          const title = clock(k * data.width) + "–" + clock((k + 1) * data.width), rows = panelRows(data, d, k);
          fill(tip, title, rows);
          const box = panel.getBoundingClientRect();
          put(tip, panel, x - box.left, y - box.top);
          if (byKey) spoken.textContent = title + ": " + rows.map((r) => r.join(" ")).join(", ");
        });
      }
    }
  };
  const curves = (section, data) => {
    for (const figure of section.querySelectorAll(".curves")) {
      const d = data.curves[figure.dataset.curves], tip = figure.querySelector(".tip"), spoken = figure.querySelector(".spoken");
      const plot = figure.querySelector(".plot"), host = plot.parentElement, points = d.values[0].length;
      follow(plot, points, (k, x, y, byKey) => {
        cursor(plot, k === null ? null : (k + 0.5) / points);
        tip.hidden = k === null;
        if (k === null) return;
        const title = "within " + seconds(d.low * Math.pow(d.high / d.low, (k + 0.5) / points)), rows = curveRows(d, k);
        fill(tip, title, rows);
        const box = host.getBoundingClientRect();
        put(tip, host, x - box.left, y - box.top);
        if (byKey) spoken.textContent = title + ": " + rows.map((r) => r.join(" ")).join(", ");
      });
      const lines = figure.querySelectorAll("path.curve");
      for (const key of figure.querySelectorAll("[data-curve]")) {
        const pick = (on) => () => {
          figure.classList.toggle("picked", on);
          lines.forEach((l, i) => l.classList.toggle("picked", on && i === Number(key.dataset.curve)));
        };
        key.addEventListener("pointerenter", pick(true));
        key.addEventListener("pointerleave", pick(false));
        key.addEventListener("focus", pick(true));
        key.addEventListener("blur", pick(false));
      }
    }
  };
  for (const section of document.querySelectorAll("section.result")) {
    const data = JSON.parse(section.querySelector("script.data").textContent);
    panels(section, data);
    curves(section, data);
  }
})();
