package fakehttp

import (
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// sample is one way in which an attempt can go.
type sample struct {
	name     string
	provider faults.Provider
	fault    faults.Fault // nil: none
	kind     chain.RequestKind
	attempts int64 // how many are made, for faults that draw; 0 is one
}

// samples cover every registered kind of fault, each in every manner, and what a
// provider does of its own.
func samples() []sample {
	soon, all := millis(2), faults.Share(1)
	out := []sample{
		{name: "none"},
		{name: "malformed", kind: chain.Malformed},
		{name: "disallowed", kind: chain.Disallowed},
		{name: "overlong", kind: chain.Overlong, provider: faults.Provider{ContextWindow: 1}},
		{name: "limits", provider: faults.Provider{Limits: &faults.Limits{RequestsPerMinute: 1, RetryAfter: fixedHint()}}, attempts: 2},
		{name: "streamed", provider: faults.Provider{Latency: &faults.Stream{TTFT: millis(100), TokensPerSecond: 300}}},
		{name: "refuse", fault: &faults.Refuse{Share: all, After: soon}},
		{name: "reset", fault: &faults.Reset{Share: all, After: soon}},
		{name: "throttle", fault: &faults.Throttle{Share: all, After: soon}},
		{name: "throttle with a hint", fault: &faults.Throttle{Share: all, After: soon, RetryAfter: faults.FixedHint(7 * time.Second)}},
		{name: "latency", fault: &faults.Latency{Factor: 3, Share: all}},
		{name: "flap", fault: &faults.Flap{Down: hour, Up: hour, As: "status", Code: 503, After: soon}},
		{name: "outage", fault: outage(), attempts: 40},
	}
	for _, s := range []faults.Silence{faults.BeforeHeaders, faults.InBody, faults.InStream} {
		out = append(out, sample{name: "hang " + s.String(), fault: &faults.Hang{Share: all, Silence: s}})
	}
	for _, b := range []faults.ErrorBody{faults.JSONBody, faults.HTMLBody, faults.EmptyBody} {
		for _, code := range []int{500, 503, 529} {
			out = append(out, sample{name: "status " + b.String(), fault: &faults.Status{Code: code, Share: all, After: soon, Body: b}})
		}
		out = append(out,
			sample{name: "status with a hint " + b.String(), fault: &faults.Status{Code: 429, Share: all, After: soon, Body: b, RetryAfter: faults.FixedHint(3 * time.Second)}},
			sample{name: "errors " + b.String(), fault: &faults.Errors{Status: 502, Share: all, After: soon, Body: b}})
	}
	for _, code := range []int{400, 401, 402, 403, 404, 408, 422, 504} {
		out = append(out, sample{name: "status", fault: &faults.Status{Code: code, Share: all, After: soon}})
	}
	for _, at := range []faults.Share{0, 0.3, 0.7, 1} {
		out = append(out, sample{name: "cut", fault: &faults.Cut{At: at, Share: all}})
	}
	for f := range faults.NumForms {
		out = append(out, sample{name: "diverge " + f.String(), fault: &faults.Diverge{Share: all, Outputs: outputs(f)}})
	}
	return out
}

var hour = faults.Span{Min: time.Hour, Max: time.Hour}

func fixedHint() (h faults.LimitHint) {
	if err := h.UnmarshalText([]byte("9s")); err != nil {
		panic(err)
	}
	return h
}

// outage is one that strikes every attempt in one of its ways.
func outage() faults.Fault {
	e, err := faults.Kinds.Lookup("outage")
	if err != nil {
		panic(err)
	}
	f := e.New().(*faults.Outage)
	f.Severity, f.TimeoutAfter, f.Kinds.Hang = faults.SeverityFull, millis(20), 0
	return f
}

// outputs is a mix of one form.
func outputs(f faults.Form) *faults.Outputs {
	o := &faults.Outputs{}
	for form, weight := range map[faults.Form]*float64{
		faults.FormValid: &o.Valid, faults.FormFenced: &o.Fenced, faults.FormProse: &o.Prose, faults.FormMissingField: &o.MissingField,
		faults.FormWrongType: &o.WrongType, faults.FormExtraField: &o.ExtraField, faults.FormWrongEnum: &o.WrongEnum,
		faults.FormTruncated: &o.Truncated, faults.FormEmpty: &o.Empty, faults.FormRefusal: &o.Refusal, faults.FormWrapped: &o.Wrapped,
	} {
		if form == f {
			*weight = 1
		}
	}
	return o
}
