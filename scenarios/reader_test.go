package scenarios

import "testing"

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
