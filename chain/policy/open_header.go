package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	Opens.Register("from_header", "as long as the provider said, or another cooldown", func() Open { return &HeaderOpen{} })
	Opens.Register("until_window_drains", "until the window in which it opened is over", func() Open { return &WindowOpen{} })
	Opens.Register("per_class", "a cooldown for each class of failure", func() Open { return &ClassOpen{} })
}

// HeaderOpen stays open as long as Retry-After said, and by Else where nothing
// was said or too much.
type HeaderOpen struct {
	Else   Open          `yaml:"else" required:"true" doc:"cooldown where the provider said nothing"`
	Cap    time.Duration `yaml:"cap" doc:"longest that is believed, a longer one is cut to it; 0 is no cap"`
	Least  time.Duration `yaml:"least" doc:"shortest; 0 is none"`
	Margin time.Duration `yaml:"margin" doc:"added to what the provider said"`
}

// Check implements Open.
func (o *HeaderOpen) Check() error {
	err := errors.Join(atLeast("cap", o.Cap, 0), atLeast("least", o.Least, 0), atLeast("margin", o.Margin, 0))
	if o.Else == nil {
		return errors.Join(err, errors.New("else: is missing"))
	}
	return errors.Join(err, o.Else.Check())
}

// Build implements Open.
func (o *HeaderOpen) Build() Cooldown { return &headed{*o, o.Else.Build()} }

type headed struct {
	rule HeaderOpen
	own  Cooldown
}

// Length implements Cooldown.
func (o *headed) Length(x *Opening) time.Duration {
	if x.Hint <= 0 {
		return o.own.Length(x)
	}
	return max(clip(plus(x.Hint, o.rule.Margin), o.rule.Cap), o.rule.Least)
}

// WindowOpen stays open until the window of time is over in which it opened:
// Helicone's counters start anew each minute, and so does its trust.
type WindowOpen struct {
	Window time.Duration `yaml:"window" required:"true" doc:"length of the windows, which begin at its multiples"`
}

// Check implements Open.
func (o *WindowOpen) Check() error { return positive("window", o.Window) }

// Build implements Open.
func (o *WindowOpen) Build() Cooldown { c := *o; return &c }

// Length implements Cooldown.
func (o *WindowOpen) Length(x *Opening) time.Duration {
	w := int64(o.Window)
	return time.Duration((floorDiv(int64(x.Now), w)+1)*w - int64(x.Now))
}

// ClassOpen has a cooldown for each class of failure that it names.
type ClassOpen struct {
	Default       Open `yaml:"default" required:"true" doc:"cooldown of the classes without one of their own"`
	RateLimit     Open `yaml:"rate_limit" doc:"after a 429 that passes by itself"`
	Quota         Open `yaml:"quota" doc:"after a 429 or 402 that does not"`
	Overload      Open `yaml:"overload" doc:"after a 529"`
	Server        Open `yaml:"server" doc:"after a 5xx"`
	Timeout       Open `yaml:"timeout" doc:"after silence"`
	Connect       Open `yaml:"connect" doc:"after a refused or reset connection"`
	Truncated     Open `yaml:"truncated" doc:"after an answer that broke off"`
	Auth          Open `yaml:"auth" doc:"after a 401 or 403"`
	ModelMissing  Open `yaml:"model_missing" doc:"after a 404"`
	BadRequest    Open `yaml:"bad_request" doc:"after a 400"`
	ContextLength Open `yaml:"context_length" doc:"after a prompt that was too long"`
	ContentPolicy Open `yaml:"content_policy" doc:"after a refusal by a filter"`
	OKInvalid     Open `yaml:"ok_invalid" doc:"after an answer that breaks the schema"`
}

func (o *ClassOpen) byClass() [chain.NumClasses]Open {
	return [chain.NumClasses]Open{chain.OKInvalid: o.OKInvalid, chain.RateLimit: o.RateLimit, chain.Quota: o.Quota, chain.Overload: o.Overload,
		chain.Server: o.Server, chain.Timeout: o.Timeout, chain.Connect: o.Connect, chain.Truncated: o.Truncated, chain.Auth: o.Auth,
		chain.ModelMissing: o.ModelMissing, chain.BadRequest: o.BadRequest, chain.ContextLength: o.ContextLength, chain.ContentPolicy: o.ContentPolicy}
}

// Check implements Open.
func (o *ClassOpen) Check() error {
	if o.Default == nil {
		return errors.New("default: is missing")
	}
	err := o.Default.Check()
	for _, c := range o.byClass() {
		if c != nil {
			err = errors.Join(err, c.Check())
		}
	}
	return err
}

// Build implements Open.
func (o *ClassOpen) Build() Cooldown {
	out := &byClass{}
	for c, open := range o.byClass() {
		if open == nil {
			open = o.Default
		}
		out[c] = open.Build()
	}
	return out
}

type byClass [chain.NumClasses]Cooldown

// Length implements Cooldown.
func (o *byClass) Length(x *Opening) time.Duration { return o[x.Class].Length(x) }
