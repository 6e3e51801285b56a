package report

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/picture"
	"wavetank/report/words"
)

// TestPicture wants in a picture what a reader needs: whose line is which, what
// the axes measure, and when the fault was.
func TestPicture(t *testing.T) {
	r := synthetic(3)
	text := string(render(t, "svg", &words.Report{Results: []*judge.Result{r}}))
	for _, want := range []string{">hang-primary:  SHIP five-provider<", ">naive-retry<", ">clairvoyant<", ">sambanova was down<",
		">since the run began<", ">p99 of the latency until an answer or an error, by arrival<", ">time until the answer<",
		">answered: requests with a usable answer while sambanova was down<", ">40 min<", ">10 s<", ">100 %<"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the picture", want)
		}
	}
	for i, c := range figure.Palette[:len(r.Strategies)-1] {
		if hex := strings.ToLower(hexColor(c)); !strings.Contains(strings.ToLower(text), "stroke:"+hex) {
			t.Errorf("no line of colour %d, %s", i, hex)
		}
	}
}

func hexColor(c color.NRGBA) string {
	const digits = "0123456789abcdef"
	out := "#"
	for _, v := range []uint8{c.R, c.G, c.B} {
		out += string(digits[v>>4]) + string(digits[v&15])
	}
	return out
}

// TestPalette wants lines that can be told from the paper and from each other
// when colours cannot: by lightness, or by dashes.
func TestPalette(t *testing.T) {
	for i, c := range figure.Palette {
		if lightnessApart(c, figure.Paper) < 2 {
			t.Errorf("colour %d has a contrast of %.1f to the paper", i, lightnessApart(c, figure.Paper))
		}
		next := (i + 1) % len(figure.Palette)
		if lightnessApart(c, figure.Palette[next]) < 1.1 && len(picture.Dashes[i%len(picture.Dashes)]) == len(picture.Dashes[next%len(picture.Dashes)]) {
			t.Errorf("colours %d and %d look alike", i, next)
		}
	}
}

// lightnessApart is the contrast of WCAG.
func lightnessApart(a, b color.NRGBA) float64 {
	x, y := figure.Brightness(a), figure.Brightness(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestPNG wants pixels in the colours of the lines.
func TestPNG(t *testing.T) {
	r := synthetic(2)
	img, err := png.Decode(bytes.NewReader(render(t, "png", &words.Report{Results: []*judge.Result{r, r}})))
	if err != nil {
		t.Fatal(err)
	}
	size := img.Bounds().Size()
	if size.X != 11*picture.PngDPI || size.Y < 800 {
		t.Errorf("%v pixels", size)
	}
	seen := map[color.NRGBA]int{}
	for y := range size.Y {
		for x := range size.X {
			seen[color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)]++
		}
	}
	for i, c := range figure.Palette[:5] {
		if seen[c] < 100 {
			t.Errorf("%d pixels of colour %d", seen[c], i)
		}
	}
}

func TestPNGTooMany(t *testing.T) {
	r := &words.Report{Results: make([]*judge.Result, picture.PngRows+1)}
	if err := picture.WritePNG(&bytes.Buffer{}, r); err == nil || !strings.Contains(err.Error(), "at most 40 scenarios") {
		t.Errorf("a picture of %d scenarios: %v", len(r.Results), err)
	}
}

// TestReplayed wants a reason where only figures are left, of the formats that
// tell more, and of no other.
func TestReplayed(t *testing.T) {
	needs := map[string]bool{"attempts": true, "hdr": true, "svg": true, "png": true}
	for _, e := range Formats {
		r := synthetic(2)
		r.Replay = nil
		err := e.Write(&bytes.Buffer{}, &words.Report{Results: []*judge.Result{r}})
		if needs[e.Name] != (err == judge.ErrNoReplay) {
			t.Errorf("%s without replay: %v", e.Name, err)
		}
	}
}

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0.2, 100, "100 ms 300 ms 1 s 3 s 10 s 30 s 2 min"},
		{0.003, 10, "3 ms 10 ms 100 ms 1 s 30 s"},
		{1, 5, "1 s 3 s 10 s"},
	} {
		a := figure.NewLogarithmic(c.low, c.high)
		var got []string
		for _, tick := range a.Marks(0.12) {
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("ticks from %v to %v: %q, want %q", c.low, c.high, strings.Join(got, " "), c.want)
		}
	}
}

// TestTextWidth holds the table of widths against the font that pictures are set
// in: no words are wider than their room, nor is much of that wasted.
func TestTextWidth(t *testing.T) {
	for _, text := range []string{"latency_p99, mean of 2 scenarios (lower is better)", "SHIP #4, the knee", "$0.635", "litellm, still ill",
		"WMWM@%", "order sambanova > openai > groq", "é ± 20 µs"} {
		for _, bold := range []bool{false, true} {
			drawn := float64(picture.TextStyle(&figure.FigureText{Size: 10, Bold: bold}).Width(text))
			if room := figure.TextWidth(text, 10, bold); room < drawn || room > 1.35*drawn {
				t.Errorf("%q, bold %v: a room of %.1f for %.1f", text, bold, room, drawn)
			}
		}
	}
}
