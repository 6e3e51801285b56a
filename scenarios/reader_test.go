package scenarios

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, row := range [][3]string{
		{"a.yaml", "", "a.yaml"}, {"./a.yaml", ".", "a.yaml"}, {"x/a.yaml", "x", "a.yaml"}, {"./x/a.yaml", "./x", "a.yaml"},
		{"/a.yaml", "/", "a.yaml"}, {"/x/a", "/x", "a"}, {"x/", "", "x"}, {"x//", "", "x"}, {".", ".", "."}, {"./", ".", "."},
		{"..", "..", "."}, {"../x", "..", "x"}, {"/", "/", "."}, {"x/..", "x/..", "."}, {"../..", "../..", "."},
	} {
		if folder, name := split(row[0]); folder != row[1] || name != row[2] {
			t.Errorf("split(%q) = %q, %q, want %q, %q", row[0], folder, name, row[1], row[2])
		}
	}
}

// TestConfined reads what a document says of the working folder there, and nowhere
// else.
func TestConfined(t *testing.T) {
	t.Chdir(t.TempDir())
	far := t.TempDir()
	for _, dir := range []string{".", far} {
		if err := os.WriteFile(filepath.Join(dir, "s.yaml"), []byte(small), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("sub", 0o700); err != nil {
		t.Fatal(err)
	}
	up, err := filepath.Rel(trueOf(t, "."), trueOf(t, far))
	if err != nil {
		t.Fatal(err)
	}
	free, bound := Options{}, Options{}.Confined()
	for _, path := range []string{"./s.yaml", "sub/../s.yaml"} {
		if _, err := Load(path, bound); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{filepath.Join(far, "s.yaml"), filepath.Join(up, "s.yaml"), filepath.Join("sub", "..", up, "s.yaml")} {
		if _, err := Load(path, free); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		var out *Outside
		if _, err := bound.read("", path, path); !errors.As(err, &out) {
			t.Errorf("%s: %v, want it to lie outside", path, err)
		}
		if _, err := bound.Expand([]string{filepath.Dir(path)}); err == nil {
			t.Errorf("the folder of %s is listed", path)
		}
		if _, err := Load(path, Options{AllowFiles: []string{far}}.Confined()); err != nil {
			t.Errorf("%s is allowed: %v", path, err)
		}
	}
}

func trueOf(t *testing.T, path string) string {
	t.Helper()
	out, err := trueName(path)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
