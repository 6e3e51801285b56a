package stored

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"wavetank/report/measure"
)

// Bounds of what is read: no run lasts thirty years.
const (
	readSeconds = 1e9
	readInt     = 1 << 31
	readInt64   = 1 << 53
)

// decode reads a value into a part of a document. What is wrong with it is said
// of what it is called.
func (d *document) decode(s *shape, t *tree, v reflect.Value, what string) {
	if d.err != nil {
		return
	}
	if t.kind == treeNull && (s.null || s.kind == shapeMixed) {
		d.absent(s, v)
		return
	}
	switch s.kind {
	case shapePointer:
		v.Set(reflect.New(s.of.Elem()))
		d.decode(s.elem, t, v.Elem(), what)
	case shapeRecord:
		if d.is(t, treeObject, what) {
			d.decodeRecord(s, t, v)
		}
	case shapeNamed:
		if d.is(t, treeObject, what) {
			d.decodeNamed(s, t, v)
		}
	case shapeList:
		if d.is(t, treeList, what) {
			d.decodeList(s, t, v, what)
		}
	default:
		d.decodePlain(s, t, v, what)
	}
}

// absent is a value that is null: a number that there is not.
func (d *document) absent(s *shape, v reflect.Value) {
	switch s.kind {
	case shapeFloat:
		v.SetFloat(measure.None)
	case shapeMixed:
		v.Set(reflect.ValueOf(mixed{number: measure.None}))
	}
}

func (d *document) decodeRecord(s *shape, t *tree, v reflect.Value) {
	if s.placed {
		v.Field(0).Field(0).Set(reflect.ValueOf(t))
	}
	for i := range s.fields {
		f := &s.fields[i]
		at := t.at(f.key)
		switch {
		case f.loose:
		case at == nil || at.kind == treeNull:
			if f.must {
				d.fail(int(t.from), "the key %q is missing", f.key)
			}
			d.absent(f.shape, v.Field(f.index))
		default:
			what := f.key
			if d.about != "" {
				what = d.about
			}
			d.decode(f.shape, at, v.Field(f.index), what)
			if f.words != "" {
				d.among(f.words, at, v.Field(f.index).String())
			}
		}
	}
}

// among demands a word of a vocabulary.
func (d *document) among(words string, t *tree, word string) {
	if !slices.Contains(Vocabularies[words], word) {
		d.fail(int(t.from), "unknown %s %q; there are: %s", words, word, strings.Join(Vocabularies[words], ", "))
	}
}

// decodeNamed reads an object by names. Those that this build does not know are
// of a later one.
func (d *document) decodeNamed(s *shape, t *tree, v reflect.Value) {
	var known []keyDoc
	fixed, isClosed := v.Interface().(closed)
	if isClosed {
		known = fixed.keys()
	}
	for i, name := range t.inner.keys {
		if isClosed && !slices.ContainsFunc(known, func(k keyDoc) bool { return k.name == name }) {
			continue
		}
		e := reflect.New(s.of.Elem()).Elem()
		e.Field(0).SetString(name)
		d.about = name
		d.decode(s.elem, &t.inner.items[i], e.Field(1), name)
		d.about = ""
		v.Set(reflect.Append(v, e))
	}
}

func (d *document) decodeList(s *shape, t *tree, v reflect.Value, what string) {
	items := t.items()
	if s.of.Kind() == reflect.Array {
		if len(items) != v.Len() {
			d.fail(int(t.from), "%s: expected %d values, got %d", what, v.Len(), len(items))
			return
		}
	} else {
		v.Set(reflect.MakeSlice(s.of, len(items), len(items)))
	}
	for i := range items {
		d.decode(s.elem, &items[i], v.Index(i), what)
	}
}

func (d *document) decodePlain(s *shape, t *tree, v reflect.Value, what string) {
	text := string(d.data[t.from:t.to])
	switch s.kind {
	case shapeBool:
		v.SetBool(d.is(t, treeBool, what) && text == "true")
	case shapeText:
		v.SetString(d.textOf(t, what))
	case shapeInt:
		most := int64(readInt)
		if s.of.Kind() == reflect.Int64 {
			most = readInt64
		}
		v.SetInt(d.wholeOf(t, what, most))
	case shapeUint:
		n, err := strconv.ParseUint(text, 10, 64)
		if d.is(t, treeNumber, what) && err != nil {
			d.fail(int(t.from), "%s is no %s", text, s.of.Name())
		}
		v.SetUint(n)
	case shapeFloat:
		v.SetFloat(d.numberOf(t, what))
	case shapeSeconds:
		v.SetInt(int64(d.secondsOf(t, what)))
	case shapeMixed:
		if t.kind == treeText {
			v.Set(reflect.ValueOf(mixed{measure.None, d.textOf(t, what)}))
		} else {
			v.Set(reflect.ValueOf(mixed{number: d.numberOf(t, what)}))
		}
	default:
		panic("report: nobody reads a " + s.of.String())
	}
}

// is demands a kind.
func (d *document) is(v *tree, kind treeKind, what string) bool {
	if v.kind != kind {
		d.fail(int(v.from), "%s: expected %s, got %s", what, kind, v.kind)
	}
	return v.kind == kind
}

// textOf reads a text. What cannot be printed is no text of ours: it would reach
// a terminal.
func (d *document) textOf(v *tree, what string) string {
	if !d.is(v, treeText, what) {
		return ""
	}
	s := d.decodeText(int(v.from), int(v.to))
	if strings.ContainsFunc(s, func(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }) {
		d.fail(int(v.from), "%s holds a control character", what)
	}
	return s
}

func (d *document) numberOf(v *tree, what string) float64 {
	if !d.is(v, treeNumber, what) {
		return math.NaN()
	}
	f, err := strconv.ParseFloat(string(d.data[v.from:v.to]), 64)
	if err != nil {
		d.fail(int(v.from), "%s: %s is out of range", what, d.data[v.from:v.to])
	}
	return f
}

// wholeOf reads a whole number up to a bound.
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

// secondsOf reads a time that is written in seconds.
func (d *document) secondsOf(v *tree, what string) time.Duration {
	s := d.numberOf(v, what)
	if !(math.Abs(s) <= readSeconds) {
		d.fail(int(v.from), "%s: no time of a run", what)
		return 0
	}
	return time.Duration(math.Round(s * 1e9))
}
