package report

import "strings"

// resultSchema describes the document of json.
func resultSchema() object {
	version := line{{"const", schemaVersion}}
	several := record("Several scenarios, in the order asked for.",
		key{"schema_version", version, false}, key{"runs", list(line{{"$ref", "#/definitions/result"}}, "one result each"), false})
	return object{
		{"title", "A result, as wavetank run -o json writes it"},
		{"description", "Times are in seconds, money in dollars; what has no value is null. No value comes from a wall clock."},
		{"if", line{{"required", []string{"runs"}}}},
		{"then", several},
		{"else", line{{"$ref", "#/definitions/result"}}},
		{"definitions", object{
			{"result", oneResultSchema(version)},
			{"strategy", strategySchema()},
			{"comparison", comparisonSchema()},
			{"contrast", contrastSchema()},
			{"expectation", expectationSchema()},
			{"regression", regressionSchema()},
			{"figure", figureSchema()},
		}},
	}
}

func oneResultSchema(version line) object {
	of := func(name string) line { return line{{"$ref", "#/definitions/" + name}} }
	return record("One scenario's comparison of strategies.",
		key{"schema_version", version, false},
		key{"model", tallyOf("rises when the same seed may give other numbers; results of different models do not compare"), false},
		key{"scenario", scenarioSchema(), false},
		key{"again", list(typed("string", "an argument"), "the command line that repeats the run, its name first; empty: none"), false},
		key{"seeds", list(tallyOf("a seed"), "that every strategy has finished, in the order of per_seed"), false},
		key{"partial", typed("boolean", "interrupted: seeds are missing"), false},
		key{"warnings", list(record("", key{"file", typed("string", "empty: of none"), false}, key{"line", tallyOf("0: of the whole file"), false},
			key{"text", typed("string", "what a lint or the run found worth saying"), false}), "what to know before trusting the figures"), false},
		key{"imprecise", list(typed("string", "a figure"), "figures that a cap on seeds kept from the precision asked for"), false},
		key{"strategies", list(of("strategy"), "in the order asked for"), false},
		key{"comparisons", list(of("comparison"), "each strategy against the reference, and against the clairvoyant bound"), false},
		key{"expectations", list(of("expectation"), "the rules, in the order of the file"), false},
		key{"baseline", record("What regressions are held against.", key{"name", typed("string", "a file, or a revision"), false}), true},
		key{"regressions", list(of("regression"), "the gated figures, the worst first; absent without a baseline"), true},
	)
}

func scenarioSchema() object {
	spans := func(doc string) line {
		return line{{"type", "array"}, {"items", line{{"type", "number"}}}, {"minItems", 2}, {"maxItems", 2}, {"description", doc}}
	}
	fault := record("",
		key{"kind", typed("string", "of the fault"), false},
		key{"targets", list(tallyOf("a place in providers"), "whom it strikes"), false},
		key{"at", spans("least and most of the range that each seed draws its start from"), false},
		key{"for", spans("least and most of its length"), false})
	return record("What was played.",
		key{"name", typed("string", "its name"), false},
		key{"hash", typed("string", "over what decides the outcome of a strategy; 12 hex digits"), false},
		key{"file", typed("string", "a path, or library:NAME"), false},
		key{"title", typed("string", "its why in a line"), false},
		key{"rate", typed("string", "of arrivals, in words"), false},
		key{"duration", typed("number", "in which requests arrive that count"), false},
		key{"slo", typed("number", "an answer within this is in time; 0: no such bound"), false},
		key{"providers", list(typed("string", "a name"), "in the chain's order"), false},
		key{"timeline", list(fault, "the faults, in the order of the file"), false})
}

func strategySchema() object {
	figures, byProvider := []key{}, []key{}
	for _, m := range metrics {
		figures = append(figures, key{m.Name, defined("figure", m.Summary+unitWords[m.Unit]), false})
	}
	for _, name := range providerMetrics {
		byProvider = append(byProvider, key{name, defined("figure", strings.ReplaceAll(name, "_", " ")+" of this provider"+unitWords[providerUnit(name)]), false})
	}
	trip := record("One opening of a closed breaker.",
		key{"seed", tallyOf("of the run"), false},
		key{"provider", typed("string", "whose breaker"), false},
		key{"at", typed("number", "seconds since the run began"), false},
		key{"label", word("judged by the truth", TrueTrip.String(), StaleTrip.String(), SpuriousTrip.String()), false},
		key{"reason", word("of a spurious one", "", "noise", "caller_fault", "scope", "race"), false},
		key{"badness", share("of the provider at the trip"), false},
		key{"counted", tallyOf("failures that the breaker had counted"), false})
	return record("One strategy's runs.",
		key{"name", typed("string", "its name in the run"), false},
		key{"preset", typed("string", "it comes from; empty: none"), false},
		key{"version", typed("string", "the preset's date"), false},
		key{"unverified", tallyOf("the preset's numbers that its source does not give"), false},
		key{"hash", typed("string", "of its document; 12 hex digits"), false},
		key{"summary", typed("string", "in a line"), false},
		key{"ideal", typed("boolean", "the clairvoyant bound, which is never judged"), false},
		key{"has_breaker", typed("boolean", "it remembers failures"), false},
		key{"fired", list(list(tallyOf("attempts"), "of one seed, by the timeline's entries"), "attempts that each fault touched, by seed"), false},
		key{"file", typed("string", "where it is written, where that is a place in a file"), true},
		key{"line", tallyOf("of the file"), true},
		key{"metrics", record("Every metric, by its name.", figures...), false},
		key{"providers", named(record("", byProvider...), "figures of the calls to each provider, by its name"), false},
		key{"trips", list(trip, "the first 100 of each seed"), false},
		key{"trips_omitted", tallyOf("trips beyond those"), false})
}

// unitWords say a unit behind a description.
var unitWords = [...]string{Count: "", Rate: ", a share of 1", Seconds: ", in seconds", Dollars: ", in dollars", Scale: ""}

func figureSchema() object {
	return append(object{{"type", []string{"object", "null"}}}, record("A figure over seeds; null where no seed has a value.",
		key{"mean", orNull("number", "over the seeds that have a value"), false},
		key{"low", orNull("number", "lower end of the mean's 95 % interval over seeds; null with one seed"), false},
		key{"high", orNull("number", "upper end"), false},
		key{"per_seed", list(orNull("number", "null: none"), "in the order of seeds"), false})[1:]...)
}

func comparisonSchema() object {
	contrasts := named(line{{"$ref", "#/definitions/contrast"}}, "by metric")
	return record("A strategy compared with the reference on the same seeds.",
		key{"strategy", typed("string", "its name"), false},
		key{"reference", orNull("string", "whom it is compared with; null: it is the reference"), false},
		key{"improved", defined("figure", "part of the requests that it answered and the reference did not, or sooner"), false},
		key{"worsened", defined("figure", "the reverse"), false},
		key{"metrics", contrasts, false},
		key{"regret", named(line{{"$ref", "#/definitions/contrast"}}, "against the clairvoyant bound, by metric"), false})
}

func contrastSchema() object {
	return append(object{{"type", []string{"object", "null"}}}, record("A difference of two strategies' figures.",
		key{"mean", orNull("number", "of the differences by seed"), false},
		key{"low", orNull("number", "lower end of the 95 % interval"), false},
		key{"high", orNull("number", "upper end"), false},
		key{"method", typed("string", "of the interval: t, bca, welch, exact, or none"), false},
		key{"correlation", orNull("number", "of the two over seeds"), false},
		key{"variance_ratio", orNull("number", "how many times fewer runs common seeds need"), false},
		key{"p", orNull("number", "two-sided"), false},
		key{"p_adjusted", orNull("number", "by Holm over the strategies"), false},
		key{"shown", typed("boolean", "a difference is shown"), false})[1:]...)
}

func expectationSchema() object {
	return record("A rule and how it came out.",
		key{"rule", typed("string", "as written"), false},
		key{"observed", line{{"type", []string{"number", "string", "null"}}, {"description", "its left side, or why that has no value"}}, false},
		key{"verdict", word("how it came out", Pass.String(), Fail.String(), Skipped.String(), Inconclusive.String()), false},
		key{"file", typed("string", "where it is written"), false},
		key{"line", tallyOf("0: unknown"), false},
		key{"severity", word("absent: it fails the command", "advisory"), true},
		key{"on", word("what is held against the limit; absent: the estimate", OnUpper.String(), OnLower.String()), true},
		key{"why", typed("string", "in a user's words"), true},
		key{"detail", typed("string", "why the verdict is as it is"), true})
}

func regressionSchema() object {
	return record("A figure held against its value in the baseline.",
		key{"strategy", typed("string", "its name"), false},
		key{"metric", typed("string", "its name"), false},
		key{"change", word("by the interval of the difference and the tolerance", Unchanged.String(), Improved.String(), Regressed.String(), Unclear.String()), false},
		key{"base", orNull("number", "its mean in the baseline"), false},
		key{"head", orNull("number", "its mean now"), false},
		key{"diff", orNull("number", "head less base, paired by seed where both share their luck"), false},
		key{"low", orNull("number", "lower end of its interval"), false},
		key{"high", orNull("number", "upper end"), false},
		key{"level", orNull("number", "of the interval"), false},
		key{"tolerance", orNull("number", "how much worse is borne"), false},
		key{"text", typed("string", "what figures cannot say"), true})
}
