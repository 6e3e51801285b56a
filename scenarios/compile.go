package scenarios

import (
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/sim"
)

// compile makes the setup that all strategies share.
func compile(f *File) (*sim.Setup, error) {
	spec := faults.Spec{
		Timeline: f.Timeline,
		Schema:   f.contract(),
		Truth: faults.Truth{Theta: float64(f.Truth.Theta), ThetaOff: float64(f.Truth.ThetaOff), Limit: f.Truth.Limit,
			MinEpisode: f.Truth.MinEpisode, FlapWindow: f.Truth.FlapWindow},
		SLO:      f.SLO,
		Duration: f.Duration,
		Warmup:   f.Warmup,
		Drain:    f.Workload.Patience,
	}
	spec.TokensIn, spec.TokensOut = f.tokens()
	for _, p := range f.Providers {
		spec.Providers = append(spec.Providers, p.Value)
	}
	b, err := faults.Compile(spec)
	if err != nil {
		return nil, err
	}
	s, err := sim.NewSetup(b, f.Workload)
	if err == nil && f.Fleet != nil {
		s.Fleet = *f.Fleet
	}
	return s, err
}

// contract is the output schema as a world needs it, nil for none.
func (f *File) contract() *faults.Schema {
	if f.Output == nil {
		return nil
	}
	return &faults.Schema{Document: f.Output.document, Judge: f.Output.Judge.fits, Heal: policy.Heal}
}

// tokens are the laws of the prompts' and the answers' sizes: a trace knows its own.
func (f *File) tokens() (in, out faults.Law) {
	if t, ok := f.Workload.Arrivals.(*sim.Trace); ok {
		return t.TokensIn(), t.TokensOut()
	}
	return f.Workload.Requests.Tokens.In, f.Workload.Requests.Tokens.Out
}
