package page

import (
	"context"
	"errors"
	"slices"
	"strings"

	"wavetank/report/explain"
	"wavetank/report/judge"
)

// evidence is the id of what shows the complaint, which it marks: the plot of its
// metric in the strategy's panel, or the table where there are no plots.
func (b *sectionBuilder) evidence(p *pageSection) string {
	c := b.Complaint
	at := slices.IndexFunc(p.Panels, func(x *pagePanel) bool { return x.Name == c.Strategy })
	switch {
	case at >= 0 && c.Cause != judge.CauseDiffers:
		p.Panels[at].Evidence = evidenceKind(c.Metric)
		return b.id + "-but"
	case p.Top != nil && strings.HasPrefix(c.Metric, "latency"):
		return b.id + "-top"
	case p.Table != nil:
		return b.id + "-table"
	}
	return ""
}

// evidenceKind is the kind of plot that shows a metric; empty: the whole panel.
func evidenceKind(metric string) string {
	for _, k := range []struct{ prefix, kind string }{
		{"latency", "latency"}, {"slo_rate", "share"}, {"success_rate", "share"}, {"wasted", "attempts"}, {"silent", "share"},
		{"doomed", "attempts"},
	} {
		if strings.HasPrefix(metric, k.prefix) {
			return k.kind
		}
	}
	return ""
}

// worst tells of the worst request of who ships, where somebody can.
func (b *sectionBuilder) worst(ctx context.Context, p *pageSection) error {
	if b.Explain == nil || len(b.Rank.First) == 0 || b.tapes == nil {
		return nil
	}
	e, err := b.Explain(ctx, b.Rank.First[0].Name)
	switch {
	case errors.Is(err, explain.ErrNoRequest):
		return nil
	case err != nil:
		return err
	}
	p.Worst = page(e)
	return nil
}
