package policy

// After is how a test ends that nobody decided.
type After uint8

// The ends.
const (
	ToOpen After = iota
	ToClosed
)

var afterWords = []string{"open", "closed"}

// Words lists the ends.
func (After) Words() []string { return afterWords }

// UnmarshalText reads open or closed.
func (a *After) UnmarshalText(text []byte) error {
	i, err := word(text, afterWords)
	*a = After(i)
	return err
}

// MarshalText writes the word.
func (a After) MarshalText() ([]byte, error) { return spell(int(a), afterWords) }

// Late is what is done with results of attempts sent before a test.
type Late uint8

// What may be done.
const (
	DiscardLate Late = iota
	CountLate
)

var lateWords = []string{"discard", "count"}

// Words lists what may be done.
func (Late) Words() []string { return lateWords }

// UnmarshalText reads discard or count.
func (l *Late) UnmarshalText(text []byte) error {
	i, err := word(text, lateWords)
	*l = Late(i)
	return err
}

// MarshalText writes the word.
func (l Late) MarshalText() ([]byte, error) { return spell(int(l), lateWords) }

// Permit is what permits count.
type Permit uint8

// What they may count.
const (
	TotalPermits      Permit = iota // attempts of a test
	ConcurrentPermits               // attempts at one time
)

var permitWords = []string{"total", "concurrent"}

// Words lists what permits may count.
func (Permit) Words() []string { return permitWords }

// UnmarshalText reads total or concurrent.
func (p *Permit) UnmarshalText(text []byte) error {
	i, err := word(text, permitWords)
	*p = Permit(i)
	return err
}

// MarshalText writes the word.
func (p Permit) MarshalText() ([]byte, error) { return spell(int(p), permitWords) }
