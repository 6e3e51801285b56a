package search

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"wavetank/report/judge"
	"wavetank/sim/tune"
)

// Reading is a log that is being read. What it says is somebody else's: its shape,
// its checksums and its bounds are checked before any of it is used.
type Reading struct {
	Head PartHead
	Size int64 // bytes of the lines that were taken

	// Sample is a play of the log, drawn by its checksums, to be played again.
	Sample  tune.Play
	sampled int // its line

	file string
	r    *bufio.Reader
	line int
	sum  checksum
}

// longestLine bounds a line: a head with the longest command line that systems take.
const longestLine = 4 << 20

// errTorn is a line that has no end.
var errTorn = errors.New("the file ends in the middle of this line")

// ReadHead reads the first line of a log of a kind. The file's name is for messages.
func ReadHead(file, kind string, r io.Reader) (*Reading, error) {
	g := &Reading{file: file, r: bufio.NewReaderSize(r, 1<<16)}
	line, err := g.next()
	if err == nil {
		err = g.head(line, kind)
	}
	switch {
	case err == io.EOF || err == errTorn:
		return nil, fmt.Errorf("%s:1: %w", file, errNoPart(kind))
	case err != nil:
		return nil, g.at(err)
	}
	return g, nil
}

func errNoPart(kind string) error {
	if kind == CheckpointKind {
		return errors.New("it is no checkpoint of a search: wavetank tune --checkpoint begins one in a file that is not there")
	}
	return errors.New("it is no part of a search: wavetank tune --shard writes one")
}

// at says where something is wrong.
func (g *Reading) at(err error) error { return fmt.Errorf("%s:%d: %w", g.file, g.line, err) }

// next reads a line without its end; io.EOF: there is none.
func (g *Reading) next() ([]byte, error) {
	var line []byte
	g.line++
	for {
		more, err := g.r.ReadSlice('\n')
		line = append(line, more...)
		switch {
		case len(line) > longestLine:
			return nil, fmt.Errorf("a line of more than %d bytes", longestLine)
		case err == nil:
			return line[:len(line)-1], nil
		case err == io.EOF && len(line) == 0:
			return nil, io.EOF
		case err == io.EOF:
			return nil, errTorn
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// open takes the checksum off a line.
func (g *Reading) open(line []byte, end string) ([]byte, error) {
	size := len(fmt.Sprintf(end, 0))
	if len(line) < size {
		return nil, errors.New("it has no checksum")
	}
	body, tail := line[:len(line)-size], line[len(line)-size:]
	sum := g.sum
	sum.add(body)
	if want := fmt.Sprintf(end, uint32(sum)); want != string(tail) {
		return nil, fmt.Errorf("its checksum is not %08x: this line was changed, or one before it was lost", uint32(sum))
	}
	g.sum = sum
	g.Size += int64(len(line)) + 1
	return body, nil
}

// head reads the first line.
func (g *Reading) head(line []byte, kind string) error {
	text, begun := bytes.CutPrefix(line, []byte("["))
	h := &g.Head
	var known struct {
		Kind    string `json:"kind"`
		Version int    `json:"schema_version"`
		Model   int    `json:"model"`
	}
	switch {
	case !begun || json.Unmarshal(text, &known) != nil || known.Kind != PartKind && known.Kind != CheckpointKind:
		return errNoPart(kind)
	case known.Version != partVersion:
		return fmt.Errorf("it is of version %d, and this wavetank reads version %d: play it again", known.Version, partVersion)
	case known.Model != judge.Model:
		return fmt.Errorf("it was played by model %d, and this wavetank has model %d: the same seeds give other numbers", known.Model, judge.Model)
	case known.Kind != kind:
		return fmt.Errorf("it is a %s, and a %s is wanted", known.Kind, kind)
	}
	body, err := g.open(line, headEnd)
	if err != nil {
		return err
	}
	d := json.NewDecoder(io.MultiReader(bytes.NewReader(body[1:]), bytes.NewReader([]byte("}"))))
	d.DisallowUnknownFields()
	if err := d.Decode(h); err != nil {
		return fmt.Errorf("it is no head of a search: %w", err)
	}
	if again, err := h.encode(); err != nil || !bytes.Equal(again, body[1:]) {
		return errors.New("it is no head that wavetank writes: a key is missing, stands there twice or elsewhere")
	}
	return h.check()
}

// Read takes the plays of a part into memory: all that it says it has, or an error.
func (t *Tuning) Read(g *Reading, into *Log) error {
	plays := 0
	for {
		line, err := g.next()
		if err == io.EOF {
			err = errTorn
		}
		if err != nil {
			return g.at(err)
		}
		if bytes.HasPrefix(line, []byte(",{")) {
			return g.last(line, plays)
		}
		p, err := t.take(g, line, into, t.Plan.Replications, 0)
		if err != nil {
			return g.at(err)
		}
		if plays++; p.Figures != nil && uint32(g.sum)%uint32(plays) == 0 {
			g.Sample, g.sampled = p, g.line
		}
	}
}

// last reads the line that ends a part.
func (g *Reading) last(line []byte, plays int) error {
	body, err := g.open(line, lastEnd)
	if err == nil && string(body) != `,{"plays":`+strconv.Itoa(plays) {
		err = fmt.Errorf("it has %d plays, and says something else", plays)
	}
	if err != nil {
		return g.at(err)
	}
	if g.line++; g.more() {
		return g.at(errors.New("there is something behind its end"))
	}
	return nil
}

// more tells whether anything follows.
func (g *Reading) more() bool {
	_, err := g.r.Peek(1)
	return err == nil
}

// Resume takes the plays of a checkpoint into a log that goes on behind them. A last
// line that is not whole was cut off, and is left out: Size is where the next one
// belongs.
func (t *Tuning) Resume(g *Reading, into *Log) error {
	for {
		line, err := g.next()
		if err == nil {
			_, err = t.take(g, line, into, t.Plan.Most, t.Plan.Held)
		}
		if err == io.EOF || err != nil && !g.more() {
			into.sum = g.sum
			return nil
		}
		if err != nil {
			return g.at(err)
		}
	}
}

// take reads a play, and keeps it if the search may have made it: of replications
// before a first number, and of so many that are held out.
func (t *Tuning) take(g *Reading, line []byte, into *Log, search, held int) (p tune.Play, err error) {
	sum, size := g.sum, g.Size
	body, err := g.open(line, playEnd)
	if err != nil {
		return p, err
	}
	p, err = parsePlay(body)
	if err == nil {
		err = t.bounds(p, search, held)
	}
	if err == nil {
		err = into.add(p)
	}
	if err != nil {
		g.sum, g.Size = sum, size
	}
	return p, err
}

// Again plays the sample of a log here, and refuses figures that are not what it
// says: no checksum tells a play from one that somebody has made up, nor a machine
// that rounds otherwise.
func (t *Tuning) Again(ctx context.Context, g *Reading) error {
	p := g.Sample
	if p.Figures == nil {
		return nil
	}
	figures := make([]float64, len(p.Figures))
	if err := t.newPlayer().Play(ctx, p.Point, p.Replication, figures); err != nil {
		return err
	}
	for i, v := range figures {
		if math.IsInf(v, 0) {
			figures[i] = math.NaN() // as a search keeps it
		}
	}
	if !alike(figures, p.Figures) {
		return fmt.Errorf("%s:%d: point %s, replication %d, played again here, has other figures: another build or machine played it, or nobody did", g.file, g.sampled, p.Point, p.Replication)
	}
	return nil
}

// bounds refuses a play that the search does not make.
func (t *Tuning) bounds(p tune.Play, search, held int) error {
	size, _ := t.space().Size()
	columns := len(t.suite) * len(t.aims.columns.names)
	outside := 1 + len(t.rivals)
	switch r := p.Replication; {
	case p.Point.Inside() && uint64(p.Point) >= size:
		return fmt.Errorf("point %s is none of the %d of the search", p.Point, size)
	case !p.Point.Inside() && p.Point-tune.Outside >= tune.Point(outside):
		return fmt.Errorf("point %d is none of the search: outside of its space it has %d", -1-int64(p.Point-tune.Outside), outside)
	case r < 0 || r >= search && (r < tune.FirstHeld || r >= tune.FirstHeld+held):
		return fmt.Errorf("replication %d is none of those that are played here", r)
	case p.Figures == nil && t.plays(p.Point):
		return fmt.Errorf("the settings of point %s go together, and it says that they do not", p.Point)
	case p.Figures != nil && len(p.Figures) != columns:
		return fmt.Errorf("%d figures, and the search has %d of a play", len(p.Figures), columns)
	}
	return nil
}

// plays reports whether a point's settings make a strategy for each scenario.
func (t *Tuning) plays(at tune.Point) bool {
	for _, s := range t.suite {
		if t.loaded(at, s, true) == nil {
			return false
		}
	}
	return true
}

// Same refuses a log of another search.
func (t *Tuning) Same(g *Reading) error {
	if g.Head.Search != t.fingerprint() {
		return fmt.Errorf("%s:1: it belongs to another search (%s, this one is %s): scenarios, seeds, the strategy, what is varied or asked for differ", g.file, g.Head.Search, t.fingerprint())
	}
	return nil
}
