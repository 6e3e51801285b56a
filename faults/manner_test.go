package faults

import (
	"reflect"
	"slices"
	"testing"

	"wavetank/chain"

	"github.com/google/go-cmp/cmp"
)

// TestMannerAlone: how a reply shows itself on a wire changes nothing else about
// it, whatever the fault, and each way is seen.
func TestMannerAlone(t *testing.T) {
	seen := map[Manner]bool{}
	eachFault(t, func(t *testing.T, plain Fault) {
		for _, f := range mannered(plain) {
			with, without := faultyWorld(t, 4, f), faultyWorld(t, 4, plain)
			for i := range int64(1200) {
				at := chain.Instant(55e9 + i*40_000_000)
				got, want := ask(with, i, 0, at), ask(without, i, 0, at)
				seen[got.Manner] = true
				got.Manner = want.Manner
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("at %s (-%+v +%+v):\n%s", at, plain, f, diff)
				}
			}
			if with.Extended(0) != without.Extended(0) || !cmp.Equal(with.Fired(), without.Fired()) || !slices.Equal(slices.Collect(with.Episodes(0)), slices.Collect(without.Episodes(0))) {
				t.Errorf("%+v: another life than %+v", f, plain)
			}
		}
	})
	for m := range ByNothing + 1 {
		if !seen[m] {
			t.Errorf("no fault shows manner %d", m)
		}
	}
}

// mannered lists a fault with each word in each of its fields of a manner.
func mannered(plain Fault) (out []Fault) {
	v := reflect.ValueOf(plain).Elem()
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		w, ok := v.Field(i).Interface().(interface{ Words() []string })
		if _, hasManner := v.Field(i).Interface().(interface{ manner() Manner }); !ok || !hasManner {
			continue
		}
		for n := range w.Words() {
			f := reflect.New(v.Type())
			f.Elem().Set(v)
			f.Elem().Field(i).SetUint(uint64(n))
			out = append(out, f.Interface().(Fault))
		}
	}
	return append(out, plain)
}

// TestMannerOf: which fault shows itself how.
func TestMannerOf(t *testing.T) {
	only := func(k OutageKinds) *Outage {
		f := severity(SeverityFull).(*Outage)
		f.Kinds, f.Silence, f.Body = k, InStream, HTMLBody
		return f
	}
	for _, row := range []struct {
		name  string
		fault Fault
		want  Manner
	}{
		{"refuse", &Refuse{Share: 1, After: soon(1)}, Usual},
		{"reset", &Reset{Share: 1, After: soon(1)}, ByReset},
		{"hang", &Hang{Share: 1}, Usual},
		{"hang before the body", &Hang{Share: 1, Silence: InBody}, AfterHeaders},
		{"hang within the answer", &Hang{Share: 1, Silence: InStream}, MidAnswer},
		{"status", &Status{Code: 500, Share: 1, After: soon(1)}, Usual},
		{"status with a page", &Status{Code: 502, Share: 1, After: soon(1), Body: HTMLBody}, ByHTML},
		{"status with nothing", &Status{Code: 502, Share: 1, After: soon(1), Body: EmptyBody}, ByNothing},
		{"errors with a page", &Errors{Status: 502, Share: 1, After: soon(1), Body: HTMLBody}, ByHTML},
		{"outage with pages", only(OutageKinds{Timeout: 1}), ByHTML},
		{"outage that hangs", only(OutageKinds{Hang: 1}), MidAnswer},
		{"outage that resets", only(OutageKinds{Reset: 1}), ByReset},
		{"outage that cuts", only(OutageKinds{Stream: 1}), Usual},
		{"throttle", &Throttle{Share: 1, After: soon(1)}, Usual},
		{"cut", &Cut{At: 0.5, Share: 1}, Usual},
	} {
		w := single(t, Provider{Latency: soon(2000)}, func(s *Spec) {
			s.Timeline = []Entry{{For: Span{windowLong, windowLong}, Provider: []string{"all"}, Fault: row.fault}}
		})
		if r := ask(w, 1, 0, 1); r.Manner != row.want || r.Outcome.Class == chain.OK {
			t.Errorf("%s: %s in manner %d, want manner %d", row.name, r.Outcome.Class, r.Manner, row.want)
		}
		if r := ask(w, 2, 0, chain.Instant(windowLong)); r.Manner != Usual {
			t.Errorf("%s: manner %d after its window", row.name, r.Manner)
		}
	}
}
