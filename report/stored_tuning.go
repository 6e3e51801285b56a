package report

import "reflect"

var (
	tuningShape       = shapeOf(reflect.TypeFor[tuningDoc]())
	tuningDefinitions = definitions{
		{"scenario", reflect.TypeFor[scenarioDoc]()},
		{"finalist", reflect.TypeFor[finalistDoc]()},
		{"estimate", reflect.TypeFor[*estimateDoc]()},
	}
)

type tuningDoc struct {
	block         `doc:"Times are in seconds, money in dollars; what has no value is null. No value comes from a wall clock. Points are places in the space, as decimal strings; from 9223372036854775808 on they are strategies outside of it: the setting in force first, then the rivals."`
	SchemaVersion int            `json:"schema_version" const:"1"`
	Kind          string         `json:"kind" const:"tuning"`
	Model         int            `json:"model" doc:"rises when the same seed may give other numbers"`
	Scenarios     []scenarioDoc  `json:"scenarios" doc:"the suite"`
	Strategy      settingDoc     `json:"strategy"`
	Axes          []axisDoc      `json:"axes" doc:"the parameters; of a point's place the last one turns fastest"`
	Objectives    []objectiveDoc `json:"objectives" doc:"in the order of every list by objective"`
	Over          string         `json:"over" words:"over" doc:"how several scenarios become one figure"`
	Requirements  []string       `json:"requirements" doc:"in the order of every list by requirement / as written"`
	Rivals        []string       `json:"rivals" doc:"in the order of outcome.held_out.rivals; the setting in force first / a name"`
	Seeds         firstSeedsDoc  `json:"seeds"`
	Replications  int            `json:"replications" doc:"of those that reach the end of the halving"`
	Again         []string       `json:"again" doc:"the command line that repeats the search, its name first; empty: none / an argument"`
	Warnings      []warningDoc   `json:"warnings" doc:"what to know before trusting the figures"`
	Verdict       string         `json:"verdict" words:"decision" doc:"what is to be done with the winner: ship it, keep the setting in force, that others tie, that it leads so far, or that nobody will do"`
	Outcome       outcomeDoc     `json:"outcome"`
	Changes       []changeDoc    `json:"changes" doc:"what the winner has otherwise than the setting in force"`
	Products      productsDoc    `json:"products"`
}

type settingDoc struct {
	line       `doc:"The setting in force."`
	Name       string `json:"name" doc:"its name"`
	Preset     string `json:"preset" doc:"it comes from; empty: none"`
	Version    string `json:"version" doc:"the preset's date"`
	Unverified int    `json:"unverified" doc:"the preset's numbers that its source does not give"`
	Hash       string `json:"hash" doc:"of its document; 12 hex digits"`
}

type firstSeedsDoc struct {
	line    `doc:"The first seeds."`
	Search  seed `json:"search" doc:"of the search"`
	HeldOut seed `json:"held_out" doc:"that no choice has seen"`
}

type axisDoc struct {
	block
	Name   string             `json:"name" doc:"of the parameter"`
	Labels []string           `json:"labels" doc:"its values, in order / a value as people read it"`
	At     listOrNull[amount] `json:"at" doc:"where the values lie on a scale; null: they have no order"`
	Log    bool               `json:"log" doc:"the scale is logarithmic"`
}

type objectiveDoc struct {
	line
	Metric   string `json:"metric" doc:"its name"`
	Unit     string `json:"unit" words:"unit" doc:"of its values"`
	Better   string `json:"better" words:"direction" doc:"which way it is to go"`
	Weight   amount `json:"weight" doc:"against the other objectives', of a difference as large as the front is wide"`
	Weighted bool   `json:"weighted" doc:"the user gave the weight"`
}

type changeDoc struct {
	line
	Path string `json:"path" doc:"of a setting"`
	From orNull `json:"from" doc:"null: nothing was set"`
	To   string `json:"to" doc:"the winner's value"`
}

type productsDoc struct {
	block           `doc:"The winner in the forms in which it is put to use."`
	Strategy        orNull `json:"strategy" doc:"a strategy document, ready to run"`
	Gobreaker       orNull `json:"gobreaker" doc:"a gobreaker.Settings literal"`
	GobreakerReason orNull `json:"gobreaker_reason" doc:"why there is none"`
	Patch           orNull `json:"patch" doc:"a unified diff of the configuration that was imported"`
	PatchReason     orNull `json:"patch_reason" doc:"why there is none"`
}

type outcomeDoc struct {
	block       `doc:"What the search found."`
	Size        amount           `json:"size" doc:"points in the space"`
	Candidates  int              `json:"candidates" doc:"points looked at"`
	Sampled     bool             `json:"sampled" doc:"they are a Latin hypercube, not the whole space"`
	Invalid     int              `json:"invalid" doc:"candidates whose settings do not go together"`
	Infeasible  int              `json:"infeasible" doc:"candidates that break a requirement"`
	Rungs       []rungDoc        `json:"rungs" doc:"the steps of the halving"`
	Partial     bool             `json:"partial" doc:"interrupted: nothing was held out"`
	Feasible    bool             `json:"feasible" doc:"some candidate keeps every requirement; if none does, the front is of those that break them least"`
	Broken      []brokenDoc      `json:"broken" doc:"requirements that nobody keeps"`
	Front       []finalistDoc    `json:"front" doc:"by the first objective, best first"`
	Winner      int              `json:"winner" doc:"into front"`
	Chord       int              `json:"chord" doc:"into front: the farthest from the plane through its ends"`
	Utopia      int              `json:"utopia" doc:"into front: the nearest to the best of every objective at once"`
	How         string           `json:"how" words:"how" doc:"by what the winner was chosen"`
	Contest     contestDoc       `json:"contest"`
	Current     finalistDoc      `json:"current"`
	HeldOut     *heldDoc         `json:"held_out"`
	Sensitivity []sensitivityDoc `json:"sensitivity" doc:"by axis"`
	Heat        *heatDoc         `json:"heat"`
}

type rungDoc struct {
	line
	Points       int `json:"points" doc:"that were played"`
	Replications int `json:"replications" doc:"of each"`
}

type brokenDoc struct {
	line
	Requirement int     `json:"requirement" doc:"into requirements"`
	Scenario    int     `json:"scenario" doc:"into scenarios"`
	Best        float64 `json:"best" doc:"how near anybody came"`
	Point       string  `json:"point" doc:"who did"`
}

type contestDoc struct {
	line         `doc:"How the winner was told from the other finalists (Kim and Nelson, 2001)."`
	Finalists    int    `json:"finalists" doc:"that took part"`
	Replications int    `json:"replications" doc:"at its end"`
	Delta        amount `json:"delta" doc:"a difference of score that does not matter"`
	Left         []int  `json:"left" doc:"who was not told apart, the winner first / into front"`
	Settled      bool   `json:"settled" doc:"one is left, or the rest differ by less than matters"`
}

type finalistDoc struct {
	block     `doc:"A point with its figures over the search's replications."`
	Point     string                     `json:"point" doc:"its place in the space"`
	Settings  listOrNull[int]            `json:"settings" doc:"places of the axes' values; null outside the space"`
	Values    []*estimateDoc             `json:"values" doc:"by objective"`
	Members   listOrNull[[]*estimateDoc] `json:"members" doc:"by objective, by scenario; null for one scenario"`
	Mean      []float64                  `json:"mean" doc:"by objective: over the scenarios / null: none"`
	Worst     []float64                  `json:"worst" doc:"by objective: of the scenario where it is worst / null: none"`
	Regret    []float64                  `json:"regret" doc:"by objective: the farthest behind the best point of a scenario / null: none"`
	Score     float64                    `json:"score" doc:"weighted sum of the objectives, each 0 at the front's best and 1 at its worst"`
	Estimated bool                       `json:"estimated" doc:"no other point has better means; else only its intervals keep it on the front"`
	Feasible  bool                       `json:"feasible" doc:"it keeps every requirement"`
	Bend      float64                    `json:"bend" doc:"of two objectives, degrees by which the front turns here"`
	Alike     []string                   `json:"alike" doc:"others with the same figures in every replication / a point"`
}

type estimateDoc struct {
	line `doc:"A mean over replications; null where none has a value."`
	Mean float64 `json:"mean" doc:"over the replications that have a value"`
	Low  float64 `json:"low" doc:"lower end of the 95 % interval; null with one replication"`
	High float64 `json:"high" doc:"upper end"`
	N    int     `json:"n" doc:"replications that have a value"`
}

type heldDoc struct {
	block        `doc:"What replications say that no choice has seen; null: not played."`
	Replications int            `json:"replications" doc:"of each"`
	Winner       []*estimateDoc `json:"winner" doc:"by objective"`
	Optimism     []*estimateDoc `json:"optimism" doc:"by objective: by how much the search's estimate was better"`
	Rivals       []rivalDoc     `json:"rivals" doc:"the setting in force first"`
	Kept         []bool         `json:"kept" doc:"by requirement: the winner keeps it here too"`
}

type rivalDoc struct {
	block
	Point      string         `json:"point" doc:"outside the space"`
	Values     []*estimateDoc `json:"values" doc:"by objective"`
	Difference []*estimateDoc `json:"difference" doc:"by objective: the winner's less this one's, paired"`
	Verdict    []string       `json:"verdict" words:"sign" doc:"by objective: what the difference shows / of the winner"`
	Kept       []bool         `json:"kept" doc:"by requirement"`
}

type sensitivityDoc struct {
	block    `doc:"What one axis does to the objectives."`
	Axis     int              `json:"axis" doc:"into axes"`
	Shares   []float64        `json:"shares" doc:"by objective: of the variance over the candidates that this axis alone explains / null: nothing varies"`
	Steps    [][]*estimateDoc `json:"steps" doc:"by objective: with everything else as the winner has it / by value"`
	Verdicts [][]string       `json:"verdicts" words:"sign" doc:"by objective: against the winner's own value / by value / of the value"`
}

type heatDoc struct {
	block        `doc:"The objectives over two axes, everything else as the winner has it; null: fewer than two axes."`
	X            int           `json:"x" doc:"into axes"`
	Y            int           `json:"y" doc:"into axes"`
	Replications int           `json:"replications" doc:"of each pair"`
	Values       [][][]float64 `json:"values" doc:"by objective / by y / by x / null: no strategy"`
}
