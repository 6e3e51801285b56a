package policy

import "wavetank/chain"

// ClassRules holds one optional rule per class of chain.Class.
type ClassRules struct {
	OK             *ClassRule `yaml:"ok" doc:"success status"`
	OKSlow         *ClassRule `yaml:"ok_slow" doc:"success, slower than healthy"`
	OKInvalid      *ClassRule `yaml:"ok_invalid" doc:"success status, content breaks the schema"`
	RateLimit      *ClassRule `yaml:"rate_limit" doc:"429 that passes by itself"`
	Quota          *ClassRule `yaml:"quota" doc:"429 or 402 that does not"`
	Overload       *ClassRule `yaml:"overload" doc:"529, overloaded"`
	Server         *ClassRule `yaml:"server" doc:"5xx"`
	Timeout        *ClassRule `yaml:"timeout" doc:"silence for the chain's own full limit"`
	Connect        *ClassRule `yaml:"connect" doc:"refused or reset before any byte"`
	Truncated      *ClassRule `yaml:"truncated" doc:"the answer broke off"`
	Auth           *ClassRule `yaml:"auth" doc:"401, 403"`
	ModelMissing   *ClassRule `yaml:"model_missing" doc:"404 for a model"`
	BadRequest     *ClassRule `yaml:"bad_request" doc:"400, 422"`
	ContextLength  *ClassRule `yaml:"context_length" doc:"prompt larger than the window"`
	ContentPolicy  *ClassRule `yaml:"content_policy" doc:"refused by a content filter"`
	CallerCancel   *ClassRule `yaml:"caller_cancel" doc:"the caller gave up"`
	CallerDeadline *ClassRule `yaml:"caller_deadline" doc:"the caller's time ran out"`
	LocalReject    *ClassRule `yaml:"local_reject" doc:"a breaker or an admission of ours said no: with retry its turn comes again after a wait, without failover the call ends"`
}

// byClass lists the rules in the order of the classes.
func (r *ClassRules) byClass() [chain.NumClasses]*ClassRule {
	return [chain.NumClasses]*ClassRule{
		r.OK, r.OKSlow, r.OKInvalid, r.RateLimit, r.Quota, r.Overload, r.Server, r.Timeout, r.Connect,
		r.Truncated, r.Auth, r.ModelMissing, r.BadRequest, r.ContextLength, r.ContentPolicy,
		r.CallerCancel, r.CallerDeadline, r.LocalReject,
	}
}
