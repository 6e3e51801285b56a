package report

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"wavetank/report/judge"
	"wavetank/report/words"
)

var shots = flag.String("shots", "", "write pictures of the pages into this folder")

// browsers are the names and places of a Chromium.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell",
	"/usr/lib/chromium/chromium", "/snap/bin/chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"}

// browser starts a Chromium without a screen, or skips the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	binary := ""
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil && binary == "" {
			binary = path
		}
	}
	if binary == "" {
		t.Skip("no Chromium found: Debian has it as chromium")
	}
	dir := t.TempDir()
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(binary), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("hide-scrollbars", true),
		chromedp.UserDataDir(dir), chromedp.Env("HOME="+dir))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Error(err)
		}
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// tab is a page in a browser, and what it did that a page must not do.
type tab struct {
	ctx  context.Context
	url  string
	mu   sync.Mutex
	seen []string
}

// open shows a page as a reader of that width and taste sees it.
func open(t *testing.T, browser context.Context, url string, width int64, scheme string) *tab {
	t.Helper()
	p := &tab{url: url}
	ctx, stop := chromedp.NewContext(browser, chromedp.WithListener(p.listen))
	t.Cleanup(stop)
	p.ctx = ctx
	must(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 900)))
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	must(t, err)
	_, err = chromedp.Call(ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	must(t, err)
	_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	must(t, err)
	must(t, chromedp.Do(ctx, chromedp.Navigate(url)))
	return p
}

// listen notes requests, errors and dialogs. The page itself is asked for once.
func (p *tab) listen(ev any) {
	text := ""
	switch e := ev.(type) {
	case *network.EventRequestWillBeSent:
		if e.Request.URL == p.url || len(e.Request.URL) > 5 && e.Request.URL[:5] == "data:" {
			return
		}
		text = "request of " + e.Request.URL
	case *runtime.EventExceptionThrown:
		text = "exception " + e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		text = "console " + string(e.Type)
	case *log.EventEntryAdded:
		text = "log " + e.Entry.Text
	case *page.EventJavascriptDialogOpening:
		text = "dialog " + e.Message
	default:
		return
	}
	p.mu.Lock()
	p.seen = append(p.seen, text)
	p.mu.Unlock()
}

// clean reports what the page did.
func (p *tab) clean(t *testing.T) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.seen {
		t.Error(s)
	}
}

func (p *tab) number(t *testing.T, script string) float64 {
	t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[float64](script))
	must(t, err)
	return v
}

func (p *tab) text(t *testing.T, script string) string {
	t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](script))
	must(t, err)
	return v
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// crowded finds texts that run into each other or out of their box, and a page
// that is wider than its window.
const crowded = `(() => {
  const out = [], name = (e) => e.className + " " + JSON.stringify(e.textContent);
  if (document.documentElement.scrollWidth > innerWidth) out.push("the page is " + document.documentElement.scrollWidth + " wide");
  for (const box of document.querySelectorAll(".ticks, .clock")) {
    const all = [...box.children].map((e) => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width > 0);
    for (const [e, r] of all) {
      if (r.left < 0 || r.right > innerWidth) out.push("outside: " + name(e));
      for (const [f, q] of all) {
        if (e !== f && r.left < q.right && q.left < r.right && r.top < q.bottom && q.top < r.bottom) out.push(name(e) + " on " + name(f));
      }
    }
  }
  for (const e of document.querySelectorAll(".name, h3, .keys span, .note")) if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0) out.push("cut: " + name(e));
  for (const e of document.querySelectorAll("tbody tr")) if (getComputedStyle(e).position !== "static") out.push("out of its table: " + name(e));
  return out.join("\n");
})()`

// TestPageInBrowser opens pages in a Chromium, as readers on a phone and at a
// desk see them, by day and by night.
func TestPageInBrowser(t *testing.T) {
	ctx := browser(t)
	pages := map[string][]byte{
		"/eight":   render(t, "html", &words.Report{Results: []*judge.Result{eight(20)}}),
		"/several": render(t, "html", &words.Report{Results: []*judge.Result{eight(2), troubled(), {}}}),
		"/markup":  render(t, "html", &words.Report{Results: []*judge.Result{markup()}}),
		"/nothing": render(t, "html", &words.Report{}),
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write(pages[r.URL.Path])
	}))
	t.Cleanup(server.Close)
	var p *tab // the last one stays
	for _, look := range []struct {
		path, scheme string
		width        int64
	}{
		{"/several", "light", 390}, {"/markup", "dark", 390}, {"/nothing", "dark", 1440}, {"/eight", "dark", 390}, {"/eight", "light", 1440},
	} {
		p = open(t, ctx, server.URL+look.path, look.width, look.scheme)
		if look.path != "/markup" { // whose names are longer than any screen is wide
			if found := p.text(t, crowded); found != "" {
				t.Errorf("%s at %d: %s", look.path, look.width, found)
			}
		}
		p.shoot(t, fmt.Sprintf("%s-%d-%s.png", look.path[1:], look.width, look.scheme))
		p.clean(t)
	}
	p.fast(t, len(pages["/eight"]))
	p.speaks(t)
	p.turnsDark(t)
	p.clean(t)
}

// shoot keeps a picture where asked to.
func (p *tab) shoot(t *testing.T, name string) {
	t.Helper()
	if *shots == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(*shots, name), picture, 0o644))
}

// loaded is how many milliseconds a page took to open.
const loaded = `performance.getEntriesByType("navigation")[0].loadEventEnd`

// fast holds the promise of a second. The clock on the wall counts what others do
// meanwhile: where it says more, what the page itself had of a processor decides.
func (p *tab) fast(t *testing.T, size int) {
	t.Helper()
	load, busy := p.number(t, loaded), p.busy(t)
	t.Logf("%d bytes, open after %.0f ms, %.0f ms of them its own", size, load, busy)
	if load > 1000 && busy > 1000 {
		t.Errorf("open after %g ms, %g ms of them its own", load, busy)
	}
}

// busy is how many milliseconds of a processor the page's main thread has had.
func (p *tab) busy(t *testing.T) float64 {
	t.Helper()
	all, err := chromedp.Call(p.ctx, performance.GetMetrics, cdp.Empty{})
	must(t, err)
	for _, m := range all.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value * 1000
		}
	}
	t.Fatal("the browser does not say how long the page took")
	return 0
}

// speaks points at plots and moves through them by keys.
func (p *tab) speaks(t *testing.T) {
	t.Helper()
	tip := p.text(t, `(() => { const plot = document.querySelector(".panel .latency.plot"), b = plot.getBoundingClientRect();
		plot.dispatchEvent(new PointerEvent("pointermove", {clientX: b.left + b.width / 4, clientY: b.top + 9}));
		return plot.closest(".panel").querySelector(".tip:not([hidden])").innerText; })()`)
	for _, word := range []string{"10:00–10:20", "p99", "in time", "useful"} {
		if !strings.Contains(tip, word) {
			t.Errorf("the tip says %q, without %s", tip, word)
		}
	}
	for _, plot := range []string{".panel .attempts.plot", ".curves .plot"} {
		spoken := p.text(t, `(() => { const plot = document.querySelector("`+plot+`"); plot.focus();
			for (const key of ["End", "ArrowLeft", "ArrowLeft"]) plot.dispatchEvent(new KeyboardEvent("keydown", {key}));
			return plot.closest("figure").querySelector(".spoken").textContent; })()`)
		if !strings.Contains(spoken, "%") {
			t.Errorf("%s by keys says %q", plot, spoken)
		}
	}
	tapped := p.text(t, `(() => { const plots = document.querySelectorAll(".panel .latency.plot");
		const send = (plot, type) => { const b = plot.getBoundingClientRect(); plot.dispatchEvent(new PointerEvent(type,
			{clientX: b.left + 9, clientY: b.top + 9, pointerType: "touch", bubbles: true})); };
		for (const k of [0, 1]) { send(plots[k], "pointerdown"); send(plots[k], "pointerleave"); }
		return [...document.querySelectorAll(".panel")].map((e) => e.querySelector(".tip").hidden ? "-" : "+").join(""); })()`)
	if tapped != "-+------" {
		t.Errorf("after a tap on the second panel the tips are %s", tapped)
	}
	if n := p.number(t, `document.querySelectorAll(".cursor").length`); n == 0 {
		t.Errorf("nothing shows where one points")
	}
}

// turnsDark presses the switch, which stores nothing.
func (p *tab) turnsDark(t *testing.T) {
	t.Helper()
	const colour = `getComputedStyle(document.body).backgroundColor`
	light := p.text(t, colour)
	dark := p.text(t, `(() => { const b = document.getElementById("theme"); b.click(); b.click(); return `+colour+`; })()`)
	if light == dark {
		t.Errorf("the page is %s by day and by night", light)
	}
	if n := p.number(t, `localStorage.length + sessionStorage.length + document.cookie.length`); n != 0 {
		t.Errorf("the page stores %g things", n)
	}
}
