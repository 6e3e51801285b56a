package chain

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
