package faults

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestReadColumn(t *testing.T) {
	for _, row := range []struct {
		name, data, column string
		want               []float64
		err                string
	}{
		{name: "one number a line", data: "1\n2.5\n3e-1\n", want: []float64{1, 2.5, 0.3}},
		{name: "a header is skipped", data: "ttft_s\n1\n2\n", want: []float64{1, 2}},
		{name: "a BOM, a comment and Windows lines", data: "\ufeff# seconds\r\n1\r\n2\r\n", want: []float64{1, 2}},
		{name: "a named column", data: "at, ttft_s\n0,1\n5,2\n", column: "ttft_s", want: []float64{1, 2}},
		{name: "no end of line", data: "4", want: []float64{4}},
		{name: "nothing", data: "", err: "no measurements"},
		{name: "a header alone", data: "ttft\n", err: "no measurements"},
		{name: "a column that is not there", data: "a,b\n1,2\n", column: "c", err: `none of the names in its first line is "c"`},
		{name: "several columns and no name", data: "a,b\n1,2\n", err: "has 2 columns: name one of its first line"},
		{name: "a word in between", data: "1\nx\n", err: "line 2, column 1: no measurement"},
		{name: "a negative number", data: "1\n-2\n", err: "line 2"},
		{name: "not a number", data: "1\nNaN\n", err: "line 2"},
		{name: "a short line", data: "a,b\n1\n", column: "b", err: "wrong number of fields"},
	} {
		got, err := readColumn([]byte(row.data), row.column)
		if row.err == "" && (err != nil || !slices.Equal(got, row.want)) {
			t.Errorf("%s: got %v, %v, want %v", row.name, got, err, row.want)
		}
		if row.err != "" && (err == nil || !strings.Contains(err.Error(), row.err)) {
			t.Errorf("%s: got %v, %v, want an error with %q", row.name, got, err, row.err)
		}
	}
}

func TestEmpiricalFile(t *testing.T) {
	l := &Empirical{File: "a.csv", Unit: "ms"}
	read := func(name string) ([]byte, error) {
		if name != "a.csv" {
			t.Errorf("asked for %s", name)
		}
		return []byte("100\n300\n200\n"), nil
	}
	if err := l.ReadFile(read); err != nil {
		t.Fatal(err)
	}
	if err := CheckTimes(l); err != nil {
		t.Fatal(err)
	}
	table, err := l.Table()
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Draw(1 << 63).Seconds(); math.Abs(got-0.2) > 1e-9 {
		t.Errorf("the median of 100, 200 and 300 ms is %g s", got)
	}
	counts := &Empirical{File: "a.csv", Unit: "count"}
	if err := counts.ReadFile(read); err != nil {
		t.Fatal(err)
	}
	if CheckTimes(counts) == nil || CheckCounts(counts) != nil {
		t.Error("a file of counts must pass for counts and for nothing else")
	}
	missing := errors.New("no such file")
	if err := l.ReadFile(func(string) ([]byte, error) { return nil, missing }); !errors.Is(err, missing) {
		t.Errorf("ReadFile() = %v, want the reader's error", err)
	}
}

func FuzzReadColumn(f *testing.F) {
	f.Add("1\n2\n", "")
	f.Add("a,b\n1,2\n", "b")
	f.Add("\"x\n", "")
	f.Fuzz(func(t *testing.T, data, column string) {
		got, err := readColumn([]byte(data), column)
		if (err == nil) != (len(got) > 0) {
			t.Fatalf("readColumn() = %v, %v", got, err)
		}
		for _, v := range got {
			if !(v >= 0) || math.IsInf(v, 0) {
				t.Fatalf("%g is no measurement", v)
			}
		}
	})
}
