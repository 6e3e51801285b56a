package report

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"wavetank/report/words"
)

// scribbled finds texts of drawings that run into each other or out of their
// drawing, as a browser sets them.
const scribbled = `(() => {
  const out = [];
  for (const drawing of document.querySelectorAll("svg.drawing")) {
    const box = drawing.getBoundingClientRect();
    if (box.width === 0) continue;
    const all = [...drawing.querySelectorAll("text")].map((e) => [e.textContent, e.getBoundingClientRect()]);
    all.forEach(([text, r], i) => {
      if (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 3 || r.bottom > box.bottom + 3) out.push("outside: " + text);
      for (const [other, q] of all.slice(0, i)) {
        if (r.left + 1 < q.right && q.left + 1 < r.right && r.top + 3 < q.bottom && q.top + 3 < r.bottom) out.push(text + " on " + other);
      }
    });
  }
  return out.join("\n");
})()`

// TestTuningInBrowser opens pages of searches in a Chromium, as readers on a
// phone and at a desk see them, by day and by night.
func TestTuningInBrowser(t *testing.T) {
	ctx := browser(t)
	pages := map[string][]byte{}
	for name, tuning := range allTunings() {
		pages["/"+name] = renderTuning(t, "html", tuning, words.View{})
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write(pages[r.URL.Path])
	}))
	t.Cleanup(server.Close)
	looks := []tuningLook{{"full", "dark", 380}, {"two", "light", 380}, {"hostile", "light", 380}, {"two", "dark", 1280}}
	if *shots != "" {
		for name := range allTunings() {
			looks = append(looks, tuningLook{name, "light", 1280}, tuningLook{name, "light", 760}, tuningLook{name, "dark", 380})
		}
	}
	var p *tab // the last one stays
	for _, look := range append(looks, tuningLook{"full", "light", 1280}) {
		p = look.at(t, ctx, server.URL)
	}
	p.speaksOfTuning(t)
	p.turnsDark(t)
	p.clean(t)
}

// tuningLook is a page as somebody sees it.
type tuningLook struct {
	path, scheme string
	width        int64
}

func (l tuningLook) at(t *testing.T, browser context.Context, url string) *tab {
	t.Helper()
	p := open(t, browser, url+"/"+l.path, l.width, l.scheme)
	if found := p.text(t, scribbled); found != "" {
		t.Errorf("%s at %d: %s", l.path, l.width, found)
	}
	if l.path != "hostile" { // whose names are longer than any screen is wide
		if found := p.text(t, crowded); found != "" {
			t.Errorf("%s at %d: %s", l.path, l.width, found)
		}
	}
	p.shoot(t, fmt.Sprintf("tuning-%s-%d-%s.png", l.path, l.width, l.scheme))
	p.clean(t)
	return p
}

// speaksOfTuning points at marks and moves through them by keys.
func (p *tab) speaksOfTuning(t *testing.T) {
	t.Helper()
	tip := p.text(t, `(() => { const plot = [...document.querySelectorAll(".front .drawing")].find((e) => e.getBoundingClientRect().width > 0);
		plot.querySelector(".pt.winner").dispatchEvent(new PointerEvent("pointerenter"));
		return plot.closest("figure").querySelector(".tip:not([hidden])").innerText; })()`)
	for _, word := range []string{"SHIP #4, the knee", "3.1 s (3.0 s to 3.2 s)", "$0.635", "open.base", "16s"} {
		if !strings.Contains(tip, word) {
			t.Errorf("the tip says %q, without %s", tip, word)
		}
	}
	p.shoot(t, "tuning-tip.png")
	for plot, word := range map[string]string{".front .drawing.half": "#6, kept only by its intervals", "#held ~ .tiles .lines": "winner less litellm", ".steps .drawing": "breaker.open.base 9s"} {
		spoken := p.text(t, `(() => { const plot = document.querySelector("`+plot+`"); plot.focus();
			for (const key of ["Home", "ArrowRight"]) plot.dispatchEvent(new KeyboardEvent("keydown", {key}));
			return plot.closest("figure").querySelector(".spoken").textContent + (plot.querySelectorAll(".on").length === 1 ? "" : " unmarked"); })()`)
		if !strings.HasPrefix(spoken, word) || strings.Contains(spoken, "unmarked") {
			t.Errorf("%s by keys says %q", plot, spoken)
		}
	}
	if left := p.text(t, `(() => { const plot = document.querySelector(".steps .drawing"); plot.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
		return [...document.querySelectorAll(".tip")].every((e) => e.hidden) + ""; })()`); left != "true" {
		t.Error("a tip stays after Escape")
	}
}
