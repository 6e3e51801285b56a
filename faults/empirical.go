package faults

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

func init() {
	Laws.Register("empirical", "as measured, from a list or a CSV file", func() Law { return &Empirical{} })
}

// Empirical draws as often as was measured, straight lines in between.
type Empirical struct {
	Values []Amount `yaml:"values" doc:"measurements; excludes file"`
	File   string   `yaml:"file" doc:"CSV beside this document: one number a line, or a named column"`
	Column string   `yaml:"column" doc:"name of the column; default: the only one"`
	Unit   string   `yaml:"unit" enum:"s,ms,count" doc:"of the file's numbers"`

	sample *sample // of the file
}

// sample is what a file holds, for all the laws that name it: a hundred providers
// have one sample and one table.
type sample struct {
	sorted  []float64 // seconds, or counts
	counted bool
	once    sync.Once
	table   *Table
}

// maxSample bounds what is read from a file, maxCSV its bytes, and mostMeasured a
// number in it: no latency and no count of tokens lies beyond.
const (
	maxSample    = 2_000_000
	maxCSV       = 64 << 20
	mostMeasured = 1e9
)

// ReadFile reads the sample. Its errors say where a file is not what it should be,
// and never what stands there: it may be any file.
func (l *Empirical) ReadFile(read func(name string) ([]byte, error)) error {
	if l.File == "" {
		return nil
	}
	data, err := read(l.File)
	if err != nil {
		return fmt.Errorf("file: %w", err)
	}
	if len(data) > maxCSV {
		return fmt.Errorf("file: %s is over %d MiB", l.File, maxCSV>>20)
	}
	numbers, err := readColumn(data, l.Column)
	if err != nil {
		return fmt.Errorf("file: %s: %w", l.File, err)
	}
	l.sample = &sample{sorted: numbers, counted: l.Unit == "count"}
	for i, v := range numbers {
		numbers[i] = l.amount(v).Seconds()
	}
	slices.Sort(numbers)
	return nil
}

// FileKey says which sample of which file the law draws from.
func (l *Empirical) FileKey() string {
	if l.File == "" {
		return ""
	}
	return strings.Join([]string{l.File, l.Column, l.Unit}, "\x00")
}

// ShareFile takes the sample that another law has read.
func (l *Empirical) ShareFile(other any) { l.sample = other.(*Empirical).sample }

// amount gives a number of the file its unit.
func (l *Empirical) amount(v float64) Amount {
	scale := 1e9
	if l.Unit == "ms" {
		scale = 1e6
	}
	return Amount{Nanos: int64(math.Round(float64(v * scale))), Counted: l.Unit == "count"}
}

func (l *Empirical) Check() error {
	switch {
	case l.File != "" && len(l.Values) > 0:
		return errors.New("values and file exclude each other")
	case l.File == "" && len(l.Values) == 0:
		return errors.New("empirical needs values or a file")
	case l.File == "" && (l.Column != "" || l.Unit != ""):
		return errors.New("column and unit belong to a file")
	case l.File != "" && !slices.Contains([]string{"s", "ms", "count"}, l.Unit):
		return fmt.Errorf("unit of %s is one of s, ms, count, not %q", l.File, l.Unit)
	case l.File != "" && l.sample == nil:
		return fmt.Errorf("%s was not read", l.File)
	}
	for _, v := range l.Amounts() {
		if v.Nanos < 0 {
			return fmt.Errorf("the measurement %s is below zero", v)
		}
	}
	return nil
}

// Amounts implements Law. Those of a file have one unit: the largest stands for all.
func (l *Empirical) Amounts() []Amount {
	switch {
	case l.File == "":
		return l.Values
	case l.sample == nil:
		return nil
	}
	return []Amount{{Nanos: int64(math.Round(float64(l.sample.sorted[len(l.sample.sorted)-1] * 1e9))), Counted: l.sample.counted}}
}

// Table implements Law. The i-th of n sorted values stands at (i+1/2)/n, so the
// mean is that of the sample.
func (l *Empirical) Table() (*Table, error) {
	if s := l.sample; l.File != "" && s != nil {
		s.once.Do(func() { s.table = straight(s.sorted) })
		return s.table, nil
	}
	sorted := make([]float64, 0, len(l.Values))
	for _, v := range l.Values {
		sorted = append(sorted, v.Seconds())
	}
	slices.Sort(sorted)
	return straight(sorted), nil
}

// straight compiles the law of sorted values.
func straight(sorted []float64) *Table {
	n := len(sorted)
	return NewTable(func(p float64) float64 {
		at := float64(p*float64(n)) - 0.5
		i := int(math.Floor(at))
		switch {
		case i < 0:
			return sorted[0]
		case i >= n-1:
			return sorted[n-1]
		}
		return sorted[i] + float64((sorted[i+1]-sorted[i])*(at-float64(i)))
	})
}

// readColumn reads one column of numbers. Lines that begin with # are skipped,
// and a first line that is no number is the header.
func readColumn(data []byte, column string) ([]float64, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	r.Comment, r.ReuseRecord, r.FieldsPerRecord, r.TrimLeadingSpace = '#', true, 0, true
	var out []float64
	at := -1
	for line := 0; ; line++ {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, csvError(err)
		}
		if line == 0 {
			header := false
			if at, header, err = findColumn(record, column); err != nil {
				return nil, err
			} else if header {
				continue
			}
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(record[at]), 64)
		if err != nil || !(v >= 0 && v <= mostMeasured) {
			row, col := r.FieldPos(at)
			return nil, fmt.Errorf("line %d, column %d: no measurement: expected a number from 0 to %g", row, col, float64(mostMeasured))
		}
		if out = append(out, v); len(out) > maxSample {
			return nil, fmt.Errorf("more than %d measurements", maxSample)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("holds no measurements")
	}
	return out, nil
}

// findColumn returns the column to read, and whether the first line is a header.
func findColumn(first []string, column string) (at int, header bool, err error) {
	if column != "" {
		for i, name := range first {
			if strings.TrimSpace(name) == column {
				return i, true, nil
			}
		}
		return 0, false, fmt.Errorf("none of the names in its first line is %q", column)
	}
	if len(first) > 1 {
		return 0, false, fmt.Errorf("has %d columns: name one of its first line as column", len(first))
	}
	_, err = strconv.ParseFloat(strings.TrimSpace(first[0]), 64)
	return 0, err != nil, nil
}

// csvError says where a file is no CSV, without a word of it.
func csvError(err error) error {
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		return fmt.Errorf("line %d, column %d: no CSV: %w", bad.Line, bad.Column, bad.Err)
	}
	return err
}
