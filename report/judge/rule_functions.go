package judge

import "slices"

// function is what a rule may call: a name, whether it takes one expression or two
// that measure the same, and what it makes of their values.
type function struct {
	name  string
	takes int
	value func(of []float64) float64
}

// functions are all that there are. A new one is a row here.
var functions = []function{
	{"max", 2, slices.Max[[]float64]},
	{"min", 2, slices.Min[[]float64]},
}

// functionNamed finds a function, nil for none.
func functionNamed(name string) *function {
	k := slices.IndexFunc(functions, func(f function) bool { return f.name == name })
	if k < 0 {
		return nil
	}
	return &functions[k]
}
