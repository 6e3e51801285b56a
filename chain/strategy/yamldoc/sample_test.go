package yamldoc

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"wavetank/chain"
)

// garden is a document that uses everything the decoder knows.
type garden struct {
	Name    string             `yaml:"name" required:"true" doc:"what it is called"`
	Note    string             `yaml:"note,omitempty"`
	Age     time.Duration      `yaml:"age"`
	Beds    int                `yaml:"beds" doc:"how many"`
	Trees   uint8              `yaml:"trees"`
	Slope   float64            `yaml:"slope"`
	Open    bool               `yaml:"open"`
	Soil    soil               `yaml:"soil"`
	Tags    []string           `yaml:"tags"`
	Days    []time.Duration    `yaml:"days"`
	Weights map[string]float64 `yaml:"weights"`
	BySoil  map[soil]int       `yaml:"by_soil"`
	Owner   *owner             `yaml:"owner"`
	Tool    tool               `yaml:"tool"`
	Shed    []tool             `yaml:"shed"`
	Jobs    []job              `yaml:"jobs"`
	People  Ordered[owner]     `yaml:"people"`
	Free    any                `yaml:"free"`
	Raw     *Node              `yaml:"raw"`
	Plan    Partial[owner]     `yaml:"plan"`
	size    `yaml:",inline"`
	Hidden  int
	Dash    int `yaml:"-"`
}

// size is inline in a garden.
type size struct {
	Width int `yaml:"width"`
}

func (g *garden) Check() error {
	var err error
	if g.Beds > 10 {
		err = errors.Join(err, fmt.Errorf("beds: %d are too many", g.Beds))
	}
	if g.Name == "eden" {
		err = errors.Join(err, errors.New("this one is closed"))
	}
	return err
}

// owner has a required key and a check of its own.
type owner struct {
	First string `yaml:"first" required:"true"`
	Born  int    `yaml:"born"`
}

func (o *owner) Check() error {
	if o.Born < 0 {
		return fmt.Errorf("born: %d is before the calendar", o.Born)
	}
	return nil
}

// job is an entry whose kind stands inline.
type job struct {
	At   time.Duration `yaml:"at"`
	Tool tool          `yaml:",inline"`
}

// soil is a word.
type soil uint8

func (soil) Words() []string { return []string{"clay", "sand", "loam"} }

func (s *soil) UnmarshalText(text []byte) error {
	for i, w := range s.Words() {
		if w == string(text) {
			*s = soil(i)
			return nil
		}
	}
	return fmt.Errorf("%q is no soil", text)
}

func (s soil) MarshalText() ([]byte, error) { return []byte(s.Words()[s]), nil }

// tool is the open part.
type tool interface{ Check() error }

type spade struct {
	Length time.Duration `yaml:"length" required:"true"`
}

func (s *spade) Check() error {
	if s.Length <= 0 {
		return errors.New("length: must be more than nothing")
	}
	return nil
}

type rake struct {
	Teeth int `yaml:"teeth"`
}

func (*rake) Check() error { return nil }

// chest holds tools: a type that holds itself.
type chest struct {
	Tools []tool `yaml:"tools" required:"true"`
	Lock  string `yaml:"lock"`
}

func (*chest) Check() error { return nil }

// list is a kind read from a file.
type list struct {
	File  string `yaml:"file"`
	lines int
}

func (l *list) ReadFile(read func(string) ([]byte, error)) error {
	b, err := read(l.File)
	if err != nil {
		return fmt.Errorf("file: %w", err)
	}
	l.lines = strings.Count(string(b), "\n")
	return nil
}

func (l *list) Check() error { return nil }

var tools chain.Registry[tool]

func sampleTypes(sh Shorthands) *Types {
	ts := &Types{}
	Union(ts, &tools, sh)
	return ts
}

var shorthands = Shorthands{ScalarKind: "spade", ScalarKey: "length", Keys: []KeyKind{{"tools", "chest"}, {"teeth", "rake"}}}

func init() {
	tools.Register("spade", "digs", func() tool { return &spade{} })
	tools.Register("rake", "gathers", func() tool { return &rake{Teeth: 12} })
	tools.Register("chest", "holds others", func() tool { return &chest{} })
	tools.Register("list", "a file of names", func() tool { return &list{} })
}

func sampleFile(_ Pos, name string) ([]byte, error) {
	if name == "names.txt" {
		return []byte("a\nb\n"), nil
	}
	return nil, fmt.Errorf("there is no %s", name)
}
