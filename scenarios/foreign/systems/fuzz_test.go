package systems

import (
	"strings"
	"testing"
	"time"

	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
	"wavetank/scenarios/internal/fixture"
)

// kindOfConfig numbers the systems that read files.
var kindOfConfig = map[string]uint8{"litellm": 0, "portkey": 1, "envoy": 2}

// FuzzImport demands of every importer that no file panics it, takes long, or
// brings a planted secret to light; and that what is written can be played.
func FuzzImport(f *testing.F) {
	for file, text := range configs(f) {
		f.Add(kindOfConfig[systemOf(file)], text)
	}
	f.Add(kindOfConfig["litellm"], twoGroups)
	f.Add(kindOfConfig["litellm"], "a: &a {<<: *a}\nmodel_list: [{<<: {model_name: x}}]\n")
	f.Add(kindOfConfig["litellm"], "? a\n: !!map {b: !x c}\n")
	f.Add(kindOfConfig["envoy"], "- {name: c, load_assignment: {endpoints: [{priority: 128, lb_endpoints: [{}]}]}}")
	f.Add(kindOfConfig["envoy"], `{"resources": [{"@type": "x.Cluster", "name": "c", "circuit_breakers": {"thresholds": [{"retry_budget": {}}]}}]}`)
	f.Add(kindOfConfig["portkey"], `{"strategy": {"mode": "loadbalance"}, "targets": [{"strategy": {"mode": "fallback"}, "targets": [{"provider": "x"}, {}]}, {}]}`)
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		system := []string{"litellm", "portkey", "envoy"}[which%3]
		text = strings.ReplaceAll(text, planted, planted+"0123456789abcdef")
		began := time.Now()
		im, err := importText(system, "c.yaml", text, foreign.ImportOptions{Latency: ""})
		if took := time.Since(began); took > 5*time.Second {
			t.Fatalf("%d bytes took %s", len(text), took)
		}
		if err != nil {
			if strings.Contains(err.Error(), planted+"0123456789abcdef") {
				t.Fatalf("a secret in the error %v", err)
			}
			return
		}
		if strings.Contains(string(im.Chain), planted+"0123456789abcdef") {
			t.Fatalf("a secret in the chain\n%s", im.Chain)
		}
		if _, err := scenarios.Load("hang-primary", scenarios.Options{Chain: "c.yaml", ReadFile: fixture.Files(map[string]string{"c.yaml": string(im.Chain)})}); err != nil {
			t.Fatalf("the chain is refused: %v\n%s", err, im.Chain)
		}
	})
}

// FuzzLatency demands that no file of latencies panics.
func FuzzLatency(f *testing.F) {
	f.Add("name,median_ms,p99_ms\na,1,2\n")
	f.Add(`{"status": "success", "data": {"result": [{"metric": {"name": "a", "quantile": "0.5"}, "value": [1, "0.8"]}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := foreign.ReadLatencies("l.csv", []byte(text))
		for _, r := range rows {
			if err == nil && (r.Median <= 0 || r.P99 < r.Median) {
				t.Fatalf("%+v", r)
			}
		}
	})
}
