package selftest

import (
	"reflect"
	"strconv"
	"strings"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
	"wavetank/scenarios"
	"wavetank/sim"
)

// drawer draws parts of the language by their types: the keys of a struct by its
// tags, the kinds of an interface from its registry. A new kind, or a new key of an
// old one, is drawn without being told of.
type drawer struct {
	dice
	names  []string // of the providers
	tokens bool     // laws are of tokens, not of times
	coarse bool     // times cut a run into pieces, of which there are not to be too many
	depth  int
}

// ticks are the keys whose times cut a run into pieces: whoever foresees all of them
// takes long.
var ticks = map[string]bool{"every": true, "down": true, "up": true}

// kind is one kind of a part.
type kind struct {
	name string
	make func() any
}

// kinds are those of each type of part.
var kinds = map[reflect.Type][]kind{
	reflect.TypeFor[sim.Arrivals]():        kindsOf(&sim.ArrivalKinds),
	reflect.TypeFor[faults.Law]():          kindsOf(&faults.Laws),
	reflect.TypeFor[faults.Fault]():        kindsOf(&faults.Kinds),
	reflect.TypeFor[policy.Order]():        kindsOf(&policy.Orders),
	reflect.TypeFor[policy.Availability](): kindsOf(&policy.Availabilities),
	reflect.TypeFor[policy.Admission]():    kindsOf(&policy.Admissions),
	reflect.TypeFor[policy.Retry]():        kindsOf(&policy.Retries),
	reflect.TypeFor[policy.Trip]():         kindsOf(&policy.Trips),
	reflect.TypeFor[policy.Open]():         kindsOf(&policy.Opens),
	reflect.TypeFor[policy.HalfOpen]():     kindsOf(&policy.HalfOpens),
	reflect.TypeFor[policy.Hedge]():        kindsOf(&policy.Hedges),
	reflect.TypeFor[policy.Budget]():       kindsOf(&policy.Budgets),
	reflect.TypeFor[policy.Validate]():     kindsOf(&policy.Validates),
	reflect.TypeFor[policy.Exhausted]():    kindsOf(&policy.Exhausteds),
}

func kindsOf[T any](r *chain.Registry[T]) (out []kind) {
	for _, e := range r.Entries() {
		if !named(reflect.TypeOf(e.New()).Elem()) {
			out = append(out, kind{e.Kind, func() any { return e.New() }})
		}
	}
	return out
}

// named tells a kind that is nothing without a file, and a world has none.
func named(t reflect.Type) bool {
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("yaml") == "file" && f.Tag.Get("required") == "true" {
			return true
		}
	}
	return false
}

// unwritten are texts that name files, or tell people something.
var unwritten = map[string]bool{"file": true, "column": true, "unit": true, "dialect": true}

// deepest bounds parts within parts: laws of mixtures of mixtures.
const deepest = 3

// dear are kinds that take as long to compile as thousands of requests to play.
var dear = map[string]bool{"gamma": true}

// draws is how often a part is drawn anew that the language refuses.
const draws = 12

// fitting draws a part that the language takes, nil where it takes none of many.
func (d *drawer) fitting(t reflect.Type) *yamldoc.Node {
	for range draws {
		n := d.value(t, "")
		if n == nil {
			continue
		}
		decoder := yamldoc.Decoder{Types: scenarios.Types}
		if decoder.Read(n, reflect.New(t).Interface()) == nil {
			return n
		}
	}
	return nil
}

// fittingAs draws a part of a type by its parameter.
func fittingAs[T any](d *drawer) *yamldoc.Node { return d.fitting(reflect.TypeFor[T]()) }

// value draws a value of a type; nil leaves it out. Tag holds the few words that
// it may be, if they are few.
func (d *drawer) value(t reflect.Type, enum string) *yamldoc.Node {
	if enum != "" {
		return word(pick(&d.dice, strings.Split(enum, ",")))
	}
	if draw := written[t]; draw != nil {
		return word(draw(d))
	}
	if w, ok := reflect.New(t).Interface().(yamldoc.Worded); ok {
		return word(pick(&d.dice, w.Words()))
	}
	switch t.Kind() {
	case reflect.Pointer:
		return d.value(t.Elem(), "")
	case reflect.Bool:
		return word(strconv.FormatBool(d.once(2)))
	case reflect.String:
		return word(pick(&d.dice, d.names))
	case reflect.Float64:
		return word(pick(&d.dice, floats))
	case reflect.Slice:
		return d.list(t)
	case reflect.Map:
		return d.table(t)
	case reflect.Struct:
		return d.keys(reflect.New(t).Elem(), &yamldoc.Node{Kind: yamldoc.Map})
	case reflect.Interface:
		return d.union(t)
	}
	return word(strconv.Itoa(d.int()))
}

// word is a scalar.
func word(text string) *yamldoc.Node { return &yamldoc.Node{Kind: yamldoc.Scalar, Text: text} }

// union draws a kind and its keys.
func (d *drawer) union(t reflect.Type) *yamldoc.Node {
	all, known := kinds[t]
	if !known {
		panic("selftest: nobody says which kinds of " + t.String() + " there are")
	}
	if d.depth >= deepest {
		return nil
	}
	k := pick(&d.dice, all)
	if dear[k.name] && !d.once(4) {
		k = pick(&d.dice, all)
	}
	d.depth++
	defer func() { d.depth-- }()
	n := mapping("kind", word(k.name))
	if v := reflect.ValueOf(k.make()); v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Struct {
		d.keys(v.Elem(), n)
	}
	return n
}

// mapping is a map of one key.
func mapping(key string, value *yamldoc.Node) *yamldoc.Node {
	return put(&yamldoc.Node{Kind: yamldoc.Map}, key, value)
}

// put adds a key, unless it has no value.
func put(n *yamldoc.Node, key string, value *yamldoc.Node) *yamldoc.Node {
	if value != nil {
		n.Entries = append(n.Entries, yamldoc.Entry{Key: key, Value: value})
	}
	return n
}

// keys draws some of a struct's keys into a map, and all that must be there. Most
// are left out, so that defaults are met too.
func (d *drawer) keys(v reflect.Value, n *yamldoc.Node) *yamldoc.Node {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("yaml")
		name, flags, _ := strings.Cut(tag, ",")
		switch {
		case !tagged, name == "-", unwritten[name]:
		case strings.Contains(flags, "inline") && f.Type.Kind() == reflect.Struct:
			d.keys(v.Field(i), n)
		case f.Tag.Get("required") == "true" || d.once(3):
			d.coarse = ticks[name]
			put(n, name, d.value(f.Type, f.Tag.Get("enum")))
			d.coarse = false
		}
	}
	return n
}

// list draws a few items. A list of names holds each once.
func (d *drawer) list(t reflect.Type) *yamldoc.Node {
	n := &yamldoc.Node{Kind: yamldoc.List}
	if t.Elem().Kind() == reflect.String && written[t.Elem()] == nil && !worded(t.Elem()) {
		for _, name := range d.some() {
			n.Items = append(n.Items, word(name))
		}
		return n
	}
	for range 1 + d.roll(3) {
		if item := d.value(t.Elem(), ""); item != nil {
			n.Items = append(n.Items, item)
		}
	}
	return n
}

func worded(t reflect.Type) bool {
	_, ok := reflect.New(t).Interface().(yamldoc.Worded)
	return ok
}

// some draws some of the providers, in any order.
func (d *drawer) some() []string {
	all := append([]string(nil), d.names...)
	shuffle(&d.dice, all)
	return all[:1+d.roll(len(all))]
}

// table draws a map by the names of providers, or by words.
func (d *drawer) table(t reflect.Type) *yamldoc.Node {
	n, names := &yamldoc.Node{Kind: yamldoc.Map}, d.some()
	if w, ok := reflect.New(t.Key()).Interface().(yamldoc.Worded); ok {
		names = []string{pick(&d.dice, w.Words())}
	}
	for _, name := range names {
		put(n, name, d.value(t.Elem(), ""))
	}
	return n
}
