package scenarios

import (
	"reflect"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
	"wavetank/sim"
)

// Bounds on what one scenario may hold. They are far above what people write,
// and keep a hostile file from costing more than a second.
const (
	MaxProviders  = 64
	maxFaults     = 256
	maxStrategies = 64
	maxRules      = 1000
	maxLawCost    = 500 // milliseconds, about
)

// small reports whether the document holds no more than anybody writes. It is
// asked before anything is decoded.
func (l *loader) small() bool {
	for _, b := range []struct {
		path string
		most int
	}{{"providers", MaxProviders}, {"timeline", maxFaults}, {"strategies", maxStrategies}, {"expect", maxRules}} {
		l.count(b.path, l.root.Get(b.path), b.most)
	}
	if t := l.root.Get("timeline"); t != nil && l.problems == nil {
		for i, e := range t.Items {
			l.count(FmtPath("timeline", i)+".provider", e.Get("provider"), MaxProviders)
		}
	}
	return l.problems == nil
}

// count refuses a list or a map of more than so many.
func (l *loader) count(path string, n *yamldoc.Node, most int) {
	if n != nil && len(n.Items)+len(n.Entries) > most {
		l.note(path, "", "%d are too many: at most %d", len(n.Items)+len(n.Entries), most)
	}
}

// affordable reports whether the laws compile in a moment.
func (l *loader) affordable() bool {
	cost := lawCost(reflect.ValueOf(l.sc.Document))
	if cost > maxLawCost {
		l.note("providers", "fewer gamma laws, and fewer parts in mixtures", "the laws of this scenario take too long to compile: about %d ms", cost)
	}
	return cost <= maxLawCost
}

// lawCost estimates how long the laws within a value take to compile, in
// milliseconds: a gamma law some forty, a mixture as the square of its parts.
func lawCost(v reflect.Value) int {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return lawCost(v.Elem())
	case reflect.Slice:
		sum := 0
		for i := range v.Len() {
			sum += lawCost(v.Index(i))
		}
		return sum
	case reflect.Struct:
		return structCost(v)
	}
	return 0
}

func structCost(v reflect.Value) int {
	sum := 0
	switch x := v.Addr().Interface().(type) {
	case *faults.Constant, *sim.Poisson, *sim.Constant:
		return 0
	case *faults.Gamma:
		return 40
	case *faults.Mixture:
		sum = len(x.Parts) * len(x.Parts)
	case *sim.Gamma, *sim.Steps, *sim.Ramp, *sim.Bursts:
		sum = 40
	case faults.Law:
		sum = 1
	}
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			sum += lawCost(v.Field(i))
		}
	}
	return sum
}
