package chain

import "time"

// Order answers whom to ask for one call, best first.
type Order interface {
	// Queue appends provider indexes to buf and returns it.
	Queue(now Instant, r *Request, buf []int16) []int16
}

// OrderMaker is an order that must know its surroundings, or that remembers; New
// replaces it by what it makes.
type OrderMaker interface {
	Order
	MakeOrder(e OrderEnv) (Order, error)
}

// OrderEnv is what an order may need to know.
type OrderEnv struct {
	Providers []string
	Luck      Luck   // a stream of the order's own
	Oracle    Oracle // nil but for drivers in virtual time
}

// Prices are what the providers charge, in any unit that all share; nil where
// nobody knows.
func (e *OrderEnv) Prices() []int64 {
	if p, ok := e.Oracle.(Pricer); ok {
		return p.Prices()
	}
	return nil
}

// Pricer is implemented by oracles that know what providers charge.
type Pricer interface {
	// Prices returns one above zero for each provider, or nil.
	Prices() []int64
}

// Follower is implemented by orders that learn from what came of attempts.
type Follower interface {
	// Followed is told how an attempt was judged, and how long it took. Attempts
	// that nobody waited for are not told.
	Followed(now Instant, provider int16, v Verdict, took time.Duration)
}

// Rerouter is implemented by orders that change a call's queue after a failure,
// as keys of one provider do.
type Rerouter interface {
	// Reroute edits the rest of a queue after a failure that fails over, and
	// returns it.
	Reroute(queue []int16, failed int16, v Verdict) []int16
}

// Oracle knows the future; a driver in virtual time has one, and only the
// clairvoyant order asks it.
type Oracle interface {
	// Foresee returns where and when an attempt for r, decided at now, would get a
	// usable answer, or ok false if no provider will give one in time.
	Foresee(now Instant, r *Request) (f Foresight, ok bool)
}

// Foresight is what an oracle sees.
type Foresight struct {
	Provider int16
	Ordinal  int     // which of the keyed outcomes on that provider is usable
	At       Instant // when to send
}

// Planner is an order that foresees the one attempt worth sending.
type Planner interface {
	Plan(now Instant, r *Request) (Foresight, bool)
}

// Availability answers who is left out of a call from its start.
type Availability interface {
	// Keep filters queue in place.
	Keep(now Instant, queue []int16, b Breakers) Kept
}

// Breakers is what a chain's breakers say to whoever chooses among providers.
type Breakers interface {
	// Ready tells whether a provider's breaker would admit an attempt now.
	Ready(now Instant, provider int16) bool
	// Reopens returns when a provider that is not ready will be; Never where that
	// depends on an attempt in flight.
	Reopens(now Instant, provider int16) Instant
}

// Kept is what availability leaves of a queue.
type Kept struct {
	Queue  []int16
	Bypass bool          // this call asks no breaker, and tells none
	Wait   time.Duration // above zero: nobody is asked for so long, and then the order is asked anew
}

// RequestKind says what is wrong with a request, if anything. A world reads it;
// the machine does not, for a real client could not know.
type RequestKind uint8

// The kinds of requests.
const (
	Chat       RequestKind = iota // nothing wrong
	Malformed                     // every provider answers 400
	Overlong                      // larger than some context windows
	Disallowed                    // content that every provider's policy refuses
	NumKinds                      // how many there are
)

var kindNames = [NumKinds]string{"chat", "malformed", "overlong", "disallowed"}

// String returns the kind as it is written in files.
func (k RequestKind) String() string { return kindNames[k] }

// Request is one question of the application's.
type Request struct {
	Number    int64       // counts from 0 in order of arrival, warm-up included
	Kind      RequestKind // for worlds and oracles
	Again     int16       // attempts sent before its order was asked once more; 0 at first
	TokensIn  int32       // prompt
	TokensOut int32       // answer, as far as a world decides it
	Deadline  Instant     // when the caller stops waiting; 0 means Never
}

// Draws is the counter of an order's k-th draw for the request: another one each
// time that the order is asked anew, or chance would name the same provider
// again.
func (r *Request) Draws(k int) uint64 { return Key(r.Number|int64(r.Again)<<40, k) }
