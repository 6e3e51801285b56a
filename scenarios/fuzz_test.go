package scenarios

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"wavetank/chain/cpu"
)

// FuzzLoad demands that no input panics, and that none under 1 MiB takes over a
// second. Files that a scenario names are short.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"library/*.yaml", "testdata/broken/*.yaml", "template.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(data), "")
		}
	}
	f.Add(string(template), "faster=five-provider,attempt.total=5s")
	f.Fuzz(func(t *testing.T, text, strategy string) {
		opts := Options{ReadFile: func(folder, name string) ([]byte, error) {
			if filepath.Join(folder, name) == fuzzFile {
				return []byte(text), nil
			}
			return []byte("TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.6805900,374,44\n"), nil
		}}
		if strategy != "" {
			opts.Strategies = []string{strategy}
		}
		start := cpu.Time()
		s, err := Load(fuzzFile, opts)
		if took := cpu.Time() - start; took > time.Second && len(text) < 1<<20 {
			t.Errorf("%d bytes took %s", len(text), took)
		}
		if err != nil {
			if errors.Unwrap(err) != nil || err.Error() == "" {
				t.Errorf("an odd error: %q", err)
			}
			return
		}
		again, err := Load(fuzzFile, Options{ReadFile: func(folder, name string) ([]byte, error) {
			if filepath.Join(folder, name) == fuzzFile {
				return s.Canonical(), nil
			}
			return opts.ReadFile(folder, name)
		}})
		if err != nil {
			t.Fatalf("the canonical form does not load: %v\n%s", err, s.Canonical())
		}
		if again.Hash != s.Hash {
			t.Errorf("hash %s, of the canonical form %s:\n%s", s.Hash, again.Hash, s.Canonical())
		}
	})
}

const fuzzFile = "fuzz/scenario.yaml"
