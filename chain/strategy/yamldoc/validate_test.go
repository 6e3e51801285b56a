package yamldoc

import (
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestValidate holds what the schema alone says: decoders keep a [Partial] as it
// is, so users read these words there.
func TestValidate(t *testing.T) {
	types := sampleTypes(shorthands)
	whole, partial := Compile(types.Schema(garden{}, false)), Compile(types.Schema(garden{}, true))
	datadriven.RunTest(t, "testdata/validate", func(t *testing.T, d *datadriven.TestData) string {
		root, ps := Parse("f", []byte(d.Input))
		switch {
		case ps != nil:
		case d.Cmd == "strict":
			ps = Validate(root, Compile(sampleTypes(Shorthands{}).Schema(garden{}, false)))
		case d.Cmd == "partial":
			ps = Validate(root, partial)
		default:
			ps = Validate(root, whole)
		}
		if ps == nil {
			return "fits\n"
		}
		return ps.Error() + "\n"
	})
}
