package simtest

import (
	"bytes"
	"testing"
)

// Try is Run for tests of what Run complains about: it fails no test, and returns
// what it would print.
func (c Config) Try(t *testing.T, scenario string, chains map[string]New) (Results, string, error) {
	t.Helper()
	p, err := c.play(t, scenario, chains)
	if err != nil {
		return nil, "", err
	}
	var b bytes.Buffer
	if err := p.write(&b); err != nil {
		t.Fatal(err)
	}
	return p.results(), b.String(), nil
}
