package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	Opens.Register("per_class", "a cooldown for each class of failure", func() Open { return &ClassOpen{} })
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

func (o *byClass) Length(x *Opening) time.Duration { return o[x.Class].Length(x) }
