package report

import (
	"io"
	"reflect"
	"time"

	"wavetank/sim"
)

var explainShape = shapeOf(reflect.TypeFor[explainDoc]())

type explainDoc struct {
	block
	SchemaVersion int `json:"schema_version"`
	Model         int `json:"model"`
	Scenario      struct {
		line
		Name string `json:"name"`
		Hash string `json:"hash"`
		File string `json:"file"`
	} `json:"scenario"`
	Strategy struct {
		line
		Name   string `json:"name"`
		Preset string `json:"preset"`
		Hash   string `json:"hash"`
	} `json:"strategy"`
	Seed     seed  `json:"seed"`
	Requests int64 `json:"requests"`
	P99      struct {
		line
		Seconds  float64 `json:"seconds"`
		During   bool    `json:"during_faults"`
		Requests int64   `json:"requests"`
		Took     float64 `json:"took"`
	} `json:"p99"`
	Slowest  []slowDoc  `json:"slowest"`
	Wasted   []wasteDoc `json:"wasted"`
	Breakers []moveDoc  `json:"breakers"`
	Request  storyDoc   `json:"request"`
}

type slowDoc struct {
	line
	Provider orNull  `json:"provider"` // null: nobody
	Label    string  `json:"label"`
	Spent    string  `json:"spent"`
	Seconds  float64 `json:"seconds"`
	Calls    float64 `json:"calls"`
}

type wasteDoc struct {
	line
	Provider orNull  `json:"provider"`
	Label    string  `json:"label"`
	Calls    float64 `json:"calls"`
	Seconds  float64 `json:"seconds"`
}

type moveDoc struct {
	line
	At       time.Duration `json:"at"`
	Provider string        `json:"provider"`
	From     string        `json:"from"`
	To       string        `json:"to"`
	Open     time.Duration `json:"open"`
	Trip     *judgedDoc    `json:"trip,omitzero"`
}

type judgedDoc struct {
	line
	Label   string  `json:"label"`
	Reason  string  `json:"reason"`
	Badness float64 `json:"badness"`
	Counted int     `json:"counted"`
}

type storyDoc struct {
	block
	Number int64  `json:"number"`
	Chosen string `json:"chosen"`
	Kind   string `json:"kind"`
	Tokens struct {
		line
		In  int `json:"in"`
		Out int `json:"out"`
	} `json:"tokens"`
	Arrived  time.Duration `json:"arrived"`
	End      time.Duration `json:"end"`
	Ended    string        `json:"ended"`
	Usable   bool          `json:"usable"`
	Dollars  float64       `json:"dollars"`
	Useless  float64       `json:"useless_dollars"`
	Attempts []sentDoc     `json:"attempts"`
	Steps    []stepDoc     `json:"steps"`
	Ideal    string        `json:"ideal"`
}

type sentDoc struct {
	line
	Attempt   int           `json:"attempt"`
	Provider  string        `json:"provider"`
	Reason    string        `json:"reason"`
	Probe     bool          `json:"probe"`
	Sent      time.Duration `json:"sent"`
	End       time.Duration `json:"end"`
	Class     string        `json:"class"`
	Status    int           `json:"status"` // of an answer that nobody waited for: none
	Cancelled bool          `json:"cancelled"`
	Counted   bool          `json:"counted"`
	Label     string        `json:"label"`
	Spent     string        `json:"spent"`
	Dollars   float64       `json:"dollars"`
}

// stepDoc is one decision, in figures and in words.
type stepDoc struct {
	line
	At       time.Duration `json:"at"`
	Step     string        `json:"step"`
	Provider string        `json:"provider"`
	By       string        `json:"by,omitzero"`      // of a skip
	Attempt  *int          `json:"attempt,omitzero"` // of the others
	Breaker  string        `json:"breaker,omitzero"` // where there is one
	Failures *int          `json:"failures,omitzero"`
	Sick     bool          `json:"sick"`
	Badness  float64       `json:"badness"`
	Words    string        `json:"words"`
	Truth    string        `json:"truth"`
}

// WriteJSON writes everything about an explanation, for programs. Times are
// seconds since the run began.
func (e *Explanation) WriteJSON(w io.Writer) error {
	d := explainDoc{SchemaVersion: schemaVersion, Model: Model, Seed: seed(e.Seed), Requests: e.Last + 1,
		Slowest: each(e.Slowest, func(p *Part) slowDoc {
			return slowDoc{Provider: e.provider(p.Provider), Label: p.Label.String(), Spent: p.Spent.String(), Seconds: p.Seconds, Calls: p.Calls}
		}),
		Wasted: each(e.Wasted, func(p *Part) wasteDoc {
			return wasteDoc{Provider: e.provider(p.Provider), Label: p.Label.String(), Calls: p.Calls, Seconds: p.Seconds}
		}),
		Breakers: each(e.Moves, e.move), Request: e.request()}
	d.Scenario.Name, d.Scenario.Hash, d.Scenario.File = e.Scenario.Name, e.Scenario.Hash, e.Scenario.File
	d.Strategy.Name, d.Strategy.Preset, d.Strategy.Hash = e.Strategy.Name, e.Strategy.Preset, e.Strategy.Hash
	d.P99.Seconds, d.P99.During, d.P99.Requests, d.P99.Took = e.P99, e.During, e.Slow, e.Seconds
	return writeDocument(w, explainShape, &d)
}

// provider is a name, none of nobody.
func (e *Explanation) provider(i int) orNull {
	if i < 0 {
		return ""
	}
	return orNull(e.Scenario.Providers[i])
}

func (e *Explanation) move(m *BreakerMove) moveDoc {
	out := moveDoc{At: time.Duration(m.At), Provider: e.Scenario.Providers[m.Provider], From: m.From.String(), To: m.To.String(), Open: m.Open}
	if m.Trip != nil {
		out.Trip = &judgedDoc{Label: m.Trip.Label.String(), Reason: m.Trip.Reason, Badness: m.Trip.Badness, Counted: int(m.Counted)}
	}
	return out
}

// request is the request with its steps and attempts.
func (e *Explanation) request() storyDoc {
	t := e.teller()
	all, useless := t.Cost()
	d := storyDoc{Number: t.Number, Chosen: e.Chosen, Kind: t.Kind.String(), Arrived: time.Duration(t.Arrived), End: time.Duration(t.End),
		Ended: t.Done.Reason.String(), Usable: t.Usable(), Dollars: all, Useless: useless, Steps: each(t.Steps, t.step), Ideal: t.bound()}
	d.Tokens.In, d.Tokens.Out = int(t.TokensIn), int(t.TokensOut)
	for k := range t.Attempts {
		sent := e.sent(&t.Attempts[k])
		sent.Attempt, sent.Label = k, t.Labels[k].String()
		d.Attempts = append(d.Attempts, sent)
	}
	return d
}

func (e *Explanation) sent(x *sim.Attempt) sentDoc {
	out := sentDoc{Provider: e.Scenario.Providers[x.Provider], Reason: x.Reason.String(), Probe: x.Probe, Sent: time.Duration(x.Sent),
		End: time.Duration(x.End), Class: x.Verdict.Class.String(), Cancelled: x.Cancelled, Counted: x.Counted,
		Spent: spentOn(&e.Story.Request, x).String(), Dollars: float64(x.Reply.Billed) / 1e9}
	if x.Answered {
		out.Status = int(x.Reply.Outcome.Status)
	}
	return out
}

var stepKinds = [...]string{StepSkip: "skip", StepSend: "send", StepEnd: "end"}

func (t *teller) step(s *Step) stepDoc {
	out := stepDoc{At: time.Duration(s.At), Step: stepKinds[s.Kind], Provider: t.scenario.Providers[s.Provider],
		Sick: s.Truth.Sick, Badness: s.Truth.Bad, Words: t.decision(s), Truth: t.reality(s)}
	if s.Kind == StepSkip {
		out.By = s.By.String()
	} else {
		out.Attempt = &s.Attempt
	}
	if s.Breaker.Exists {
		out.Breaker, out.Failures = s.Breaker.State.String(), &s.Breaker.Failures
	}
	return out
}
