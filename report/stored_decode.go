package report

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// want returns the value of a key and demands its kind. Nil means that it is not
// there, or null, which is a mistake where it must be.
func (d *document) want(t *tree, key string, kind treeKind, must bool) *tree {
	v := t.at(key)
	if v == nil || v.kind == treeNull {
		if must {
			d.fail(int(t.from), "the key %q is missing", key)
		}
		return nil
	}
	if !d.is(v, kind, key) {
		return nil
	}
	return v
}

// is demands a kind.
func (d *document) is(v *tree, kind treeKind, what string) bool {
	if v.kind != kind {
		d.fail(int(v.from), "%s: expected %s, got %s", what, kind, v.kind)
	}
	return v.kind == kind
}

// text reads a text, empty where there is none. What cannot be printed is no
// text of ours: it would reach a terminal.
func (d *document) text(t *tree, key string, must bool) string {
	v := d.want(t, key, treeText, must)
	if v == nil {
		return ""
	}
	return d.textOf(v, key)
}

func (d *document) textOf(v *tree, what string) string {
	if !d.is(v, treeText, what) {
		return ""
	}
	s := d.decode(int(v.from), int(v.to))
	if strings.ContainsFunc(s, func(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }) {
		d.fail(int(v.from), "%s holds a control character", what)
	}
	return s
}

func (d *document) texts(t *tree, key string) (out []string) {
	for _, v := range d.list(t, key, false) {
		out = append(out, d.textOf(&v, key))
	}
	return out
}

func (d *document) list(t *tree, key string, must bool) []tree {
	return d.want(t, key, treeList, must).items()
}

func (d *document) flag(t *tree, key string) bool {
	v := d.want(t, key, treeBool, false)
	return v != nil && d.data[v.from] == 't'
}

// number reads a number, 0 where there is none.
func (d *document) number(t *tree, key string) float64 {
	v := d.want(t, key, treeNumber, false)
	if v == nil {
		return 0
	}
	return d.numberOf(v, key)
}

// numberOf reads a number; null is no value.
func (d *document) numberOf(v *tree, what string) float64 {
	if v.kind == treeNull {
		return math.NaN()
	}
	if !d.is(v, treeNumber, what) {
		return math.NaN()
	}
	f, err := strconv.ParseFloat(string(d.data[v.from:v.to]), 64)
	if err != nil {
		d.fail(int(v.from), "%s: %s is out of range", what, d.data[v.from:v.to])
	}
	return f
}

// whole reads a whole number up to a bound.
func (d *document) whole(t *tree, key string, most int64) int64 {
	v := d.want(t, key, treeNumber, false)
	if v == nil {
		return 0
	}
	return d.wholeOf(v, key, most)
}

func (d *document) wholeOf(v *tree, what string, most int64) int64 {
	if !d.is(v, treeNumber, what) {
		return 0
	}
	n, err := strconv.ParseInt(string(d.data[v.from:v.to]), 10, 64)
	if err != nil || n < 0 || n > most {
		d.fail(int(v.from), "%s: %s is no whole number from 0 to %d", what, d.data[v.from:v.to], most)
		return 0
	}
	return n
}

// readSeconds bounds times: no run lasts thirty years.
const readSeconds = 1e9

// seconds reads a time that is written in seconds.
func (d *document) seconds(t *tree, key string) time.Duration {
	v := d.want(t, key, treeNumber, false)
	if v == nil {
		return 0
	}
	return d.secondsOf(v, key)
}

func (d *document) secondsOf(v *tree, what string) time.Duration {
	s := d.numberOf(v, what)
	if !(math.Abs(s) <= readSeconds) {
		d.fail(int(v.from), "%s: no time of a run", what)
		return 0
	}
	return time.Duration(math.Round(s * 1e9))
}
