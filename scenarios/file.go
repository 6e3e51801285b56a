package scenarios

import (
	"time"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
	"wavetank/sim"
)

// SchemaVersion is the version of the language. A file of another version is
// refused.
const SchemaVersion = 1

// File is a scenario as written. Its tags are the language: the decoder, the
// JSON Schema, the reference and the canonical form all come from them.
type File struct {
	SchemaVersion int                              `yaml:"schema_version" required:"true" doc:"version of this language: 1"`
	Name          string                           `yaml:"name" required:"true" doc:"what it is called, in a-z, 0-9 and -"`
	Why           string                           `yaml:"why" doc:"what happens and why it matters, in a sentence"`
	SeenIn        []string                         `yaml:"seen_in" doc:"where it was seen: field reports, articles; wavetank show says what those of the library are"`
	Duration      time.Duration                    `yaml:"duration" required:"true" doc:"requests arrive from 0 until then; after it the run drains"`
	Warmup        time.Duration                    `yaml:"warmup" doc:"fault-free time before 0, not counted"`
	SLO           time.Duration                    `yaml:"slo" doc:"a usable answer within this is in time; 0: nothing is asked about time"`
	Seed          uint64                           `yaml:"seed" doc:"the first seed, unless --seed says another"`
	Workload      sim.Workload                     `yaml:"workload" required:"true" doc:"the traffic that every strategy meets"`
	Fleet         *sim.Fleet                       `yaml:"fleet,omitempty" doc:"processes that the traffic is spread over, each with breakers of its own; default one"`
	Output        *Output                          `yaml:"output" doc:"what answers must look like; default anything"`
	Providers     yamldoc.Ordered[faults.Provider] `yaml:"providers" doc:"the fake providers by name; the written order is the chain's order"`
	Timeline      []faults.Entry                   `yaml:"timeline" doc:"faults, each in its window"`
	Strategies    yamldoc.Ordered[Variant]         `yaml:"strategies" doc:"strategy documents by name; default naive, naive-retry, five-provider, gobreaker and ai-memory"`
	Expect        []Rule                           `yaml:"expect" doc:"rules that must hold"`
	Decide        []Decide                         `yaml:"decide" doc:"what decides what to ship: metrics in the order of asking, each with the smallest difference that matters if it is not the usual one, as [slo_rate, {cost_per_1k: 5%}]; default answers, bad answers delivered, cost, wasted calls"`
	Truth         Truth                            `yaml:"truth" doc:"what counts as ill"`
}

// Variant is a strategy document as written: mostly a preset and what differs.
type Variant = yamldoc.Partial[strategy.Document]

// Truth holds the parameters of what counts as ill. They belong to the
// scenario, never to a strategy, so that one truth judges all.
type Truth struct {
	Theta      faults.Share  `yaml:"theta" doc:"badness from which on a provider is sick: the chance that an attempt gives no usable answer"`
	ThetaOff   faults.Share  `yaml:"theta_off" doc:"badness below which it is well again; default theta"`
	Limit      time.Duration `yaml:"limit" doc:"an answer later than this is no answer; default the shortest of slo, deadline and patience"`
	MinEpisode time.Duration `yaml:"min_episode" doc:"shorter illness is no episode"`
	FlapWindow time.Duration `yaml:"flap_window" doc:"a trip after less closed time is a flap"`

	limitOf string // what Limit comes from, in a word
}

// defaultSeed is the first seed where nobody says another. What else has a default
// has it from the package that it means something to.
const defaultSeed = 1

// newFile is a file with the defaults that do not depend on other keys.
func newFile() *File {
	return &File{
		Seed:     defaultSeed,
		Workload: sim.Workload{Patience: sim.DefaultPatience},
		Truth:    Truth{Theta: faults.DefaultTheta, MinEpisode: faults.DefaultMinEpisode, FlapWindow: faults.DefaultFlapWindow},
	}
}

// settle fills in the defaults that depend on other keys.
func (f *File) settle() {
	if f.Truth.ThetaOff == 0 {
		f.Truth.ThetaOff = f.Truth.Theta
	}
	f.settleLimit()
	f.settleTraffic()
	for i := range f.Providers {
		p := &f.Providers[i].Value
		p.Name = f.Providers[i].Name
		if p.Quality == 0 {
			p.Quality = 1
		}
	}
}

// settleLimit fills in until when an answer is one, and notes who says so: the slo
// where time is asked for, else the deadline, else patience. Whatever comes after
// any of them is of no use to the caller, so the shortest counts.
func (f *File) settleLimit() {
	t := &f.Truth
	if t.limitOf = "truth.limit"; t.Limit != 0 {
		return
	}
	for _, by := range []struct {
		name string
		d    time.Duration
	}{{"slo", f.SLO}, {"deadline", f.Workload.Deadline}, {"patience", f.Workload.Patience}} {
		if by.d > 0 && (t.Limit == 0 || by.d < t.Limit) {
			t.Limit, t.limitOf = by.d, by.name
		}
	}
}

// settleTraffic fills in what requests are like. A trace brings its own sizes.
func (f *File) settleTraffic() {
	r := &f.Workload.Requests
	if r.Kinds == (sim.KindWeights{}) {
		r.Kinds.Chat = 1
	}
	if _, trace := f.Workload.Arrivals.(*sim.Trace); trace {
		return
	}
	if r.Tokens.In == nil {
		r.Tokens.In = tokens(sim.DefaultTokensIn)
	}
	if r.Tokens.Out == nil {
		r.Tokens.Out = tokens(sim.DefaultTokensOut)
	}
}

func tokens(n int64) faults.Law {
	return &faults.Constant{Value: faults.Amount{Nanos: n * 1e9, Counted: true}}
}
