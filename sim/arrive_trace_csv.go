package sim

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"wavetank/faults"
)

// traceColumns are the columns a trace must have, in any order, among others.
var traceColumns = [3]string{"TIMESTAMP", "ContextTokens", "GeneratedTokens"}

// traceLayouts are the ways to write a timestamp. Go reads any number of
// fractional digits after the seconds, so the seven of the Azure traces too.
var traceLayouts = [...]string{"2006-01-02 15:04:05", time.RFC3339, "2006-01-02T15:04:05"}

// maxTokens bounds a recorded size.
const maxTokens = 1e8

// readTrace reads up to limit rows. More are ignored where the user said so
// (cut), else refused.
func readTrace(data []byte, limit int, cut bool) ([]row, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	r.ReuseRecord = true
	columns, err := traceHeader(r)
	if err != nil {
		return nil, err
	}
	var rows []row
	var first time.Time
	for {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) || cut && len(rows) == limit {
			return rows, nil
		}
		if err != nil {
			return nil, traceError(err)
		}
		if len(rows) == limit {
			return nil, fmt.Errorf("more than %d rows: set limit", limit)
		}
		at, w, err := traceRow(rec, columns)
		if len(rows) == 0 {
			first = at
		}
		w.at = at.Sub(first)
		if err == nil && len(rows) > 0 && w.at < rows[len(rows)-1].at {
			err = errors.New("is earlier than the row before")
		}
		if err != nil {
			line, _ := r.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		rows = append(rows, w)
	}
}

func traceHeader(r *csv.Reader) (columns [3]int, err error) {
	head, err := r.Read()
	if err != nil {
		return columns, fmt.Errorf("no header with %s: %w", strings.Join(traceColumns[:], ","), traceError(err))
	}
	for i, name := range traceColumns {
		columns[i] = slices.IndexFunc(head, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), name) })
		if columns[i] < 0 {
			return columns, fmt.Errorf("line 1: no column %s", name)
		}
	}
	return columns, nil
}

func traceRow(rec []string, columns [3]int) (at time.Time, w row, err error) {
	stamp := strings.TrimSpace(rec[columns[0]])
	for _, layout := range traceLayouts {
		if at, err = time.Parse(layout, stamp); err == nil {
			break
		}
	}
	if err != nil {
		return at, w, fmt.Errorf("%s is no timestamp such as 2023-11-16 18:15:46.6805900", traceColumns[0])
	}
	for i, size := range []*int32{&w.in, &w.out} {
		n, err := strconv.Atoi(strings.TrimSpace(rec[columns[1+i]]))
		if err != nil || n < 0 || n > maxTokens {
			return at, w, fmt.Errorf("%s is no count of tokens", traceColumns[1+i])
		}
		*size = int32(n)
	}
	return at, w, nil
}

// traceError says where a file is no CSV, without a word of it: it may be any file.
func traceError(err error) error {
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		return fmt.Errorf("line %d, column %d: no CSV: %w", bad.Line, bad.Column, bad.Err)
	}
	return err
}

// sizes is the law of recorded answer sizes.
type sizes struct{ sorted []float64 }

func newSizes(rows []row, of func(*row) int32) faults.Law {
	s := &sizes{sorted: make([]float64, len(rows))}
	for i := range rows {
		s.sorted[i] = float64(of(&rows[i]))
	}
	slices.Sort(s.sorted)
	return s
}

func (s *sizes) Check() error {
	if len(s.sorted) == 0 {
		return errors.New("no rows")
	}
	return nil
}

// Amounts implements faults.Law: nothing in it was written with a unit.
func (s *sizes) Amounts() []faults.Amount { return nil }

func (s *sizes) Table() (*faults.Table, error) {
	n := len(s.sorted)
	return faults.NewTable(func(p float64) float64 { return s.sorted[min(n-1, int(float64(p*float64(n))))] }), nil
}
