package foreign

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
)

// measured is what --latency says of one provider.
type measured struct {
	name        string
	line        int
	Median, P99 time.Duration // 0: not given
}

// latencies replaces assumed latencies by measured ones.
func (im *Importing) latencies() error {
	var rows []measured
	if im.Latency != "" {
		text, err := im.foreignFile(im.Latency)
		if err != nil {
			return fmt.Errorf("--latency: %w", err)
		}
		if rows, err = ReadLatencies(im.Latency, text); err != nil {
			return err
		}
	}
	for _, r := range rows {
		im.measure(r)
	}
	for _, m := range im.Chain.Providers {
		im.assume(m)
	}
	return nil
}

// measure gives a row to whom it names: a provider of the chain, or all that come
// from a model or a group.
func (im *Importing) measure(r measured) {
	at := yamldoc.Pos{Origin: im.Latency, Line: r.line, Col: min(r.line, 1)}
	for _, calls := range []func(*Member) bool{
		func(m *Member) bool { return m.Name == r.name },
		func(m *Member) bool { return m.called(r.name) },
	} {
		hits := 0
		for _, m := range im.Chain.Providers {
			if calls(m) {
				hits++
				m.measured = Kind("lognormal", "median", r.Median, "p99", r.P99)
				im.Note(NoteTook, at, "%s: median %s, p99 %s, to the whole answer", m.Name, r.Median, r.P99)
			}
		}
		if hits > 0 {
			return
		}
	}
	im.Warn(at, "nobody in the chain is called %q: there are %s", Shorten(r.name), strings.Join(im.Chain.Names(), ", "))
}

// called tells whether a name in a file of latencies means a member.
func (m *Member) called(name string) bool {
	if m.Name == Slug(name) {
		return true
	}
	for _, a := range m.Aliases {
		if a != "" && strings.EqualFold(a, name) {
			return true
		}
	}
	return false
}

// Shorten bounds a text of somebody else's in a message.
func Shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:37]) + "..."
	}
	return s
}

// ReadLatencies reads a CSV with name, median and p99, or what Prometheus answers
// to a query of quantiles.
func ReadLatencies(file string, text []byte) ([]measured, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	var rows []measured
	var bad *latencyFault
	if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 && trimmed[0] == '{' {
		rows, bad = prometheusLatencies(text)
	} else {
		rows, bad = csvLatencies(text)
	}
	if bad == nil && len(rows) == 0 {
		bad = &latencyFault{1, 1, "no latency in it"}
	}
	for _, r := range rows {
		if bad == nil {
			bad = r.fault(text)
		}
	}
	if bad != nil {
		return nil, fmt.Errorf("--latency %s:%d:%d: %s", file, bad.line, bad.col, bad.text)
	}
	return rows, nil
}

// latencyFault is what is wrong with a file of latencies, and where.
type latencyFault struct {
	line, col int
	text      string
}

// faultAt is a fault at a byte of a file.
func faultAt(text []byte, at int, what string) *latencyFault {
	before := text[:max(0, min(at, len(text)))]
	return &latencyFault{bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n'), what}
}

// fault is what is wrong with a row's times. A series of Prometheus's has no line of
// its own: it is where its name first stands.
func (r *measured) fault(text []byte) *latencyFault {
	what, name := "", printable.Scrub(Shorten(r.name))
	switch {
	case r.Median <= 0 || r.P99 <= 0:
		what = fmt.Sprintf("%q needs a median and a p99 above zero", name)
	case r.P99 < r.Median || r.P99 > Longest:
		what = fmt.Sprintf("%q: a p99 of %s lies below its median of %s, or beyond a month", name, r.P99, r.Median)
	default:
		return nil
	}
	if r.line > 0 {
		return &latencyFault{r.line, 1, what}
	}
	return faultAt(text, bytes.Index(text, []byte(r.name)), what)
}

// csvLatencies reads rows of name,median,p99. A head may say the unit of bare
// numbers: median_ms, p99_s.
func csvLatencies(text []byte) (out []measured, bad *latencyFault) {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace, r.Comment = -1, true, '#'
	units := [3]time.Duration{}
	for {
		row, err := r.Read()
		if err != nil {
			return out, csvEnd(err)
		}
		line, col := r.FieldPos(0)
		if len(row) < 3 {
			return nil, &latencyFault{line, col, "expected name,median,p99"}
		}
		if len(out) == 0 && strings.HasPrefix(strings.ToLower(row[1]), "median") {
			units[1], units[2] = headUnit(row[1]), headUnit(row[2])
			continue
		}
		m := measured{name: strings.TrimSpace(row[0]), line: line}
		var unreadable [3]error
		m.Median, unreadable[1] = amount(row[1], units[1])
		m.P99, unreadable[2] = amount(row[2], units[2])
		for k, err := range unreadable {
			if err != nil {
				line, col = r.FieldPos(k)
				return nil, &latencyFault{line, col, "expected times with a unit, as 800ms or 2.4s, or a head that says it: name,median_ms,p99_ms"}
			}
		}
		out = append(out, m)
	}
}

// csvEnd is nothing at the end of the file, else where it is no CSV.
func csvEnd(err error) *latencyFault {
	var bad *csv.ParseError
	switch {
	case err == io.EOF:
		return nil
	case errors.As(err, &bad):
		return &latencyFault{bad.Line, bad.Column, "it is no CSV: expected name,median,p99"}
	}
	return &latencyFault{1, 1, "it is no CSV"}
}

// headUnit is the unit that a column's head gives.
func headUnit(head string) time.Duration {
	switch _, unit, _ := strings.Cut(strings.ToLower(strings.TrimSpace(head)), "_"); unit {
	case "ms":
		return time.Millisecond
	case "s", "seconds":
		return time.Second
	}
	return 0
}

// amount reads a time, or a number of a unit.
func amount(text string, unit time.Duration) (time.Duration, error) {
	text = strings.TrimSpace(text)
	if f, err := strconv.ParseFloat(text, 64); err == nil && unit > 0 {
		if !(f >= 0 && f <= float64(Longest)/float64(unit)) {
			return 0, strconv.ErrRange
		}
		return time.Duration(math.Round(f * float64(unit))).Round(time.Microsecond), nil
	}
	return time.ParseDuration(text)
}

// answer is what Prometheus answers to an instant query.
type answer struct {
	Status string
	Data   struct {
		Result []struct {
			Metric map[string]string
			Value  [2]any
		}
	}
}

// naming are labels that say whose a series is, the most telling first.
var naming = []string{"deployment", "litellm_model_name", "provider", "api_provider", "model_group", "requested_model", "model", "target", "envoy_cluster_name", "cluster", "name"}

// prometheusLatencies reads series of the quantiles 0.5 and 0.99, in seconds.
func prometheusLatencies(text []byte) ([]measured, *latencyFault) {
	var a answer
	if err := json.Unmarshal(text, &a); err != nil || a.Status != "success" {
		return nil, faultAt(text, jsonPlace(err), "it is no answer of Prometheus to an instant query that succeeded")
	}
	var order []string
	rows := map[string]*measured{}
	for _, s := range a.Data.Result {
		name := ""
		for _, label := range naming {
			if name = s.Metric[label]; name != "" {
				break
			}
		}
		value, _ := s.Value[1].(string)
		f, err := strconv.ParseFloat(value, 64)
		if name == "" || err != nil || !(f > 0 && f < Longest.Seconds()) {
			continue // NaN is what a series without calls has
		}
		if rows[name] == nil {
			rows[name] = &measured{name: name}
			order = append(order, name)
		}
		d := time.Duration(math.Round(f * 1e9)).Round(time.Microsecond)
		switch q, _ := strconv.ParseFloat(s.Metric["quantile"], 64); q {
		case .5:
			rows[name].Median = d
		case .99:
			rows[name].P99 = d
		}
	}
	var out []measured
	for _, name := range order {
		out = append(out, *rows[name])
	}
	return out, nil
}

// jsonPlace is the byte at which a text is not the JSON that was expected.
func jsonPlace(err error) int {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return int(syntax.Offset) - 1
	case errors.As(err, &kind):
		return int(kind.Offset) - 1
	}
	return 0
}
