package search

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"

	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// A log of plays is a line that says of which search, and a line for each play;
// together they are an array in JSON. It is what a checkpoint holds, and what
// machines that share a search give to each other. A checkpoint is never closed,
// so that it can grow, and a line that was cut off in it is left out.

// PartKind names such files.
const PartKind = "wavetank-tune-part"

// partVersion rises when an older file cannot be read any more.
const partVersion = 1

// PartHead is the first line.
type PartHead struct {
	Kind    string   `json:"kind"`
	Version int      `json:"schema_version"`
	Model   int      `json:"model"`
	Search  string   `json:"search"` // 12 hex digits over all that decides an outcome
	Shard   string   `json:"shard"`  // as 2/8; empty: not divided
	Whole   bool     `json:"whole"`  // everything that the shard has to play is there
	Request []string `json:"request"`
}

// Head is the first line of a log of this search.
func (t *Tuning) Head(request []string) PartHead {
	h := PartHead{Kind: PartKind, Version: partVersion, Model: judge.Model, Search: t.fingerprint(), Request: request}
	if s := t.Plan.Shard; s.Of > 0 {
		h.Shard = fmt.Sprintf("%d/%d", s.Index, s.Of)
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

// WriteHead begins a log.
func WriteHead(w io.Writer, head PartHead) error {
	line, err := json.Marshal(head)
	if err != nil {
		return err
	}
	_, err = w.Write(slices.Concat([]byte("["), line, []byte("\n")))
	return err
}

// WritePart writes a whole log.
func WritePart(w io.Writer, head PartHead, plays iter.Seq[tune.Play]) error {
	b := bufio.NewWriter(w)
	if err := WriteHead(b, head); err != nil {
		return err
	}
	var line []byte
	for p := range plays {
		line = appendPlay(line[:0], p)
		if _, err := b.Write(line); err != nil {
			return err
		}
	}
	b.WriteString("]\n")
	return b.Flush()
}

// appendPlay writes a play on a line: point, replication, figures. Points outside
// the space are written as -1, -2, and so on.
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
	return append(line, "]\n"...)
}

// errTorn is the reason why a line is left out.
var errTorn = errors.New("a line was cut off")

// parsePlay reads a line of a log.
func parsePlay(line []byte, columns int) (p tune.Play, err error) {
	var cells []*json.Number
	line, ok := bytes.CutPrefix(line, []byte(","))
	if !ok || json.Unmarshal(line, &cells) != nil || len(cells) != 2 && len(cells) != 2+columns || cells[0] == nil || cells[1] == nil {
		return p, errTorn
	}
	at := cells[0].String()
	if at[0] == '-' {
		k, err := strconv.ParseInt(at, 10, 32)
		if err != nil {
			return p, errTorn
		}
		p.Point = tune.Outside + tune.Point(-1-k)
	} else if k, err := strconv.ParseUint(at, 10, 63); err == nil {
		p.Point = tune.Point(k)
	} else {
		return p, errTorn
	}
	if p.Replication, err = strconv.Atoi(cells[1].String()); err != nil || p.Replication < 0 {
		return p, errTorn
	}
	for _, c := range cells[2:] {
		v := math.NaN()
		if c != nil {
			if v, err = c.Float64(); err != nil {
				return p, errTorn
			}
		}
		p.Figures = append(p.Figures, v)
	}
	return p, nil
}
