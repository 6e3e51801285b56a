package chain

import "time"

// Strategy is a recipe: one part per question the machine asks. A nil or zero
// part is neutral. Recipes hold no state and may be shared; whatever remembers
// is made by its factory when [New] makes a chain.
type Strategy struct {
	Name         string
	Order        Order          // whom to ask, in which order; nil is the written order
	Availability Availability   // whom to leave out when a call begins; nil leaves out nobody
	Admission    AdmissionMaker // how much a provider is asked to carry; nil anything
	Attempt      Timeouts       // how long one attempt may take
	Inside       *Inside        // retries of an SDK below, within each attempt; nil none
	Classify     Classifier     // what an outcome means; nil fails over on any error
	Soon         time.Duration  // a failure fails over only if it came this soon after sending; 0: whenever it came
	Detours      []Detour       // whom to ask instead after certain failures
	Retry        Retry          // whether and when to ask the same provider again; nil never
	Breaker      BreakerMaker   // memory per scope; nil has none
	Scopes       Scoper         // which providers share a breaker; nil: each has its own
	Hedge        Hedge          // when to ask a second provider in parallel; nil never
	Budget       BudgetMaker    // whether an extra attempt may be afforded; nil always
	Validate     Validator      // whether a body fits; nil believes the status
	Deadline     Deadline       // bounds over the whole call
	Exhausted    ExhaustedKind  // which error is reported when nobody is left
	Own          map[string]Own // parts of single providers, by name; nil: all have the strategy's
}

// Own are the parts that one provider has in place of the strategy's. What is nil
// is the strategy's.
type Own struct {
	Retry   Retry        // asks the same provider again, or nobody
	Breaker BreakerMaker // means nothing where the strategy has none
}

// Needs returns the fewest failures that open a provider's breaker; 0: no count
// ever does, or there is none.
func (s *Strategy) Needs(provider string) int {
	switch own := s.Own[provider].Breaker; {
	case s.Breaker == nil:
		return 0
	case own != nil:
		return own.Needs()
	}
	return s.Breaker.Needs()
}

// Timeouts bound one attempt. Zero is no bound.
type Timeouts struct {
	Connect   time.Duration // from send to the connection
	FirstByte time.Duration // from send to the first byte of the answer
	IdleGap   time.Duration // between two parts of the answer, once it has begun
	Total     time.Duration // from send to the whole answer
	As        Class         // what running out is taken for; OK, the zero value, is Timeout
}

// phased tells bounds that need to hear how an answer comes in.
func (t *Timeouts) phased() bool { return t.Connect > 0 || t.FirstByte > 0 || t.IdleGap > 0 }

// Phased reports whether a driver must tell Progress of attempts.
func (t Timeouts) Phased() bool { return t.phased() }

// Classifier answers what an outcome means. It must not remember.
type Classifier interface {
	Classify(o *Outcome) Verdict
}

// ClassTable is implemented by classifiers that look at nothing but the class:
// their answers are asked for once.
type ClassTable interface {
	ByClass() [NumClasses]Verdict
}

// Detour sends a call elsewhere after a failure of one class: to providers with
// a larger window, or another policy. A call takes one detour at most.
type Detour struct {
	Class     Class
	Providers []string
}

// Inside is what an SDK below the chain does by itself: retries within one
// attempt of the chain's, under the attempt's own timeout. Breaker and classify
// see the last one alone; the world, and whoever counts waste, see all.
type Inside struct {
	Retry   Retry
	Retries [NumClasses]bool // the classes that it retries
}

// Scoper says which providers share one memory.
type Scoper interface {
	// Scopes returns the scope of each provider, numbered from 0 without gaps.
	Scopes(providers []string) ([]int16, error)
}

// Validator answers whether a successful body fits what was asked for.
type Validator interface {
	Fits(o *Outcome, body []byte) bool
}

// Healer is implemented by validators that mend an answer before they judge it.
type Healer interface {
	// Heal returns the answer as it is delivered.
	Heal(body []byte) []byte
}

// Deadline bounds a whole call. Zero values bound nothing.
type Deadline struct {
	Total     time.Duration // from the call's beginning
	Attempts  int           // attempts over all providers
	Failovers int           // failovers
	Slice     time.Duration // an attempt leaves this much for each provider still in the queue
}

// ExhaustedKind says which error a call reports when nobody is left to ask.
type ExhaustedKind uint8

// The kinds of final error.
const (
	ReportLast      ExhaustedKind = iota // the last attempt's
	ReportFirst                          // the first attempt's
	ReportPrimary                        // the last one of the first provider in the queue
	ReportAggregate                      // all of them: count and redacted summaries
	ReportSynthetic                      // one of our own
)

// AnyError is the neutral classifier: every error may be retried, fails over
// and counts against the provider, unless it is of this process: such a one only
// fails over.
type AnyError struct{}

func (AnyError) ByClass() (t [NumClasses]Verdict) {
	for c := range t {
		t[c] = AnyError{}.Classify(&Outcome{Class: Class(c)})
	}
	return t
}

func (AnyError) Classify(o *Outcome) Verdict {
	switch o.Class {
	case OK, OKSlow:
		return Verdict{Class: o.Class, Evidence: Good}
	case CallerCancel, CallerDeadline:
		return Verdict{Class: o.Class, Evidence: None}
	case LocalReject: // which says nothing of the provider, and would say it again
		return Verdict{Class: o.Class, Failover: true, Evidence: None}
	}
	return Verdict{Class: o.Class, Retry: true, Failover: true, Evidence: Bad}
}
