package report

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/picture"
	"wavetank/report/words"
)

// TestTuningPictures wants the same bytes twice, a whole document, and no text
// that becomes markup, of whatever there is to draw.
func TestTuningPictures(t *testing.T) {
	for name, tuning := range allTunings() {
		text := renderTuning(t, "svg", tuning, words.View{})
		if !bytes.Equal(text, renderTuning(t, "svg", tuning, words.View{})) {
			t.Errorf("%s: other bytes the second time", name)
		}
		if err := isXML(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if bytes.Contains(text, []byte("<b>")) || bytes.Contains(text, []byte("href")) {
			t.Errorf("%s: the picture holds markup of a name, or a link", name)
		}
		if *shots != "" {
			must(t, os.WriteFile(filepath.Join(*shots, "picture-"+name+".svg"), text, 0o644))
			must(t, os.WriteFile(filepath.Join(*shots, "picture-"+name+".png"), renderTuning(t, "png", tuning, words.View{}), 0o644))
		}
	}
}

// TestTuningPicture wants in the picture what a reader needs who has no table.
func TestTuningPicture(t *testing.T) {
	text := string(renderTuning(t, "svg", tuningTwo(), words.View{}))
	for _, want := range []string{">SHIP #4, the knee<", ">order sambanova &gt; openai &gt; groq<", ">open.base 16s<", ">trip.failures 2<", ">attempt.total 5s<",
		">now: five-provider<", ">litellm<", ">resilience4j<", ">gobreaker<", ">#1 least p99<", ">#6 least cost per 1k<",
		">latency_p99, mean of 2 scenarios (lower is better)<", ">cost_per_1k, mean of 2 scenarios (lower is better)<",
		">the winner<", ">kept only by its intervals<", ">10 s<", ">$0.8<", ">p99: bright is better, from 2m14s to 2.8 s, on a log scale<"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the picture", want)
		}
	}
	if one := string(renderTuning(t, "svg", tuningOne(), words.View{})); !strings.Contains(one, ">SHIP #1: attempt.total 5s<") {
		t.Error("the picture of one objective does not name the winner's settings")
	}
}

func TestTuningPNG(t *testing.T) {
	img, err := png.Decode(bytes.NewReader(renderTuning(t, "png", tuningTwo(), words.View{})))
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != 11*picture.PngDPI || size.Y < 700 {
		t.Errorf("%v pixels", size)
	}
}

// sizes are those of a phone, a desk and a picture.
var sizes = map[string]figure.FigureRoom{
	"phone": {Width: 290, Height: 330, Letter: 12, Widest: 130, Lines: 2},
	"desk":  {Width: 900, Height: 420, Letter: 13, Widest: 260, Lines: 5, Extra: true},
}

// laidOut is a scene whose plot takes all of a room.
func laidOut(t *judge.Tuning, s *figure.Scene, room figure.FigureRoom) *figure.PlacedScene {
	return s.LayOut(t, &room, figure.Rect{Left: 0, Top: 0, Right: room.Width, Bottom: room.Height})
}

// TestSceneHoldsFront wants every point of the front in each plot, where its
// values are.
func TestSceneHoldsFront(t *testing.T) {
	for name, tuning := range allTunings() {
		for _, s := range figure.Scenes(tuning) {
			seen := 0
			for _, d := range laidOut(tuning, s, sizes["desk"]).Dots {
				if d.At.X < 0 || d.At.X > 900 || d.At.Y < 0 || d.At.Y > 420 {
					t.Errorf("%s: %s lies at %v", name, d.Title, d.At)
				}
				switch d.Class {
				case "front", "faint", "winner":
					seen++
					if d.OffX != 0 || d.OffY != 0 {
						t.Errorf("%s: %s lies off the axes", name, d.Title)
					}
				}
			}
			if seen != len(tuning.Outcome.Front) {
				t.Errorf("%s: %d points of %d", name, seen, len(tuning.Outcome.Front))
			}
		}
	}
}

// TestLabelsApart wants labels that cover neither each other nor a mark, and
// stay in the plot.
func TestLabelsApart(t *testing.T) {
	for name, tuning := range allTunings() {
		for _, s := range figure.Scenes(tuning) {
			for size, as := range sizes {
				p := laidOut(tuning, s, as)
				for i, l := range p.Labels {
					if !l.Box.Within(figure.Rect{Left: 0, Top: 0, Right: as.Width, Bottom: as.Height}) {
						t.Errorf("%s on a %s: %v lies outside", name, size, l.Names)
					}
					for _, other := range p.Labels[:i] {
						if l.Box.Overlap(other.Box) > 0 {
							t.Errorf("%s on a %s: %v lies on %v", name, size, l.Names, other.Names)
						}
					}
					for _, d := range p.Dots {
						if d.Class != "faint" && l.Box.Overlap(figure.Around(d.At, figure.MarkRadius[d.Class])) > 0 {
							t.Errorf("%s on a %s: %v lies on %s", name, size, l.Names, d.Title)
						}
					}
				}
				if p.Labels[0].Class != "winner" {
					t.Errorf("%s on a %s: the first label is that of the %s", name, size, p.Labels[0].Class)
				}
			}
		}
	}
}

// TestFrontStairs wants the line through those that nobody beats in both, whatever
// way is better.
func TestFrontStairs(t *testing.T) {
	tuning := tuningTwo()
	for _, higher := range []bool{false, true} {
		if higher {
			tuning.Objectives[1].Better = measure.Higher
			for i := range tuning.Outcome.Front {
				v := &tuning.Outcome.Front[i].Values[1]
				v.Mean, v.Low, v.High = -v.Mean, -v.High, -v.Low
			}
		}
		s := figure.Scenes(tuning)[0]
		if len(s.Stairs) != 9 { // five points, and the corners between them
			t.Errorf("higher %v: %d corners", higher, len(s.Stairs))
		}
		for i := 2; i < len(s.Stairs); i += 2 {
			a, corner, b := s.Stairs[i-2], s.Stairs[i-1], s.Stairs[i]
			if corner != [2]float64{a[0], b[1]} || !tuning.Ahead(1, b[0], a[0]) || !tuning.Ahead(0, a[1], b[1]) {
				t.Errorf("higher %v: from %v over %v to %v", higher, a, corner, b)
			}
		}
	}
}
