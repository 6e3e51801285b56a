package foreign

import (
	"slices"
	"strings"
	"time"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
)

// patience warns of an attempt timeout as long as callers wait in the scenario that
// a chain is played in where none is named. It stands where the timeout does.
func (im *Importing) patience() error {
	d := &im.Chain
	k := slices.IndexFunc(d.Slots, func(s line) bool { return s.key == "attempt" })
	if k < 0 || len(d.Providers) < 2 || slices.ContainsFunc(d.Slots, func(s line) bool { return s.key == "hedge" }) {
		return nil
	}
	total, err := time.ParseDuration(TextOf(d.Slots[k].Value.Get("total")))
	if err != nil {
		return nil
	}
	usual, err := scenarios.Load(scenarios.Default, scenarios.Options{})
	if err != nil {
		return err
	}
	if text := scenarios.TooPatient(total, usual.Document.Workload.Deadline, 0); text != "" {
		im.Warn(im.placeOf("attempt.total"), "%s (callers of %s wait so long)", text, usual.Name)
	}
	return nil
}

// placeOf is where a setting stands that became a slot.
func (im *Importing) placeOf(slot string) (at yamldoc.Pos) {
	for _, n := range im.notes {
		if n.Kind == NoteTook && strings.HasSuffix(n.Text, "-> "+slot) {
			return n.Pos
		}
	}
	return at
}
