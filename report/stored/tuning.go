package stored

import (
	"io"
	"reflect"
	"sync"

	"wavetank/report/judge"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

var (
	tuningShape       = sync.OnceValue(func() *shape { return shapeOf(reflect.TypeFor[tuningDoc]()) })
	tuningDefinitions = definitions{
		{"scenario", reflect.TypeFor[scenarioDoc](), ""},
		{"finalist", reflect.TypeFor[tune.Finalist](), "A point with its figures over the search's replications."},
		{"estimate", reflect.TypeFor[tune.Estimate](), "A mean over replications; null where none has a value."},
	}
)

type tuningDoc struct {
	block         `doc:"Times are in seconds, money in dollars; what has no value is null. No value comes from a wall clock. Points are places in the space, as decimal strings; from 9223372036854775808 on they are strategies outside of it: the setting in force first, then the rivals."`
	SchemaVersion int            `json:"schema_version" const:"1"`
	Kind          string         `json:"kind" const:"tuning"`
	Model         int            `json:"model" doc:"rises when the same seed may give other numbers"`
	Scenarios     []scenarioDoc  `json:"scenarios" doc:"the suite"`
	Strategy      settingDoc     `json:"strategy"`
	Axes          []tune.Axis    `json:"axes" layout:"block" doc:"the parameters; of a point's place the last one turns fastest"`
	Objectives    []objectiveDoc `json:"objectives" doc:"in the order of every list by objective"`
	Over          string         `json:"over" words:"over" doc:"how several scenarios become one figure"`
	Requirements  []string       `json:"requirements" doc:"in the order of every list by requirement / as written"`
	Rivals        []string       `json:"rivals" doc:"in the order of outcome.held_out.rivals; the setting in force first / a name"`
	Seeds         firstSeedsDoc  `json:"seeds"`
	Replications  int            `json:"replications" doc:"of those that reach the end of the halving"`
	Again         []string       `json:"again" doc:"the command line that repeats the search, its name first; empty: none / an argument"`
	Warnings      []warningDoc   `json:"warnings" doc:"what to know before trusting the figures"`
	Verdict       string         `json:"verdict" words:"decision" doc:"what is to be done with the winner: ship it, keep the setting in force, that others tie, that it leads so far, or that nobody will do"`
	Outcome       tune.Outcome   `json:"outcome" layout:"block" doc:"What the search found."`
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

type objectiveDoc struct {
	line
	Metric   string  `json:"metric" doc:"its name"`
	Unit     string  `json:"unit" words:"unit" doc:"of its values"`
	Better   string  `json:"better" words:"direction" doc:"which way it is to go"`
	Weight   float64 `json:"weight" null:"never" doc:"against the other objectives', of a difference as large as the front is wide"`
	Weighted bool    `json:"weighted" doc:"the user gave the weight"`
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

// WriteSearch writes the document of a search. It holds no value from a wall
// clock; points are decimal strings, since they may not fit a double.
func WriteSearch(w io.Writer, t *judge.Tuning, _ words.View) error {
	s, p := &t.Strategy, &t.Products
	return writeDocument(w, tuningShape(), &tuningDoc{SchemaVersion: schemaVersion, Kind: "tuning", Model: judge.Model,
		Scenarios:    each(t.Scenarios, scenarioOf),
		Strategy:     settingDoc{Name: s.Name, Preset: s.Preset, Version: s.Version, Unverified: s.Unverified, Hash: s.Hash},
		Axes:         t.Axes,
		Objectives:   each(t.Objectives, objectiveOf),
		Over:         t.Over.String(),
		Requirements: t.Require, Rivals: t.Rivals, Replications: t.Asked, Again: t.Again,
		Seeds:    firstSeedsDoc{Search: seed(t.Seeds[0]), HeldOut: seed(t.Seeds[1])},
		Warnings: each(t.Warnings, warningOf),
		Verdict:  words.TuningHeadline(t).Word,
		Outcome:  *t.Outcome,
		Changes:  each(t.Changes, func(c *judge.TuningChange) changeDoc { return changeDoc{Path: c.Path, From: orNull(c.From), To: c.To} }),
		Products: productsDoc{Strategy: orNull(p.Strategy), Gobreaker: orNull(p.Gobreaker), GobreakerReason: orNull(p.GobreakerReason),
			Patch: orNull(p.Patch), PatchReason: orNull(p.PatchReason)},
	})
}

func objectiveOf(o *judge.TuningObjective) objectiveDoc {
	return objectiveDoc{Metric: o.Name, Unit: unitNames[o.Unit], Better: betterNames[o.Higher()], Weight: o.Weight, Weighted: o.Weighted}
}
