package faults

import (
	"errors"
	"fmt"
	"math"
)

// Form is the shape of a success's body: as asked for, or one of the ways in
// which providers miss it (structured-output catalogue).
type Form uint8

// The forms.
const (
	FormValid        Form = iota // fits the schema
	FormFenced                   // valid JSON inside a Markdown fence
	FormProse                    // valid JSON between two sentences
	FormMissingField             // a required property is absent
	FormWrongType                // a number as text, a list as its only item, …
	FormExtraField               // a property that nobody asked for
	FormWrongEnum                // an enum's value in another spelling
	FormTruncated                // breaks off in the middle, status 200 all the same
	FormEmpty                    // no bytes at all
	FormRefusal                  // an apology instead of JSON
	FormWrapped                  // the answer one level down, under "result"
	NumForms                     // how many there are
)

var formNames = [NumForms]string{
	"valid", "fenced", "prose", "missing_field", "wrong_type", "extra_field", "wrong_enum", "truncated", "empty", "refusal", "wrapped",
}

// String returns the form as it is written in files.
func (f Form) String() string {
	if f < NumForms {
		return formNames[f]
	}
	return "unknown"
}

// Outputs is a mix of forms. Weights are exclusive and need not sum to
// anything.
type Outputs struct {
	Valid        float64 `yaml:"valid" doc:"weight of answers that fit the schema"`
	Fenced       float64 `yaml:"fenced" doc:"weight of JSON inside a Markdown fence"`
	Prose        float64 `yaml:"prose" doc:"weight of JSON between two sentences"`
	MissingField float64 `yaml:"missing_field" doc:"weight of answers without a required property"`
	WrongType    float64 `yaml:"wrong_type" doc:"weight of answers with a value of another type"`
	ExtraField   float64 `yaml:"extra_field" doc:"weight of answers with a property nobody asked for; fits unless the schema forbids it"`
	WrongEnum    float64 `yaml:"wrong_enum" doc:"weight of answers that spell an enum's value otherwise"`
	Truncated    float64 `yaml:"truncated" doc:"weight of answers that break off with status 200"`
	Empty        float64 `yaml:"empty" doc:"weight of empty answers"`
	Refusal      float64 `yaml:"refusal" doc:"weight of apologies instead of JSON"`
	Wrapped      float64 `yaml:"wrapped" doc:"weight of answers one level down, under \"result\""`

	mixed   bool             // more than one form has weight
	only    Form             // the last form that has
	n       int              // how many have
	forms   [NumForms]Form   // those, in order
	bounds  [NumForms]uint64 // a draw below the i-th bound takes the i-th form
	invalid float64          // share of answers that do not fit
}

// weights returns the weights by form.
func (o *Outputs) weights() [NumForms]float64 {
	return [NumForms]float64{o.Valid, o.Fenced, o.Prose, o.MissingField, o.WrongType, o.ExtraField,
		o.WrongEnum, o.Truncated, o.Empty, o.Refusal, o.Wrapped}
}

// Check refuses a mix that means nothing.
func (o *Outputs) Check() error {
	sum := 0.0
	for f, w := range o.weights() {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("the weight of %s is %g: weights are numbers of at least 0", Form(f), w)
		}
		sum += w
	}
	if sum == 0 || math.IsInf(sum, 1) {
		return errors.New("the weights of outputs sum to nothing: give at least one form a weight above 0")
	}
	return nil
}

// Compile turns weights into integer bounds and asks the blueprint which forms
// fit.
func (o *Outputs) Compile(b *Blueprint) error {
	if err := o.Check(); err != nil {
		return err
	}
	weights := o.weights()
	sum, bad := 0.0, 0.0
	for f, w := range weights {
		sum += w
		if !b.fits[f] {
			bad += w
		}
	}
	o.n, o.invalid = 0, bad/sum
	upto := 0.0
	for f, w := range weights {
		if w == 0 {
			continue
		}
		upto += w
		o.forms[o.n], o.bounds[o.n] = Form(f), Share(upto/sum).threshold()
		o.only = Form(f)
		o.n++
	}
	o.bounds[o.n-1] = math.MaxUint64
	o.mixed = o.n > 1
	return nil
}

// pick returns the form at the quantile u/2^64.
func (o *Outputs) pick(u uint64) Form {
	for i := range o.n - 1 {
		if u < o.bounds[i] {
			return o.forms[i]
		}
	}
	return o.only
}
