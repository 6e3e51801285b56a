package scenarios

import (
	"embed"
	"path"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

//go:embed library/*.yaml
var library embed.FS

// libraryPrefix marks a library file's name in output.
const libraryPrefix = "library:"

// Info describes a library scenario.
type Info struct {
	Name string
	Why  string
}

// Library lists the embedded scenarios, sorted by name.
func Library() []Info {
	var out []Info
	for _, name := range libraryNames() {
		root, ps := yamldoc.Parse(libraryPrefix+name, libraryFile(name))
		if ps != nil {
			panic("scenarios: the library is broken: " + ps.Error()) // a test reads all of it
		}
		out = append(out, Info{Name: name, Why: root.Get("why").Text})
	}
	return out
}

func libraryNames() []string {
	entries, err := library.ReadDir("library")
	if err != nil {
		panic("scenarios: " + err.Error()) // embedded: it is there
	}
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	slices.Sort(out)
	return out
}

// libraryFile returns an embedded scenario's text, nil if there is none of that
// name.
func libraryFile(name string) []byte {
	data, err := library.ReadFile(path.Join("library", name+".yaml"))
	if err != nil {
		return nil
	}
	return data
}

// template is what a new scenario looks like.
//
//go:embed template.yaml
var template []byte

// Init returns the text of a new scenario to start from, with a line on top that
// lets editors find the JSON Schema.
func Init() []byte { return append([]byte(nil), template...) }
