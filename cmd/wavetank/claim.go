package main

import (
	"errors"
	"fmt"
	"os"
)

// input is a file that a command has read, as it was called.
type input struct {
	name string
	info os.FileInfo
}

// opened notes a file that a command reads, so that none of its outputs is written
// over it. A name that leads to no file is none.
func (s *system) opened(name string) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		s.inputs = append(s.inputs, input{name, info})
	}
}

// openedStandardInput notes the file behind standard input.
func (s *system) openedStandardInput() {
	f := fileOf(s.stdin)
	if f == nil {
		return
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		s.inputs = append(s.inputs, input{"standard input", info})
	}
}

// reads tells by what name a place was read, if it was.
func (s *system) reads(p *destination) (name string, ok bool) {
	if !p.regular() {
		return "", false
	}
	for _, in := range s.inputs {
		if os.SameFile(in.info, p.info) {
			return in.name, true
		}
	}
	return "", false
}

// claim refuses outputs before anything is played: two to one place, one over a file
// that was read, one over a file that is not what the output would be. It is asked
// when all inputs are read.
func (s *system) claim(targets ...target) error {
	s.openedStandardInput()
	places := make([]destination, len(targets))
	for i := range targets {
		var err error
		if places[i], err = s.allowed(&targets[i]); err != nil {
			return err
		}
		for k := range targets[:i] {
			if places[k].same(&places[i]) {
				return fmt.Errorf("%s and %s write to the same file: give each its own", targets[k].called(), targets[i].called())
			}
		}
	}
	return nil
}

// allowed is where an output goes, if it may.
func (s *system) allowed(t *target) (destination, error) {
	p, err := s.placeOf(t.path)
	if err != nil {
		return p, t.about(err)
	}
	if name, read := s.reads(&p); read {
		return p, t.about(fmt.Errorf("it would be written over %s, which is read: give another name", name))
	}
	if p.regular() && p.fd < 0 && p.info.Size() > 0 && t.kind != "" && !holdsKind(t.kind, p.file) {
		return p, t.about(errors.New("there is something else in this file: give another name, or remove it first"))
	}
	return p, nil
}

// about says of which output an error tells, and keeps whose mistake it is.
func (t *target) about(err error) error {
	said := fmt.Errorf("%s: %w", t.called(), cause(err))
	var exit *exitError
	if errors.As(err, &exit) {
		return &exitError{exit.code, said}
	}
	return said
}

// called is an output as the command line says it.
func (t *target) called() string {
	switch {
	case t.flag != "":
		return t.flag + " " + t.path
	case t.path == "":
		return "-o " + t.kind
	case t.kind == kindPart:
		return "-o json=" + t.path
	}
	return "-o " + t.kind + "=" + t.path
}
