package chain_test

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
)

// strategyOf reads the short form in which transcripts write a strategy: a line
// per slot, and within it key=value pairs; lists are written a+b. A slot with
// kinds takes the kind as its first word; the breaker's three follow one
// another.
//
//	retry exponential max=2 base=1s
//	breaker engine=native trip consecutive failures=2 open constant base=30s half_open single
//	order weighted weights=a:3+b:1
//	order tiers tiers=a+b/c
//	breaker trip any_of of=immediate+count,failures=2,window=1m open constant base=1s half_open none
//	inside retry=constant,max=2
//	own a retry none
//	own b breaker open constant base=1m
func strategyOf(text string) (d policy.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			slot(&d, words[0], words[1:])
		}
	}
	return d, nil
}

func slot(d *policy.Document, name string, words []string) {
	switch name {
	case "order":
		d.Order = part(policy.Orders.Lookup, words)
	case "availability":
		d.Availability = part(policy.Availabilities.Lookup, words)
	case "admission":
		d.Admission = part(policy.Admissions.Lookup, words)
	case "attempt":
		d.Attempt = fill(&policy.Attempt{}, words)
	case "classify":
		d.Classify = fill(&policy.Classify{}, words)
	case "retry":
		d.Retry = part(policy.Retries.Lookup, words)
	case "breaker":
		d.Breaker = breaker(words)
	case "hedge":
		d.Hedge = part(policy.Hedges.Lookup, words)
	case "budget":
		d.Budget = part(policy.Budgets.Lookup, words)
	case "validate":
		d.Validate = part(policy.Validates.Lookup, words)
	case "deadline":
		d.Deadline = fill(&policy.Deadline{}, words)
	case "inside":
		d.Inside = fill(&policy.Inside{}, words)
	case "own": // a name, a slot, and that slot's words
		own := d.PerProvider[words[0]]
		if own == nil {
			own = &policy.Own{}
		}
		if words[1] == "retry" {
			own.Retry = part(policy.Retries.Lookup, words[2:])
		} else {
			b := breaker(words[2:])
			own.Breaker = &policy.OwnBreaker{Trip: b.Trip, Open: b.Open, HalfOpen: b.HalfOpen}
		}
		if d.PerProvider == nil {
			d.PerProvider = map[string]*policy.Own{}
		}
		d.PerProvider[words[0]] = own
	case "exhausted":
		d.Exhausted = part(policy.Exhausteds.Lookup, words)
	default:
		panic("no slot " + name)
	}
}

// breaker reads its own fields, then trip, open and half_open with theirs.
func breaker(words []string) *policy.Breaker {
	b, parts := &policy.Breaker{}, map[string][]string{}
	name := ""
	for _, w := range words {
		if w == "trip" || w == "open" || w == "half_open" {
			name = w
			continue
		}
		parts[name] = append(parts[name], w)
	}
	fill(b, parts[""])
	for name, words := range parts {
		switch name {
		case "trip":
			b.Trip = part(policy.Trips.Lookup, words)
		case "open":
			b.Open = part(policy.Opens.Lookup, words)
		case "half_open":
			b.HalfOpen = part(policy.HalfOpens.Lookup, words)
		}
	}
	return b
}

// part makes the kind that the first word names.
func part[T any](lookup func(string) (chain.Entry[T], error), words []string) T {
	e, err := lookup(words[0])
	if err != nil {
		panic(err)
	}
	p := e.New()
	fill(p, words[1:])
	return p
}

// fill sets fields by their yaml tags.
func fill[T any](p T, words []string) T {
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		set(field(reflect.ValueOf(p).Elem(), key), value)
	}
	return p
}

// field finds a field by its tag; a dotted key leads through structs, which are
// made where they are missing.
func field(v reflect.Value, key string) reflect.Value {
	f, ok := lookup(v, key)
	if !ok {
		panic(fmt.Sprintf("%s has no field %s", v.Type(), key))
	}
	return f
}

func lookup(v reflect.Value, key string) (f reflect.Value, ok bool) {
	head, rest, deeper := strings.Cut(key, ".")
	for i := range v.NumField() {
		tag, option, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ",")
		if option == "inline" {
			if f, ok := lookup(v.Field(i), key); ok {
				return f, ok
			}
		}
		if tag != head {
			continue
		}
		f := v.Field(i)
		if f.Kind() == reflect.Pointer {
			if f.IsNil() {
				f.Set(reflect.New(f.Type().Elem()))
			}
			f = f.Elem()
		}
		if deeper {
			return lookup(f, rest)
		}
		return f, true
	}
	return f, false
}

func set(f reflect.Value, value string) {
	if u, ok := f.Addr().Interface().(encoding.TextUnmarshaler); ok {
		must(u.UnmarshalText([]byte(value)))
		return
	}
	switch f.Interface().(type) {
	case time.Duration:
		d, err := time.ParseDuration(value)
		must(err)
		f.SetInt(int64(d))
		return
	}
	switch p := f.Addr().Interface().(type) {
	case *policy.Trip:
		*p = part(policy.Trips.Lookup, inner(value))
		return
	case *policy.Open:
		*p = part(policy.Opens.Lookup, inner(value))
		return
	case *policy.Retry:
		*p = part(policy.Retries.Lookup, inner(value))
		return
	}
	switch f.Kind() {
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(value, 10, 64)
		must(err)
		f.SetInt(n)
	case reflect.Struct: // its fields in their order
		for i, item := range strings.Split(value, ":") {
			set(f.Field(i), strings.ReplaceAll(item, ",", "+"))
		}
	case reflect.Bool:
		b, err := strconv.ParseBool(value)
		must(err)
		f.SetBool(b)
	case reflect.String:
		f.SetString(value)
	case reflect.Slice:
		between := "+"
		if f.Type().Elem().Kind() == reflect.Slice {
			between = "/"
		}
		items := strings.Split(value, between)
		f.Set(reflect.MakeSlice(f.Type(), len(items), len(items)))
		for i, item := range items {
			set(f.Index(i), item)
		}
	default:
		panic("no way to set a " + f.Type().String())
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// inner are the words of a part within a part: between commas, and within that
// between semicolons.
func inner(value string) []string {
	if !strings.Contains(value, ",") {
		return strings.Split(value, ";")
	}
	return strings.Split(value, ",")
}
