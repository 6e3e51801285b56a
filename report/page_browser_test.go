package report

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"wavetank/report/judge"
	"wavetank/report/words"
)

// TestPageMoves plays with the page of a result and of many: strategies off and
// on, a stretch of time and back, folds, commands, paper.
func TestPageMoves(t *testing.T) {
	ctx := browser(t)
	one := advised(eight(3))
	bad := advised(eight(2))
	bad.Expectations[0].Verdict = judge.Fail
	many := &words.Report{}
	for i := range 29 {
		r := advised(eight(2))
		r.Scenario.Name = "scenario-" + strconv.Itoa(i+1)
		many.Results = append(many.Results, r)
	}
	many.Results[1] = bad
	pages := map[string][]byte{"/one": render(t, "html", &words.Report{Results: []*judge.Result{one}}), "/many": render(t, "html", many)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write(pages[r.URL.Path])
	}))
	t.Cleanup(server.Close)

	p := open(t, ctx, server.URL+"/one", 1440, "light")
	p.toggles(t)
	p.zooms(t)
	p.leads(t)
	p.copies(t)
	p.clean(t)

	narrow := open(t, ctx, server.URL+"/many", 390, "dark")
	if found := narrow.text(t, crowded); found != "" {
		t.Errorf("many at 390: %s", found)
	}
	t.Logf("many at 390 are %g pixels tall", narrow.number(t, `document.documentElement.scrollHeight`))
	narrow.shoot(t, "many-390-dark.png")
	narrow.clean(t)
	p = open(t, ctx, server.URL+"/many", 1440, "light")
	for again := 0; again < 6 && p.number(t, loaded) > 1000 && p.busy(t) > 1000; again++ { // the machine may be busy: one that is fast will do
		p.clean(t)
		p = open(t, ctx, server.URL+"/many", 1440, "light")
	}
	p.fast(t, len(pages["/many"]))
	p.shoot(t, "many-1440-light.png")
	p.folds(t, server.URL+"/many")
	p.prints(t)
	p.clean(t)
}

// advised is a result with all that a verdict says and that explains itself.
func advised(r *judge.Result) *judge.Result {
	for i := range r.Expectations { // which decide who ships
		r.Expectations[i].Verdict, r.Expectations[i].Advisory = judge.Pass, false
	}
	r.Complaint = &judge.Complaint{Cause: judge.CauseHang, Strategy: r.Rank().First[0].Name, Metric: "latency_p99.during", Figures: judge.ComplaintFigures{Value: 12, Each: 30, Timeout: true, Noticed: 30, P99: 30.8}}
	r.Trial = &judge.Trial{Arg: "faster=it's,attempt.total=5s", Base: r.Strategies[0].Name, Change: "attempt.total=5s", Strategy: r.Strategies[0]}
	r.Again = []string{"wavetank", "run", "hang-primary"}
	return r
}

func (p *tab) want(t *testing.T, what, script, want string) {
	t.Helper()
	if got := p.text(t, "String("+script+")"); got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// toggles takes the second strategy out of all plots and puts it back.
func (p *tab) toggles(t *testing.T) {
	t.Helper()
	const hidden = `[".top path", ".curves path", ".panel"].map((s) => [...document.querySelectorAll(s + '[data-of="1"]')].map((e) => getComputedStyle(e).display).join()).join(" ")`
	const button = `document.querySelector('.lines button[data-of="1"]')`
	p.want(t, "the second strategy before", hidden, "inline inline,inline grid")
	p.want(t, "switched off", `(`+button+`.click(), `+hidden+`)`, "none none,none none")
	p.want(t, "its button", button+`.getAttribute("aria-pressed")`, "false")
	p.want(t, "another", `getComputedStyle(document.querySelector('.panel[data-of="2"]')).display`, "grid")
	p.want(t, "switched on", `(`+button+`.click(), `+hidden+`)`, "inline inline,inline grid")
}

// zooms drags over the second quarter of the run, and goes back in three ways.
func (p *tab) zooms(t *testing.T) {
	t.Helper()
	const boxes = `[...new Set([...document.querySelectorAll("svg.over")].map((s) => { const v = s.viewBox.baseVal; return (v.x / s.whole).toFixed(2) + "+" + (v.width / s.whole).toFixed(2); }))].join()`
	const drag = `(() => { const plot = document.querySelector(".plot.top"), b = plot.getBoundingClientRect();
		const send = (type, share) => plot.dispatchEvent(new PointerEvent(type, {clientX: b.left + share * b.width, clientY: b.top + 50, pointerType: "mouse", bubbles: true}));
		send("pointerdown", .25); send("pointermove", .4); send("pointermove", .5); send("pointerup", .5); })(), `
	p.text(t, `(() => { for (const s of document.querySelectorAll("svg.over")) s.whole = s.viewBox.baseVal.width; return ""; })()`)
	const ticks = `document.querySelector(".top .clock").textContent`
	before := p.text(t, ticks)
	for _, back := range []string{`document.querySelector(".whole").click()`, `document.querySelector(".panel .plot").dispatchEvent(new MouseEvent("dblclick", {bubbles: true}))`,
		`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}))`} {
		p.want(t, "dragged", `(`+drag+boxes+`)`, "0.25+0.25")
		p.want(t, "the axis of it", ticks, "10:0012:0014:0016:0018:0020:00")
		p.want(t, "the way back", `getComputedStyle(document.querySelector(".whole")).display !== "none"`, "true")
		p.want(t, "back by "+back, `(`+back+`, `+boxes+`)`, "0.00+1.00")
		p.want(t, "the axis again", ticks, before)
	}
	p.want(t, "what is left of it", `document.querySelectorAll(".drag").length`, "0")
}

// leads follows the complaint.
func (p *tab) leads(t *testing.T) {
	t.Helper()
	p.want(t, "what BUT leads to", `(document.querySelector(".verdict a").click(), document.querySelector(":target + .ticks + .plot").getAttribute("class"))`, "plot over latency")
}

// copies presses the buttons, with a clipboard and without one.
func (p *tab) copies(t *testing.T) {
	t.Helper()
	const take = `document.execCommand = () => { window.taken = document.activeElement.value; return true; }`
	const press = `document.querySelector(".verdict .copy").click(), window.taken`
	const command = `wavetank run hang-primary --strategy naive --strategy 'faster=it'\''s,attempt.total=5s'`
	p.want(t, "copied by hand", `(`+take+`, Object.defineProperty(navigator, "clipboard", {configurable: true, value: undefined}), `+press+`)`, command)
	p.want(t, "copied", `(window.taken = "", Object.defineProperty(navigator, "clipboard", {configurable: true, value: {writeText: (s) => { window.taken = s; return Promise.resolve(); }}}), `+press+`)`, command)
	p.want(t, "and again", `([...document.querySelectorAll(".copy")].pop().click(), window.taken)`, "wavetank run hang-primary")
}

// folds wants what fails open, and what one is sent to.
func (p *tab) folds(t *testing.T, url string) {
	t.Helper()
	const open = `[...document.querySelectorAll(".scenario")].map((d) => d.open ? "+" : "-").join("").replace(/-{20,}$/, "")`
	p.want(t, "open", open, "-+")
	p.want(t, "the failing one in the contents", `document.querySelectorAll(".contents .failing").length`, "1")
	p.want(t, "after a link", `(document.querySelector('.contents a[href="#s4"]').click(), `+open+`)`, "-+-+")
	p.want(t, "contents in sight", `(scrollTo(0, 3000), document.querySelector(".contents").getBoundingClientRect().top >= 0)`, "true")
	must(t, chromedp.Do(p.ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url+"#s6")))
	p.want(t, "opened at a scenario", open, "-+---+")
}

// prints wants all of it on paper, with scripts and without.
func (p *tab) prints(t *testing.T) {
	t.Helper()
	const seen = `[...document.querySelectorAll(".scenario")].filter((d) => d.querySelector(".plot.top").checkVisibility() && d.querySelector(":scope details table").checkVisibility()).length`
	p.want(t, "seen on the screen", seen, "0")
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	must(t, err)
	p.want(t, "seen on paper", seen, "29")
	_, err = chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "screen"})
	must(t, err)
	p.want(t, "open for paper", `(dispatchEvent(new Event("beforeprint")), document.querySelectorAll("details:not([open])").length)`, "0")
	p.want(t, "and folded after", `(dispatchEvent(new Event("afterprint")), document.querySelectorAll(".scenario[open]").length)`, "2")
}
