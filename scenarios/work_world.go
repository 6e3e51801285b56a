package scenarios

import (
	"math"
	"reflect"
	"strings"
	"time"

	"wavetank/faults"
)

// world reckons what the providers and the timeline do by themselves, whoever calls:
// states that change, each seed anew, for each provider that a row strikes.
func (r *reckoning) world() {
	f := r.sc.Document
	acting := make([]float64, len(f.Providers)) // sources, by provider
	for i := range acting {
		acting[i] = 2
	}
	struck := make([][]int, len(f.Timeline))
	for k, e := range f.Timeline {
		struck[k], _ = faults.Targets(e.Provider, r.providers())
		for _, i := range struck[k] {
			acting[i]++
		}
	}
	r.slowest = r.slow()
	always := f.Warmup + f.Duration + f.Workload.Patience
	for i := range f.Providers {
		p := &f.Providers[i].Value
		path := "providers." + p.Name
		if p.Errors != nil {
			r.failing += float64(p.Errors.Share)
			r.changes(path+".errors", p.Errors, always, acting[i])
		}
		r.changes(path+".latency", p.Latency, always, acting[i])
		if p.Limits != nil { // which may turn calls away at any time
			r.failing++
		}
	}
	for k := range f.Timeline {
		e := &f.Timeline[k]
		r.struck(e)
		for _, i := range struck[k] {
			r.changes(FmtPath("timeline", k), e.Fault, r.within(e), acting[i])
		}
	}
	r.failing = min(1, r.failing)
}

// within is how long a row of the timeline acts.
func (r *reckoning) within(e *faults.Entry) time.Duration { return e.For.Max }

// struck notes how much of the time a row of the timeline takes calls their answers,
// or makes them slower.
func (r *reckoning) struck(e *faults.Entry) {
	f := r.sc.Document
	switch fault := e.Fault.(type) {
	case *faults.Latency:
		r.slowest = time.Duration(min(float64(r.slowest)*fault.Factor, float64(math.MaxInt64/4))) + fault.Shift
		return
	case faults.Silent:
		if fault.Silences() {
			r.silences += min(e.For.Max, f.Duration)
		}
	}
	if e.Fault.Stage() != faults.AtLatency {
		r.failing += min(1, float64(e.For.Max)/float64(f.Duration))
	}
}

// changes reckons a source whose state changes.
func (r *reckoning) changes(path string, source any, d time.Duration, sources float64) {
	c, ok := source.(faults.Restless)
	if !ok {
		return
	}
	ticks, changes := c.Changes(d)
	if ticks == 0 {
		return
	}
	runs := float64(len(r.sc.Strategies))
	r.cost.Changes += float64(runs * changes)
	r.rate += changes / d.Seconds()
	what := count(changes, "changes") + " of state for each provider"
	const hint = "let it change less often, end sooner, or strike fewer providers"
	r.add(charge{playing, runs * (float64(changes*changeTime*max(1, sources/4)) + float64(ticks*tickTime)), path, what, hint})
	r.add(charge{keeping, sideBySide * changes * changeBytes, path, what, hint})
}

// slow is an answer that takes long for a provider that is well.
func (r *reckoning) slow() (most time.Duration) {
	for _, p := range r.providers() {
		if t, err := p.Latency.Table(); err == nil {
			most = max(most, t.Draw(math.MaxUint64-math.MaxUint64/10_000))
		}
	}
	return most
}

// laws reckons what the laws of the document take to compile.
func (r *reckoning) laws() {
	r.labour("", reflect.ValueOf(r.sc.Document))
}

// labour goes through a value with laws in it.
func (r *reckoning) labour(path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			r.labour(path, v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			at := FmtPath(path, i)
			if isNamed(v.Type().Elem()) {
				at = path // of the map that the list was
			}
			r.labour(at, v.Index(i))
		}
	case reflect.Struct:
		if isNamed(v.Type()) {
			r.labour(path+"."+v.Field(0).String(), v.Field(1))
			return
		}
		if v.CanAddr() {
			r.compiling(path, v.Addr().Interface())
		}
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				r.labour(inside(path, f.Tag.Get("yaml")), v.Field(i))
			}
		}
	}
}

// compiling reckons one law, or traffic that keeps one.
func (r *reckoning) compiling(path string, part any) {
	var d time.Duration
	switch part := part.(type) {
	case faults.Law:
		d = faults.LabourOf(part)
	case faults.Laborious:
		d = part.Labour()
	}
	const hint = "fewer gamma laws, and fewer parts in mixtures"
	r.add(charge{blocking, float64(d), path, "compiling laws as this one", hint})
}

// inside is the path of a key under a path.
func inside(path, tag string) string {
	key, flags, _ := strings.Cut(tag, ",")
	if key == "" || key == "-" || strings.Contains(flags, "inline") {
		return path
	}
	return strings.TrimPrefix(path+"."+key, ".")
}
