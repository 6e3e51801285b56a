package measure

import (
	"strings"
	"testing"
)

// TestWords: each metric has a word and a meaning, and no two metrics share one, but
// that phases have those of the whole run.
func TestWords(t *testing.T) {
	said := map[string]string{}
	for _, m := range Catalogue {
		base := Base(m.Name)
		if m.Word == "" || m.Summary == "" {
			t.Errorf("%s: word %q, meaning %q", m.Name, m.Word, m.Summary)
		}
		if other, ok := said[m.Word]; ok && other != base {
			t.Errorf("%s and %s are both called %q", other, base, m.Word)
		}
		said[m.Word] = base
		if got := WordOf(m.Name); got != WordOf(base) {
			t.Errorf("%s is called %q, and %s %q", m.Name, got, base, WordOf(base))
		}
	}
	for _, name := range ProviderCatalogue {
		m, _ := OfProvider(name)
		if m.Word == "" || m.Summary == "" {
			t.Errorf("a provider's %s: word %q, meaning %q", name, m.Word, m.Summary)
		}
		if i, ok := Index[name]; ok && Catalogue[i].Word != m.Word {
			t.Errorf("%s is called %q of a run and %q of a provider", name, Catalogue[i].Word, m.Word)
		}
	}
}

func TestPhasesOf(t *testing.T) {
	for name, want := range map[string]string{"latency_p99": "before during after", "slo_rate": "before during after since", "trips": "", "latency_p99.during": ""} {
		if got := strings.Join(PhasesOf(name), " "); got != want {
			t.Errorf("PhasesOf(%s) = %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"latency_p99.during": "latency_p99", "wasted.doomed.known": "wasted.doomed.known", "slo_rate.since": "slo_rate"} {
		if got := Base(name); got != want {
			t.Errorf("Base(%s) = %s, want %s", name, got, want)
		}
	}
}
