package stored

import (
	"reflect"
	"strings"
	"sync"
	"time"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

var (
	resultShape       = sync.OnceValue(func() *shape { return shapeOf(reflect.TypeFor[resultDoc]()) })
	severalShape      = sync.OnceValue(func() *shape { return shapeOf(reflect.TypeFor[severalDoc]()) })
	resultDefinitions = definitions{
		{"result", reflect.TypeFor[resultDoc](), ""},
		{"strategy", reflect.TypeFor[strategyDoc](), ""},
		{"comparison", reflect.TypeFor[comparisonDoc](), ""},
		{"contrast", reflect.TypeFor[*contrastDoc](), ""},
		{"expectation", reflect.TypeFor[expectationDoc](), ""},
		{"regression", reflect.TypeFor[regressionDoc](), ""},
		{"figure", reflect.TypeFor[*figureDoc](), ""},
	}
)

type severalDoc struct {
	block         `doc:"Several scenarios, in the order asked for."`
	SchemaVersion int         `json:"schema_version" const:"1" read:"must"`
	Runs          []resultDoc `json:"runs" doc:"one result each" read:"must"`
}

type resultDoc struct {
	block         `doc:"One scenario's comparison of strategies."`
	SchemaVersion int              `json:"schema_version" const:"1" read:"must"`
	Model         int              `json:"model" doc:"rises when the same seed may give other numbers; results of different models do not compare" read:"must"`
	Scenario      scenarioDoc      `json:"scenario" read:"must"`
	Again         []string         `json:"again" doc:"the command line that repeats the run, its name first; empty: none / an argument"`
	Seeds         []seed           `json:"seeds" doc:"that every strategy has finished, in the order of per_seed / a seed" read:"must"`
	Partial       bool             `json:"partial" doc:"interrupted: seeds are missing"`
	Warnings      []warningDoc     `json:"warnings" doc:"what to know before trusting the figures"`
	Imprecise     []string         `json:"imprecise" doc:"figures that a cap on seeds kept from the precision asked for / a figure"`
	Strategies    []strategyDoc    `json:"strategies" doc:"in the order asked for" read:"must"`
	Comparisons   []comparisonDoc  `json:"comparisons" doc:"each strategy against the reference, and against the clairvoyant bound"`
	Expectations  []expectationDoc `json:"expectations" doc:"the rules, in the order of the file"`
	Decision      decisionDoc      `json:"decision" read:"no"`
	Baseline      *baselineDoc     `json:"baseline,omitzero" read:"no"`
	Regressions   []regressionDoc  `json:"regressions,omitzero" doc:"the gated figures, the worst first; absent without a baseline" read:"no"`
}

type decisionDoc struct {
	line       `doc:"What to ship."`
	Word       string   `json:"word" doc:"SHIP; TIE: nothing that matters separates the first; UNSURE: the runs do not show which; ONLY: nothing to compare with; NONE: each breaks a rule about itself, or nothing finished"`
	Strategies []string `json:"strategies" doc:"whom nobody beats / a name"`
	By         string   `json:"by" doc:"the metric that decided; empty: none"`
	Against    string   `json:"against" doc:"the best of those beaten; empty: none"`
	Barred     []string `json:"barred" doc:"who breaks a rule about itself / a name"`
}

type baselineDoc struct {
	line `doc:"What regressions are held against."`
	Name string `json:"name" doc:"a file, or a revision"`
}

type warningDoc struct {
	line
	File string `json:"file" doc:"empty: of none"`
	Line int    `json:"line" doc:"0: of the whole file"`
	Text string `json:"text" doc:"what a lint or the run found worth saying" read:"must"`
}

type scenarioDoc struct {
	block     `doc:"What was played."`
	Name      string        `json:"name" doc:"its name" read:"must"`
	Hash      string        `json:"hash" doc:"over what decides the outcome of a strategy; 12 hex digits" read:"must"`
	File      string        `json:"file" doc:"a path, or library:NAME"`
	Title     string        `json:"title" doc:"its why in a line"`
	Rate      string        `json:"rate" doc:"of arrivals, in words"`
	Duration  time.Duration `json:"duration" doc:"in which requests arrive that count"`
	SLO       time.Duration `json:"slo" doc:"an answer within this is in time; 0: no such bound"`
	Limit     time.Duration `json:"limit" doc:"a provider that gives no usable answer within this is ill; 0: not said"`
	LimitOf   string        `json:"limit_of" doc:"what limit comes from: slo, deadline, patience, or truth.limit"`
	Providers []string      `json:"providers" doc:"in the chain's order / a name"`
	Timeline  []faultDoc    `json:"timeline" doc:"the faults, in the order of the file"`
	Decide    []decideDoc   `json:"decide,omitzero" doc:"what its own decision asks, in this order; absent: the default"`
}

type faultDoc struct {
	line
	Kind    string           `json:"kind" doc:"of the fault" read:"must"`
	Targets []int            `json:"targets" doc:"whom it strikes / a place in providers" read:"must"`
	At      [2]time.Duration `json:"at" doc:"least and most of the range that each seed draws its start from" read:"must"`
	For     [2]time.Duration `json:"for" doc:"least and most of its length" read:"must"`
}

type decideDoc struct {
	line
	Metric string  `json:"metric" doc:"a metric" read:"must"`
	Part   float64 `json:"part" doc:"of the larger value, that the smallest difference is that matters"`
	Least  float64 `json:"least" doc:"the same in the metric's unit; with part 0 too: the usual one"`
}

type strategyDoc struct {
	block        `doc:"One strategy's runs."`
	Name         string                 `json:"name" doc:"its name in the run" read:"must"`
	Preset       string                 `json:"preset" doc:"it comes from; empty: none"`
	Version      string                 `json:"version" doc:"the preset's date"`
	Unverified   int                    `json:"unverified" doc:"the preset's numbers that its source does not give"`
	Hash         string                 `json:"hash" doc:"of its document; 12 hex digits"`
	Summary      string                 `json:"summary" doc:"in a line"`
	Ideal        bool                   `json:"ideal" doc:"the clairvoyant bound, which is never judged"`
	HasBreaker   bool                   `json:"has_breaker" doc:"it remembers failures"`
	Counter      bool                   `json:"counterexample,omitzero" doc:"it is there to be shown wrong, and never shipped"`
	Fired        [][]int64              `json:"fired" doc:"attempts that each fault touched, by seed / of one seed, by the timeline's entries / attempts" layout:"flat"`
	File         string                 `json:"file,omitzero" doc:"where it is written, where that is a place in a file"`
	Line         *int                   `json:"line,omitzero" doc:"of the file"`
	Metrics      figuresDoc             `json:"metrics" doc:"Every metric, by its name." read:"must"`
	Providers    named[providerFigures] `json:"providers" doc:"figures of the calls to each provider, by its name"`
	Trips        []tripDoc              `json:"trips" doc:"the first 100 of each seed"`
	TripsOmitted int64                  `json:"trips_omitted" doc:"trips beyond those"`
}

// figuresDoc and providerFigures are figures by metric.
type (
	figuresDoc      named[*figureDoc]
	providerFigures named[*figureDoc]
)

// unitWords say a unit behind a description.
var unitWords = [...]string{measure.Count: "", measure.Rate: ", a share of 1", measure.Seconds: ", in seconds", measure.Dollars: ", in dollars", measure.Scale: ""}

func (figuresDoc) keys() []keyDoc {
	return each(measure.Catalogue, func(m *measure.Metric) keyDoc { return keyDoc{m.Name, m.Summary + unitWords[m.Unit]} })
}

func (providerFigures) keys() []keyDoc {
	return each(measure.ProviderCatalogue, func(name *string) keyDoc {
		return keyDoc{*name, strings.ReplaceAll(*name, "_", " ") + " of this provider" + unitWords[judge.ProviderUnit(*name)]}
	})
}

type figureDoc struct {
	line    `doc:"A figure over seeds; null where no seed has a value."`
	Mean    float64   `json:"mean" doc:"over the seeds that have a value" read:"no"`
	Low     float64   `json:"low" doc:"lower end of the mean's 95 % interval over seeds; null with one seed" read:"no"`
	High    float64   `json:"high" doc:"upper end" read:"no"`
	PerSeed []float64 `json:"per_seed" doc:"in the order of seeds / null: none" read:"must"`
}

type tripDoc struct {
	line     `doc:"One opening of a closed breaker."`
	Seed     seed          `json:"seed" doc:"of the run" read:"must"`
	Provider string        `json:"provider" doc:"whose breaker" read:"must"`
	At       time.Duration `json:"at" doc:"seconds since the run began"`
	Label    string        `json:"label" words:"label of a trip" doc:"judged by the truth" read:"must"`
	Reason   string        `json:"reason" words:"reason of a trip" doc:"of a spurious one"`
	Badness  share         `json:"badness" doc:"of the provider at the trip"`
	Counted  int           `json:"counted" doc:"failures that the breaker had counted"`
	Slow     bool          `json:"slow" doc:"of a true one: sick by slowness alone, so that the truth's limit decides"`
}

// comparisonDoc compares a strategy with the reference, and with the bound.
type comparisonDoc struct {
	block     `doc:"A strategy compared with the reference on the same seeds."`
	Strategy  string              `json:"strategy" doc:"its name" read:"must"`
	Reference orNull              `json:"reference" doc:"whom it is compared with; null: it is the reference"`
	Improved  *figureDoc          `json:"improved" doc:"part of the requests that it answered and the reference did not, or sooner"`
	Worsened  *figureDoc          `json:"worsened" doc:"the reverse"`
	Metrics   named[*contrastDoc] `json:"metrics" doc:"by metric" read:"no"`
	Regret    named[*contrastDoc] `json:"regret" doc:"against the clairvoyant bound, by metric" read:"no"`
}

type contrastDoc struct {
	line        `doc:"A difference of two strategies' figures."`
	Mean        float64 `json:"mean" doc:"of the differences by seed"`
	Low         float64 `json:"low" doc:"lower end of the 95 % interval"`
	High        float64 `json:"high" doc:"upper end"`
	Method      string  `json:"method" doc:"of the interval: t, likelihood, exact, none seen (0 in every run), or none"`
	Carriers    int     `json:"carriers" doc:"runs that carry the difference: in all others it is 0"`
	Unseen      float64 `json:"unseen" doc:"what share of runs could yet carry one: three over their number"`
	Correlation float64 `json:"correlation" doc:"of the two over seeds"`
	Ratio       float64 `json:"variance_ratio" doc:"how many times fewer runs common seeds need"`
	P           float64 `json:"p" doc:"two-sided"`
	Adjusted    float64 `json:"p_adjusted" doc:"by Holm over the strategies"`
	Shown       bool    `json:"shown" doc:"a difference is shown"`
}

type expectationDoc struct {
	line     `doc:"A rule and how it came out."`
	Rule     string `json:"rule" doc:"as written" read:"must"`
	Observed mixed  `json:"observed" doc:"its left side, or why that has no value"`
	Verdict  string `json:"verdict" words:"verdict" doc:"how it came out" read:"must"`
	File     string `json:"file" doc:"where it is written"`
	Line     int    `json:"line" doc:"0: unknown"`
	Severity string `json:"severity,omitzero" words:"severity" doc:"absent: it fails the command"`
	On       string `json:"on,omitzero" words:"statistic" doc:"what is held against the limit; absent: the estimate"`
	Why      string `json:"why,omitzero" doc:"in a user's words"`
	Near     bool   `json:"near,omitzero" doc:"other seeds might judge otherwise: the interval of its margin holds 0"`
	About    string `json:"about,omitzero" doc:"the only strategy that its observed side speaks of"`
	Detail   string `json:"detail,omitzero" doc:"why the verdict is as it is"`
}

type regressionDoc struct {
	line      `doc:"A figure held against its value in the baseline."`
	Strategy  string  `json:"strategy" doc:"its name"`
	Metric    string  `json:"metric" doc:"its name"`
	Change    string  `json:"change" words:"change" doc:"by the interval of the difference and the tolerance"`
	Base      float64 `json:"base" doc:"its mean in the baseline"`
	Head      float64 `json:"head" doc:"its mean now"`
	Diff      float64 `json:"diff" doc:"head less base, paired by seed where both share their luck"`
	Low       float64 `json:"low" doc:"lower end of its interval"`
	High      float64 `json:"high" doc:"upper end"`
	Level     float64 `json:"level" doc:"of the interval"`
	Tolerance float64 `json:"tolerance" doc:"how much worse is borne"`
	Text      string  `json:"text,omitzero" doc:"what figures cannot say"`
}
