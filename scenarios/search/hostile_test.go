package search

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wavetank/report/judge"
	"wavetank/sim/tune"
)

var attacks = flag.Int("attacks", 3, "values that each byte of a part is changed to, at most 255")

// smallPlays are some plays of every sort.
func smallPlays(t *Tuning) []tune.Play {
	return []tune.Play{{Point: 0, Replication: 0, Figures: []float64{1.5, math.NaN()}}, {Point: 1, Replication: 19, Figures: []float64{1e-9, 100}},
		{Point: tune.Outside, Replication: 2, Figures: []float64{0.1 + 0.2, 0}}}
}

// placed is an error that says where.
var placed = regexp.MustCompile(`^part\.json:[0-9]+: .`)

// TestPartChanged changes every byte of a part, leaves each out, and puts one before
// it: all of that is refused, with the line.
func TestPartChanged(t *testing.T) {
	tuning := smallTuning(t)
	text := partOf(t, smallHead(tuning), smallPlays(tuning)...)
	try := func(about string, changed []byte) {
		t.Helper()
		_, _, err := readPart(tuning, changed)
		if err == nil || !placed.MatchString(err.Error()) {
			t.Errorf("%s: %v", about, err)
		}
	}
	for i, b := range text {
		for k := range *attacks {
			changed := slices.Clone(text)
			changed[i] = b ^ byte(1<<(k%8)) ^ byte(k/8)
			if changed[i] == b {
				continue
			}
			try(fmt.Sprintf("byte %d, %q for %q", i, changed[i], b), changed)
		}
		try(fmt.Sprintf("without byte %d", i), slices.Delete(slices.Clone(text), i, i+1))
		try(fmt.Sprintf("a blank before byte %d", i), slices.Insert(slices.Clone(text), i, ' '))
		if i > 0 && i < len(text)-1 {
			_, _, err := readPart(tuning, text[:i])
			if err == nil {
				t.Errorf("cut after %d bytes it is taken", i)
			}
		}
	}
	try("twice", slices.Concat(text, text))
}

// TestPartLines drops, repeats and moves lines: none of it goes unnoticed.
func TestPartLines(t *testing.T) {
	tuning := smallTuning(t)
	lines := bytes.SplitAfter(partOf(t, smallHead(tuning), smallPlays(tuning)...), []byte("\n"))
	lines = lines[:len(lines)-1]
	for i := range lines {
		for about, changed := range map[string][][]byte{
			"dropped":  slices.Delete(slices.Clone(lines), i, i+1),
			"repeated": slices.Insert(slices.Clone(lines), i, lines[i]),
			"moved":    slices.Insert(slices.Delete(slices.Clone(lines), i, i+1), (i+1)%len(lines), lines[i]),
		} {
			if _, _, err := readPart(tuning, bytes.Join(changed, nil)); err == nil {
				t.Errorf("line %d %s is taken", i+1, about)
			}
		}
	}
}

// TestPartHostile: parts with right checksums say what no wavetank would.
func TestPartHostile(t *testing.T) {
	tuning := smallTuning(t)
	figures := []float64{1, 2}
	for _, c := range []struct {
		about  string
		change func(*PartHead)
		play   tune.Play
		want   string
	}{
		{"a point behind the space", nil, tune.Play{Point: 3, Figures: figures}, "part.json:2: point 3 is none of the 3 of the search"},
		{"a point far behind it", nil, tune.Play{Point: tune.Outside - 1, Figures: figures}, "is none of the 3"},
		{"a rival that is not there", nil, tune.Play{Point: tune.Outside + 1, Figures: figures}, "part.json:2: point -2 is none of the search"},
		{"the last of all points", nil, tune.Play{Point: math.MaxUint64, Figures: figures}, "is none of the search"},
		{"a replication below 0", nil, tune.Play{Replication: -1, Figures: figures}, "replication -1 is none"},
		{"one that is not screened", nil, tune.Play{Replication: 20, Figures: figures}, "replication 20 is none of those that are played here"},
		{"one that is held out", nil, tune.Play{Replication: tune.FirstHeld, Figures: figures}, "replication 1000000 is none"},
		{"one too far", nil, tune.Play{Replication: math.MaxInt, Figures: figures}, "is none of those"},
		{"too few figures", nil, tune.Play{Figures: figures[:1]}, "1 figures, and the search has 2 of a play"},
		{"too many", nil, tune.Play{Figures: []float64{1, 2, 3}}, "3 figures"},
		{"a strategy that is said to be none", nil, tune.Play{Point: 0}, "part.json:2: the settings of point 0 go together"},
		{"the setting in force is said to be none", nil, tune.Play{Point: tune.Outside}, "go together"},
		{"a billion shards", func(h *PartHead) { h.Shard.Of = 1_000_000_000 }, tune.Play{}, "part.json:1: shard 1/1000000000: at least 1, at most 10000"},
		{"shard 0", func(h *PartHead) { h.Shard.Index = 0 }, tune.Play{}, "shard 0/1"},
		{"no shard", func(h *PartHead) { h.Shard = nil }, tune.Play{}, "a part says which shard it is"},
		{"a hash that is none", func(h *PartHead) { h.Search = "\x1b[31m" }, tune.Play{}, "expected 12 hex digits"},
		{"another search", func(h *PartHead) { h.Search = "0123456789ab" }, tune.Play{}, "part.json:1: it belongs to another search"},
		{"no scenario", func(h *PartHead) { h.Request.Scenarios = nil }, tune.Play{}, "part.json:1: it names no scenario"},
		{"a flag for a scenario", func(h *PartHead) { h.Request.Scenarios[0] = "--help" }, tune.Play{}, `part.json:1: "--help" is no scenario`},
		{"too many candidates", func(h *PartHead) { h.Request.Candidates = 1 << 40 }, tune.Play{}, "--candidates 1099511627776: at least 1"},
		{"no seeds", func(h *PartHead) { h.Request.Seeds = -1 }, tune.Play{}, "--seeds -1: at least 1"},
		{"no budget", func(h *PartHead) { h.Request.Budget = 0 }, tune.Play{}, "--budget 0"},
		{"a word that is none", func(h *PartHead) { h.Request.Over = "best" }, tune.Play{}, "--over best"},
		{"an endless list", func(h *PartHead) { h.Request.Set = make([]string, mostTexts+1) }, tune.Play{}, "at most 10000 scenarios and values"},
		{"an endless line", func(h *PartHead) { h.Request.Chain = strings.Repeat("x", longestLine+1) }, tune.Play{}, "part.json:1: a line of more than 4194304 bytes"},
		{"another version", func(h *PartHead) { h.Version = 1 }, tune.Play{}, "part.json:1: it is of version 1, and this wavetank reads version 2"},
		{"another model", func(h *PartHead) { h.Model = judge.Model + 1 }, tune.Play{},
			fmt.Sprintf("it was played by model %d, and this wavetank has model %d: the same seeds give other numbers", judge.Model+1, judge.Model)},
		{"another kind", func(h *PartHead) { h.Kind = "other" }, tune.Play{}, "part.json:1: it is no part of a search: wavetank tune --shard writes one"},
		{"a checkpoint", func(h *PartHead) { h.Kind = CheckpointKind }, tune.Play{}, "it is a wavetank-tune-checkpoint, and a wavetank-tune-part is wanted"},
	} {
		head := smallHead(tuning)
		if c.change != nil {
			c.change(&head)
		}
		_, _, err := readPart(tuning, partOf(t, head, c.play))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.about, err, c.want)
		}
	}
}

// TestPartDisagree: the same play with two results is told.
func TestPartDisagree(t *testing.T) {
	tuning := smallTuning(t)
	play := tune.Play{Point: 1, Replication: 1, Figures: []float64{1, 2}}
	other := tune.Play{Point: 1, Replication: 1, Figures: []float64{1, 2.5}}
	if _, _, err := readPart(tuning, partOf(t, smallHead(tuning), play, play)); err != nil {
		t.Error(err)
	}
	if _, _, err := readPart(tuning, partOf(t, smallHead(tuning), play, other)); err == nil || !strings.Contains(err.Error(), "part.json:3: point 1, replication 1 has other figures") {
		t.Error(err)
	}
}

// TestPartPlayedAgain: a part that somebody has made up, with right checksums, is
// found out by a play of it.
func TestPartPlayedAgain(t *testing.T) {
	tuning := smallTuning(t)
	figures := make([]float64, 2)
	if err := tuning.newPlayer().Play(t.Context(), 1, 3, figures); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		figures []float64
		want    string
	}{{figures, "<nil>"}, {[]float64{figures[0], figures[1] + 1}, "part.json:2: point 1, replication 3, played again here, has other figures: another build or machine played it, or nobody did"}} {
		g, err := ReadHead("part.json", PartKind, bytes.NewReader(partOf(t, smallHead(tuning), tune.Play{Point: 1, Replication: 3, Figures: c.figures})))
		if err == nil {
			err = tuning.Read(g, NewLog(nil))
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := tuning.Again(t.Context(), g); fmt.Sprint(err) != c.want {
			t.Errorf("%v: %v, want %s", c.figures, err, c.want)
		}
	}
}

// sealed writes lines with right checksums, whatever they hold: what a hand can make.
func sealed(head string, lines ...string) []byte {
	var c checksum
	out := c.seal([]byte("["+head), headEnd)
	for _, line := range lines {
		out = append(out, c.seal([]byte(line), playEnd)...)
	}
	return append(out, c.seal(fmt.Appendf(nil, `,{"plays":%d`, len(lines)), lastEnd)...)
}

// TestPartShape: heads and plays that mean what ours do, written another way, are
// none; nor is anything beside.
func TestPartShape(t *testing.T) {
	tuning := smallTuning(t)
	h := smallHead(tuning)
	text, err := h.encode()
	if err != nil {
		t.Fatal(err)
	}
	head := string(text)
	if _, _, err := readPart(tuning, sealed(head, ",[0,0,1.5,null")); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{head, head + `,"request":["--help"]`}, {`"request":{`, `"request":{"output":"/etc/passwd",`}, {`"request":{`, `"request":["--help"],"more":{`},
		{`"whole":true`, `"whole":true,"whole":true`}, {`"whole":true`, `"WHOLE":true`}, {`"whole":true`, `"whole": true`}, {`"whole":true,`, ``},
		{`"index":1`, `"index":1.0`}, {`"index":1`, `"index":1e0`}, {`"index":1`, `"index":99999999999999999999`}, {`"seeds":20`, `"seeds":"20"`},
		{`"seeds":20`, `"seeds":null`}, {`"subsets"`, `"Subsets"`}, {`"kind":"wavetank-tune-part"`, `"kind":"wavetank-tune-p\u0061rt"`},
		{`"vary":[`, `"vary":[null,`}, {`"vary":[`, `"vary":{},"vary":[`}, {`"seeds":20`, `"seed":-1,"seeds":20`},
	} {
		changed := strings.Replace(head, c[0], c[1], 1)
		if changed == head {
			continue // it is not in this head
		}
		if _, _, err := readPart(tuning, sealed(changed)); err == nil || !placed.MatchString(err.Error()) {
			t.Errorf("%s: %v", changed, err)
		}
	}
	for _, line := range []string{",[0,0,1.5,NaN", ",[0,0,1.5,Infinity", ",[0,0,1.5,1e999", ",[0,0,1.5,0x1p3", ",[0,0,1.50,null", ",[0,0,+1,null", ",[0,0,1e2,null",
		",[00,0,1,2", ",[-0,0,1,2", ",[0,-0,1,2", ",[0, 0,1,2", ",[0,0,1,2,", ",[0,0,1,\"2\"", ",[0", ",[", ",[]", "", ",[0,0,1,2],[0,1,1,2", ",[0,0,[1,2]",
		",[18446744073709551615,0,1,2", ",[-9223372036854775808,0,1,2", ",[-9223372036854775809,0,1,2", ",[0,99999999999999999999,1,2", ",[0,0,1,2 ", "[0,0,1,2", ",[1_0,0,1,2"} {
		if _, _, err := readPart(tuning, sealed(head, line)); err == nil || !strings.HasPrefix(err.Error(), "part.json:2: ") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestCheckpointResumes: a checkpoint that is cut anywhere goes on where its last
// whole line ends, and one that is damaged before is refused with the line.
func TestCheckpointResumes(t *testing.T) {
	tuning := smallTuning(t)
	var b bytes.Buffer
	log := NewLog(&b)
	if err := log.Begin(tuning.Head(CheckpointKind, smallRequest())); err != nil {
		t.Fatal(err)
	}
	first := b.Len()
	for _, p := range smallPlays(tuning) {
		if err := log.Record(p.Point, p.Replication, p.Figures); err != nil {
			t.Fatal(err)
		}
	}
	whole := slices.Clone(b.Bytes())
	resume := func(text []byte) ([]byte, error) {
		g, err := ReadHead("part.json", CheckpointKind, bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		on := bytes.NewBuffer(nil)
		log := NewLog(on)
		if err := tuning.Resume(g, log); err != nil {
			return nil, err
		}
		for _, p := range smallPlays(tuning) {
			if _, ok := log.Find(p.Point, p.Replication); !ok {
				log.Record(p.Point, p.Replication, p.Figures)
			}
		}
		return slices.Concat(text[:g.Size], on.Bytes()), nil
	}
	for cut := first; cut <= len(whole); cut++ {
		if got, err := resume(whole[:cut]); err != nil || !bytes.Equal(got, whole) {
			t.Fatalf("cut after %d bytes it goes on as\n%s%v", cut, got, err)
		}
	}
	last := bytes.LastIndexByte(whole[:len(whole)-1], '\n') // whose change makes one line of two
	for i := range whole {
		changed := slices.Clone(whole)
		changed[i] ^= 1
		got, err := resume(changed)
		if i >= last && (err != nil || !bytes.Equal(got, whole)) || i < last && (err == nil || !placed.MatchString(err.Error()) && !strings.HasPrefix(err.Error(), "part.json: it is no checkpoint")) {
			t.Errorf("byte %d of %d (%q): %v\n%q\n%q", i, last, changed[i], err, got[max(0, len(got)-60):], whole[len(whole)-60:])
		}
	}
}

// FuzzPart: no bytes make a reader of parts panic, and what it takes is, written
// again, the same bytes.
func FuzzPart(f *testing.F) {
	tuning := smallTuning(f)
	f.Add(partOf(f, smallHead(tuning), smallPlays(tuning)...), true)
	f.Add([]byte("[{\"kind\":\"wavetank-tune-part\",\"schema_version\":1,\"model\":1}\n,[0,0,1,2]\n,[-1,1,1e999,2]\n]\n"), false)
	f.Add([]byte("[\n,[99999999999999999999,0]\n"), false)
	f.Add([]byte(`{"kind":"wavetank-tune-part","schema_version":2,"model":3,"request":["--help"]`+"\n,[-1,0\n,[0,0,1,2"), true)
	f.Fuzz(func(t *testing.T, data []byte, seal bool) {
		if seal { // as a hand would that knows the checksum
			lines := strings.Split(string(data), "\n")
			data = sealed(lines[0], lines[1:]...)
		}
		head, log, err := readPart(tuning, data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "part.json:") {
				t.Errorf("%v does not say where", err)
			}
			return
		}
		var plays []tune.Play
		for key, figures := range log.known {
			plays = append(plays, tune.Play{Point: key.point, Replication: max(key.replication, 0), Figures: figures})
		}
		if _, again, err := readPart(tuning, partOf(t, head, plays...)); err != nil || len(again.known) != len(log.known) {
			t.Fatalf("what was taken is not taken again: %v", err)
		}
	})
}
