package policy

import (
	"reflect"
	"strings"
	"testing"
)

type checker interface{ Check() error }

// TestChecks breaks one parameter a row; the error must begin with its field.
func TestChecks(t *testing.T) {
	never, constant, single := &NeverTrip{}, &ConstantOpen{Base: sec}, &SingleProbe{}
	for _, c := range []struct {
		part checker
		want string // beginning of a line of the error; "" for none
	}{
		{&Listed{Providers: []string{"a", "b"}}, ""},
		{&Listed{Providers: []string{"a", "b", "a"}}, ""},
		{&Listed{Providers: make([]string, 256)}, "providers: 256 names"},
		{&Attempt{Total: sec}, ""},
		{&Attempt{}, "total: "},
		{&Deadline{Total: sec}, ""},
		{&Deadline{Attempts: 3}, ""},
		{&Deadline{}, "total: "},
		{&Deadline{Total: -1}, "total: "},
		{&Deadline{Total: sec, Attempts: 256}, "attempts: "},
		{&ConstantRetry{Max: 1}, ""},
		{&ConstantRetry{}, "max: "},
		{&ConstantRetry{Max: 255}, "max: "},
		{&ConstantRetry{Max: 1, Base: -1}, "base: "},
		{&ConstantRetry{Max: 1, Jitter: JitterDecorrelated}, "jitter: "},
		{&ConstantRetry{Max: 1, HintCap: sec}, "hint_cap: "},
		{&ConstantRetry{Max: 1, Hint: HintHonour, HintCap: -1}, "hint_cap: "},
		{&LinearRetry{Max: 1, Base: sec, Cap: sec}, ""},
		{&LinearRetry{Max: 1}, "base: "},
		{&LinearRetry{Max: 1, Base: sec, Cap: sec - 1}, "cap: "},
		{&LinearRetry{Max: 1, Base: sec, Jitter: JitterDecorrelated}, "jitter: "},
		{&ExponentialRetry{Max: 1, Base: sec, Factor: 1000, Jitter: JitterDecorrelated, Hint: HintHonour, HintCap: sec}, ""},
		{&ExponentialRetry{Max: 1, Factor: 2000}, "base: "},
		{&ExponentialRetry{Max: 1, Base: sec, Factor: 999}, "factor: must be 1 or more, not 0.999"},
		{&ExponentialRetry{Max: 1, Base: sec, Factor: 2000, Cap: -1}, "cap: "},
		{&ConsecutiveTrip{Failures: 1}, ""},
		{&ConsecutiveTrip{}, "failures: "},
		{&ConstantOpen{}, "base: "},
		{&LinearOpen{Base: sec}, ""},
		{&LinearOpen{Base: sec, Max: 1}, "max: "},
		{&ExponentialOpen{Base: sec, Factor: 2000, Jitter: JitterEqual}, ""},
		{&ExponentialOpen{Base: sec, Factor: 2000, Jitter: JitterFull}, "jitter: "},
		{&ExponentialOpen{Base: sec}, "factor: "},
		{&ExponentialOpen{Base: -1, Factor: 2000}, "base: "},
		{&PermitProbes{N: 3}, ""},
		{&PermitProbes{}, "permits: "},
		{&DelayHedge{After: sec, MaxExtra: 1}, ""},
		{&DelayHedge{MaxExtra: 1}, "after: "},
		{&DelayHedge{After: sec}, "max_extra: "},
		{&TokenRatio{Ratio: 200, Burst: 1, Covers: []Cover{CoverRetry}}, ""},
		{&TokenRatio{Covers: []Cover{CoverRetry}}, "burst: "},
		{&TokenRatio{Burst: 1}, "covers: "},
		{&SchemaFit{}, ""},
		{&SchemaFit{Schema: []byte(`{"type": "object"}`)}, ""},
		{&SchemaFit{Schema: []byte(`{"type": `)}, "schema: reading"},
		{&SchemaFit{Schema: []byte(`{"type": "objekt"}`)}, "schema: compiling"},
		{&SchemaFit{Schema: []byte(`{"$ref": "file:///etc/passwd"}`)}, "schema: compiling"},
		{&Breaker{Trip: never, Open: constant, HalfOpen: single}, ""},
		{&Breaker{Open: constant, HalfOpen: single}, "trip: "},
		{&Breaker{Trip: never, HalfOpen: single}, "open: "},
		{&Breaker{Trip: never, Open: constant}, "half_open: "},
		{&Breaker{Trip: never, Open: constant, HalfOpen: single, AlwaysOne: true}, "always_one: means nothing"},
		{&Breaker{Engine: Gobreaker, Trip: never, Open: constant, HalfOpen: single}, ""},
		{&Breaker{Trip: never, Open: constant, HalfOpen: &NoHalfOpen{}, SuccessClears: true}, ""},
		{&Breaker{Engine: Gobreaker, Trip: never, Open: constant, HalfOpen: &NoHalfOpen{}}, "half_open: gobreaker"},
		{&Breaker{Engine: Gobreaker, Trip: never, Open: constant, HalfOpen: single, SuccessClears: true}, "success_clears: gobreaker"},
		{&Breaker{Engine: Gobreaker, Trip: never, Open: constant, HalfOpen: single, FailureExtends: true}, "failure_extends: gobreaker"},
		{&Breaker{Engine: Gobreaker, Trip: oddTrip{}, Open: constant, HalfOpen: single}, "trip: gobreaker"},
	} {
		if err := c.part.Check(); !says(err, c.want) {
			t.Errorf("%T%+v: error %v, want a line that begins with %q", c.part, c.part, err, c.want)
		}
	}
}

// says tells whether a line of an error begins with a text; "" wants no error.
func says(err error, want string) bool {
	if err == nil || want == "" {
		return err == nil && want == ""
	}
	return strings.Contains("\n"+err.Error(), "\n"+want)
}

// oddTrip is a kind that gobreaker has not.
type oddTrip struct{}

func (oddTrip) Check() error { return nil }
func (oddTrip) Build() Tally { return &inARow{} }
func (oddTrip) Needs() int   { return 0 }

// TestDocumentNamesTheField finds the path of each fault in a document of many.
func TestDocumentNamesTheField(t *testing.T) {
	d := Document{
		Attempt: &Attempt{}, Retry: &ConstantRetry{},
		Breaker: &Breaker{Trip: &ConsecutiveTrip{}, Open: &ConstantOpen{Base: sec}, HalfOpen: &PermitProbes{}},
	}
	_, err := d.Strategy("mine")
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"strategy mine: ", "attempt: total: ", "retry: max: ", "breaker: trip: failures: ", "half_open: permits: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q lacks %q", err, want)
		}
	}
}

// kinds lists a new part of every registered kind.
func kinds() map[string]checker {
	all := map[string]checker{}
	add := func(slot, kind string, part checker) { all[slot+"/"+kind] = part }
	for _, e := range Orders.Entries() {
		add("order", e.Kind, e.New())
	}
	for _, e := range Availabilities.Entries() {
		add("availability", e.Kind, e.New())
	}
	for _, e := range Retries.Entries() {
		add("retry", e.Kind, e.New())
	}
	for _, e := range Trips.Entries() {
		add("trip", e.Kind, e.New())
	}
	for _, e := range Opens.Entries() {
		add("open", e.Kind, e.New())
	}
	for _, e := range HalfOpens.Entries() {
		add("half_open", e.Kind, e.New())
	}
	for _, e := range Hedges.Entries() {
		add("hedge", e.Kind, e.New())
	}
	for _, e := range Budgets.Entries() {
		add("budget", e.Kind, e.New())
	}
	for _, e := range Admissions.Entries() {
		add("admission", e.Kind, e.New())
	}
	for _, e := range Validates.Entries() {
		add("validate", e.Kind, e.New())
	}
	for _, e := range Exhausteds.Entries() {
		add("exhausted", e.Kind, e.New())
	}
	return all
}

// TestKinds holds what every registered kind owes: tags, documentation, and
// defaults that are complete but for what is required.
func TestKinds(t *testing.T) {
	for name, part := range kinds() {
		typ := reflect.TypeOf(part).Elem()
		required := false
		for _, f := range reflect.VisibleFields(typ) {
			key := f.Tag.Get("yaml")
			if key == "-" || f.Anonymous && key == ",inline" {
				continue
			}
			if key == "" || f.Tag.Get("doc") == "" {
				t.Errorf("%s: field %s lacks a yaml or doc tag", name, f.Name)
			}
			required = required || f.Tag.Get("required") == "true"
		}
		if err := part.Check(); !required && err != nil {
			t.Errorf("%s: needs nothing, but its defaults are refused: %v", name, err)
		}
	}
}

// TestNewPartsAreApart changes a new part and finds the next one unchanged.
func TestNewPartsAreApart(t *testing.T) {
	e, err := Budgets.Lookup("token_ratio")
	if err != nil {
		t.Fatal(err)
	}
	e.New().(*TokenRatio).Covers[0] = CoverFailover
	if got := e.New().(*TokenRatio).Covers[0]; got != CoverRetry {
		t.Errorf("the default covers %d, want retry", got)
	}
}
