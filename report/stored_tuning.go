package report

import "wavetank/sim/tune"

// tuningSchema describes the document of tune -o json.
func tuningSchema() object {
	of := func(name string) line { return line{{"$ref", "#/definitions/" + name}} }
	root := record("Times are in seconds, money in dollars; what has no value is null. No value comes from a wall clock. Points are places in the space, as decimal strings; from 9223372036854775808 on they are strategies outside of it: the setting in force first, then the rivals.",
		key{"schema_version", line{{"const", schemaVersion}}, false},
		key{"kind", line{{"const", "tuning"}}, false},
		key{"model", tallyOf("rises when the same seed may give other numbers"), false},
		key{"scenarios", list(of("scenario"), "the suite"), false},
		key{"strategy", record("The setting in force.",
			key{"name", typed("string", "its name"), false},
			key{"preset", typed("string", "it comes from; empty: none"), false},
			key{"version", typed("string", "the preset's date"), false},
			key{"unverified", tallyOf("the preset's numbers that its source does not give"), false},
			key{"hash", typed("string", "of its document; 12 hex digits"), false}), false},
		key{"axes", list(axisSchema(), "the parameters; of a point's place the last one turns fastest"), false},
		key{"objectives", list(objectiveSchema(), "in the order of every list by objective"), false},
		key{"over", word("how several scenarios become one figure", tune.Overs...), false},
		key{"requirements", list(typed("string", "as written"), "in the order of every list by requirement"), false},
		key{"rivals", list(typed("string", "a name"), "in the order of outcome.held_out.rivals; the setting in force first"), false},
		key{"seeds", record("The first seeds.", key{"search", tallyOf("of the search"), false}, key{"held_out", tallyOf("that no choice has seen"), false}), false},
		key{"replications", tallyOf("of those that reach the end of the halving"), false},
		key{"again", list(typed("string", "an argument"), "the command line that repeats the search, its name first; empty: none"), false},
		key{"warnings", list(record("", key{"file", typed("string", "empty: of none"), false}, key{"line", tallyOf("0: of the whole file"), false},
			key{"text", typed("string", "what a lint or the run found worth saying"), false}), "what to know before trusting the figures"), false},
		key{"verdict", word("what is to be done with the winner: ship it, keep the setting in force, that others tie, that it leads so far, or that nobody will do",
			"SHIP", "KEEP", "TIE", "LEAD", "NONE"), false},
		key{"outcome", outcomeSchema(), false},
		key{"changes", list(record("", key{"path", typed("string", "of a setting"), false}, key{"from", orNull("string", "null: nothing was set"), false},
			key{"to", typed("string", "the winner's value"), false}), "what the winner has otherwise than the setting in force"), false},
		key{"products", productsSchema(), false})
	return append(append(object{{"title", "A search, as wavetank tune -o json writes it"}}, root...),
		member{"definitions", object{
			{"scenario", scenarioSchema()},
			{"finalist", finalistSchema()},
			{"estimate", estimateSchema()},
		}})
}

func estimateSchema() object {
	return append(object{{"type", []string{"object", "null"}}}, record("A mean over replications; null where none has a value.",
		key{"mean", orNull("number", "over the replications that have a value"), false},
		key{"low", orNull("number", "lower end of the 95 % interval; null with one replication"), false},
		key{"high", orNull("number", "upper end"), false},
		key{"n", tallyOf("replications that have a value"), false})[1:]...)
}

func estimatesOf(doc string) object { return list(line{{"$ref", "#/definitions/estimate"}}, doc) }

func axisSchema() object {
	return record("",
		key{"name", typed("string", "of the parameter"), false},
		key{"labels", list(typed("string", "a value as people read it"), "its values, in order"), false},
		key{"at", line{{"type", []string{"array", "null"}}, {"items", line{{"type", "number"}}}, {"description", "where the values lie on a scale; null: they have no order"}}, false},
		key{"log", typed("boolean", "the scale is logarithmic"), false})
}

func objectiveSchema() object {
	return record("",
		key{"metric", typed("string", "its name"), false},
		key{"unit", word("of its values", unitNames[:]...), false},
		key{"better", word("which way it is to go", betterNames[false], betterNames[true]), false},
		key{"weight", typed("number", "against the other objectives', of a difference as large as the front is wide"), false},
		key{"weighted", typed("boolean", "the user gave the weight"), false})
}

func outcomeSchema() object {
	finalist := line{{"$ref", "#/definitions/finalist"}}
	return record("What the search found.",
		key{"size", typed("number", "points in the space"), false},
		key{"candidates", tallyOf("points looked at"), false},
		key{"sampled", typed("boolean", "they are a Latin hypercube, not the whole space"), false},
		key{"invalid", tallyOf("candidates whose settings do not go together"), false},
		key{"infeasible", tallyOf("candidates that break a requirement"), false},
		key{"rungs", list(record("", key{"points", tallyOf("that were played"), false}, key{"replications", tallyOf("of each"), false}), "the steps of the halving"), false},
		key{"partial", typed("boolean", "interrupted: nothing was held out"), false},
		key{"feasible", typed("boolean", "some candidate keeps every requirement; if none does, the front is of those that break them least"), false},
		key{"broken", list(record("", key{"requirement", tallyOf("into requirements"), false}, key{"scenario", tallyOf("into scenarios"), false},
			key{"best", orNull("number", "how near anybody came"), false}, key{"point", typed("string", "who did"), false}), "requirements that nobody keeps"), false},
		key{"front", list(finalist, "by the first objective, best first"), false},
		key{"winner", tallyOf("into front"), false},
		key{"chord", tallyOf("into front: the farthest from the plane through its ends"), false},
		key{"utopia", tallyOf("into front: the nearest to the best of every objective at once"), false},
		key{"how", word("by what the winner was chosen", tune.Only.String(), tune.Weights.String(), tune.Knee.String()), false},
		key{"contest", contestSchema(), false},
		key{"current", finalist, false},
		key{"held_out", heldSchema(), false},
		key{"sensitivity", list(sensitivitySchema(), "by axis"), false},
		key{"heat", heatSchema(), false})
}

func contestSchema() object {
	return record("How the winner was told from the other finalists (Kim and Nelson, 2001).",
		key{"finalists", tallyOf("that took part"), false},
		key{"replications", tallyOf("at its end"), false},
		key{"delta", typed("number", "a difference of score that does not matter"), false},
		key{"left", list(tallyOf("into front"), "who was not told apart, the winner first"), false},
		key{"settled", typed("boolean", "one is left, or the rest differ by less than matters"), false})
}

func finalistSchema() object {
	numbers := func(doc string) object { return list(orNull("number", "null: none"), doc) }
	return record("A point with its figures over the search's replications.",
		key{"point", typed("string", "its place in the space"), false},
		key{"settings", line{{"type", []string{"array", "null"}}, {"items", line{{"type", "integer"}, {"minimum", 0}}}, {"description", "places of the axes' values; null outside the space"}}, false},
		key{"values", estimatesOf("by objective"), false},
		key{"members", line{{"type", []string{"array", "null"}}, {"items", line{{"type", "array"}, {"items", line{{"$ref", "#/definitions/estimate"}}}}},
			{"description", "by objective, by scenario; null for one scenario"}}, false},
		key{"mean", numbers("by objective: over the scenarios"), false},
		key{"worst", numbers("by objective: of the scenario where it is worst"), false},
		key{"regret", numbers("by objective: the farthest behind the best point of a scenario"), false},
		key{"score", orNull("number", "weighted sum of the objectives, each 0 at the front's best and 1 at its worst"), false},
		key{"estimated", typed("boolean", "no other point has better means; else only its intervals keep it on the front"), false},
		key{"feasible", typed("boolean", "it keeps every requirement"), false},
		key{"bend", orNull("number", "of two objectives, degrees by which the front turns here"), false},
		key{"alike", list(typed("string", "a point"), "others with the same figures in every replication"), false})
}

func heldSchema() object {
	verdicts := list(word("of the winner", signWordsOf()...), "by objective: what the difference shows")
	kept := func(doc string) object { return list(line{{"type", "boolean"}}, doc) }
	rival := record("",
		key{"point", typed("string", "outside the space"), false},
		key{"values", estimatesOf("by objective"), false},
		key{"difference", estimatesOf("by objective: the winner's less this one's, paired"), false},
		key{"verdict", verdicts, false},
		key{"kept", kept("by requirement"), false})
	return append(object{{"type", []string{"object", "null"}}}, record("What replications say that no choice has seen; null: not played.",
		key{"replications", tallyOf("of each"), false},
		key{"winner", estimatesOf("by objective"), false},
		key{"optimism", estimatesOf("by objective: by how much the search's estimate was better"), false},
		key{"rivals", list(rival, "the setting in force first"), false},
		key{"kept", kept("by requirement: the winner keeps it here too"), false})[1:]...)
}

func signWordsOf() (out []string) {
	for s := tune.Unclear; s <= tune.Behind; s++ {
		out = append(out, s.String())
	}
	return out
}

func sensitivitySchema() object {
	return record("What one axis does to the objectives.",
		key{"axis", tallyOf("into axes"), false},
		key{"shares", list(orNull("number", "null: nothing varies"), "by objective: of the variance over the candidates that this axis alone explains"), false},
		key{"steps", list(estimatesOf("by value"), "by objective: with everything else as the winner has it"), false},
		key{"verdicts", list(list(word("of the value", signWordsOf()...), "by value"), "by objective: against the winner's own value"), false})
}

func heatSchema() object {
	row := list(orNull("number", "null: no strategy"), "by x")
	return append(object{{"type", []string{"object", "null"}}}, record("The objectives over two axes, everything else as the winner has it; null: fewer than two axes.",
		key{"x", tallyOf("into axes"), false},
		key{"y", tallyOf("into axes"), false},
		key{"replications", tallyOf("of each pair"), false},
		key{"values", list(list(row, "by y"), "by objective"), false})[1:]...)
}

func productsSchema() object {
	return record("The winner in the forms in which it is put to use.",
		key{"strategy", orNull("string", "a strategy document, ready to run"), false},
		key{"gobreaker", orNull("string", "a gobreaker.Settings literal"), false},
		key{"gobreaker_reason", orNull("string", "why there is none"), false},
		key{"patch", orNull("string", "a unified diff of the configuration that was imported"), false},
		key{"patch_reason", orNull("string", "why there is none"), false})
}
