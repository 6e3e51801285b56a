package policy

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wavetank/chain"
)

// show writes a table with a line per class: retry, failover, evidence.
func show(c chain.Classifier) string {
	var b strings.Builder
	for class := range chain.NumClasses {
		v := c.Classify(&chain.Outcome{Class: class})
		if v.Class != class {
			fmt.Fprintf(&b, "MISFILED AS %s: ", v.Class)
		}
		fmt.Fprintf(&b, "%s:", class)
		if v.Retry {
			b.WriteString(" retry")
		}
		if v.Failover {
			b.WriteString(" failover")
		}
		fmt.Fprintf(&b, " %s\n", v.Evidence)
	}
	return b.String()
}

func TestPresetTables(t *testing.T) {
	for preset, want := range map[ClassifyPreset]string{
		PresetByCause: `ok: good
ok_slow: good
ok_invalid: failover none
rate_limit: retry failover bad
quota: failover bad
overload: retry failover bad
server: retry failover bad
timeout: retry failover bad
connect: retry failover bad
truncated: retry failover bad
auth: none
model_missing: none
bad_request: none
context_length: none
content_policy: none
caller_cancel: none
caller_deadline: none
local_reject: failover none
`,
		PresetTransientOnly: `ok: good
ok_slow: good
ok_invalid: none
rate_limit: failover bad
quota: none
overload: failover bad
server: failover bad
timeout: failover bad
connect: failover bad
truncated: failover bad
auth: none
model_missing: none
bad_request: none
context_length: none
content_policy: none
caller_cancel: none
caller_deadline: none
local_reject: failover none
`,
	} {
		if diff := cmp.Diff(want, show((&Classify{Preset: preset}).Build())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", preset.Words()[preset], diff)
		}
	}
	if diff := cmp.Diff(show(chain.AnyError{}), show((&Classify{}).Build())); diff != "" {
		t.Errorf("any-error is not neutral (-neutral +any-error):\n%s", diff)
	}
}

// TestRulesOverrideSingleFields sets each field of each class alone and finds
// it, and nothing else, changed.
func TestRulesOverrideSingleFields(t *testing.T) {
	yes, trip := true, Evidence(chain.Trip)
	for class := range chain.NumClasses {
		for field, rule := range map[string]ClassRule{"retry": {Retry: &yes}, "failover": {Failover: &yes}, "evidence": {Evidence: &trip}} {
			doc := &Classify{Preset: PresetByCause}
			slot := reflect.ValueOf(&doc.Rules).Elem().Field(int(class))
			slot.Set(reflect.ValueOf(&rule))
			got, plain := doc.Build(), (&Classify{Preset: PresetByCause}).Build()
			for other := range chain.NumClasses {
				want := plain.Classify(&chain.Outcome{Class: other})
				if other == class {
					rule.apply(&want)
				}
				if v := got.Classify(&chain.Outcome{Class: other}); v != want {
					t.Errorf("a rule for %s of %s: %s = %+v, want %+v", field, class, other, v, want)
				}
			}
		}
	}
}

// TestRulesNameEveryClass holds the fields of ClassRules to the classes.
func TestRulesNameEveryClass(t *testing.T) {
	typ := reflect.TypeFor[ClassRules]()
	if typ.NumField() != int(chain.NumClasses) {
		t.Fatalf("ClassRules has %d fields, there are %d classes", typ.NumField(), chain.NumClasses)
	}
	for class := range chain.NumClasses {
		if got := typ.Field(int(class)).Tag.Get("yaml"); got != class.String() {
			t.Errorf("field %d of ClassRules is %q, want %q", class, got, class)
		}
	}
}
