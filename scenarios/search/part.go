package search

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math"
	"strconv"

	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// A log of plays is a line that says of which search, a line for each play, and, in
// parts, one that says how many they are; together they are an array in JSON:
//
//	[{"kind":"wavetank-tune-part",…,"sum":"8d3f0a11"}
//	,[17,0,0.25,null,"0b5e7c93"]
//	,{"plays":1,"sum":"e1a2f004"}]
//
// Each line ends in the CRC-32C of everything before it, line ends and checksums
// left out, so that a line that was changed, lost or moved shows. There is one way
// to write each value, and no other is read. Machines that share a search give each
// other parts. A checkpoint is never closed, so that it can grow, and a last line
// that was cut off in it is left out.

// The kinds of such files.
const (
	PartKind       = "wavetank-tune-part"
	CheckpointKind = "wavetank-tune-checkpoint"
)

// partVersion rises when an older file cannot be read any more. 1 carried the
// arguments of a command.
const partVersion = 2

// MaxShards is as many parts as a search is divided into: the size of the arrays
// that clusters allow.
const MaxShards = 10_000

// PartHead is the first line. Its keys are all there is, in this order.
type PartHead struct {
	Kind    string     `json:"kind"`
	Version int        `json:"schema_version"`
	Model   int        `json:"model"`
	Search  string     `json:"search"`          // 12 hex digits over all that decides an outcome
	Shard   *PartShard `json:"shard,omitempty"` // nil: not divided
	Whole   bool       `json:"whole"`           // everything that the shard has to play is there
	Request Request    `json:"request"`
}

// PartShard is which shard of how many, from 1.
type PartShard struct {
	Index int `json:"index"`
	Of    int `json:"of"`
}

// Head is the first line of a log of this search.
func (t *Tuning) Head(kind string, r Request) PartHead {
	h := PartHead{Kind: kind, Version: partVersion, Model: judge.Model, Search: t.fingerprint(), Request: r}
	if s := t.Plan.Shard; s.Of > 0 {
		h.Shard = &PartShard{s.Index, s.Of}
	}
	return h
}

// fingerprint is the hash of everything that decides what a search finds: not the
// machines, the workers, the engine.
func (t *Tuning) fingerprint() string {
	p := t.Plan
	p.Workers, p.Shard = 0, tune.Shard{}
	sum := sha256.New()
	e := json.NewEncoder(sum)
	write := func(v any) {
		if err := e.Encode(v); err != nil {
			panic("scenarios: " + err.Error()) // strings and numbers
		}
	}
	write(judge.Model)
	for _, s := range t.suite {
		write([]any{s.Name, s.Hash, s.Seed, s.SLO})
	}
	write([]any{t.base.Hash, p, t.Over, t.aims.objectives, t.aims.requirements})
	for _, a := range t.axes {
		write([]any{a.Name, a.Labels})
	}
	for _, l := range append(t.rivals, t.presets...) {
		write([]any{l.Name, l.Hash})
	}
	return hex.EncodeToString(sum.Sum(nil))[:scenarios.Short]
}

// check refuses what no wavetank has written.
func (h *PartHead) check() error {
	hash, err := hex.DecodeString(h.Search)
	switch {
	case err != nil || len(hash)*2 != scenarios.Short:
		return fmt.Errorf("search %q: expected %d hex digits", h.Search, scenarios.Short)
	case h.Kind == PartKind && h.Shard == nil:
		return errors.New("a part says which shard it is")
	case h.Shard != nil && (h.Shard.Of < 1 || h.Shard.Of > MaxShards || h.Shard.Index < 1 || h.Shard.Index > h.Shard.Of):
		return fmt.Errorf("shard %d/%d: at least 1, at most %d", h.Shard.Index, h.Shard.Of, MaxShards)
	case len(h.Request.Scenarios) == 0:
		return errNoScenario
	}
	return h.Request.Check()
}

// encode is the head as JSON, the one way to write it.
func (h *PartHead) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(h)
	return bytes.TrimSuffix(b.Bytes(), []byte("}\n")), err
}

// checksum is that of all that was written or read of a log.
type checksum uint32

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// add takes a line without its checksum.
func (c *checksum) add(line []byte) { *c = checksum(crc32.Update(uint32(*c), castagnoli, line)) }

// The ends of lines, behind which nothing stands.
const (
	headEnd = `,"sum":"%08x"}`
	playEnd = `,"%08x"]`
	lastEnd = `,"sum":"%08x"}]`
)

// seal ends a line.
func (c *checksum) seal(line []byte, end string) []byte {
	c.add(line)
	return append(fmt.Appendf(line, end, uint32(*c)), '\n')
}

// HeadLine is the first line of a log.
func HeadLine(head PartHead) ([]byte, error) {
	var c checksum
	return c.head(head)
}

func (c *checksum) head(head PartHead) ([]byte, error) {
	text, err := head.encode()
	return c.seal(append([]byte("["), text...), headEnd), err
}

// WritePart writes a whole log.
func WritePart(w io.Writer, head PartHead, plays iter.Seq[tune.Play]) error {
	var c checksum
	b := bufio.NewWriter(w)
	line, err := c.head(head)
	if err != nil {
		return err
	}
	b.Write(line) // the first error comes back from Flush
	n := 0
	for p := range plays {
		line = c.seal(appendPlay(line[:0], p), playEnd)
		if _, err := b.Write(line); err != nil {
			return err
		}
		n++
	}
	b.Write(c.seal(fmt.Appendf(line[:0], `,{"plays":%d`, n), lastEnd))
	return b.Flush()
}

// appendPlay writes a play on a line, but for its end: point, replication, figures.
// Points outside the space are written as -1, -2, and so on.
func appendPlay(line []byte, p tune.Play) []byte {
	line = append(line, ",["...)
	if p.Point.Inside() {
		line = strconv.AppendUint(line, uint64(p.Point), 10)
	} else {
		line = strconv.AppendInt(line, -1-int64(p.Point-tune.Outside), 10)
	}
	line = strconv.AppendInt(append(line, ','), int64(p.Replication), 10)
	for _, v := range p.Figures {
		line = append(line, ',')
		if math.IsNaN(v) || math.IsInf(v, 0) {
			line = append(line, "null"...)
			continue
		}
		line = strconv.AppendFloat(line, v, 'g', -1, 64)
	}
	return line
}

// parsePlay reads a play as appendPlay writes it.
func parsePlay(line []byte) (p tune.Play, err error) {
	cells := bytes.Split(bytes.TrimPrefix(line, []byte(",[")), []byte(","))
	bad := errors.New("it is no play: a point, a replication and figures")
	if len(cells) < 2 {
		return p, bad
	}
	at, err := strconv.ParseInt(string(cells[0]), 10, 64)
	if err != nil {
		return p, bad
	}
	if p.Point = tune.Point(at); at < 0 {
		p.Point = tune.Outside + tune.Point(-1-at)
	}
	if p.Replication, err = strconv.Atoi(string(cells[1])); err != nil {
		return p, bad
	}
	for _, c := range cells[2:] {
		v := math.NaN()
		if string(c) != "null" {
			if v, err = strconv.ParseFloat(string(c), 64); err != nil {
				return p, bad
			}
		}
		p.Figures = append(p.Figures, v)
	}
	if !bytes.Equal(appendPlay(nil, p), line) {
		return p, bad
	}
	return p, nil
}
