package policy

import "wavetank/chain"

// Admission answers how much a provider is asked to carry.
type Admission interface {
	Check() error
	Build() chain.AdmissionMaker // nil: anything
}

// Admissions holds the kinds of admission.
var Admissions chain.Registry[Admission]

func init() {
	Admissions.Register("none", "a provider is asked to carry anything", func() Admission { return &NoAdmission{} })
}

// NoAdmission limits nothing.
type NoAdmission struct{}

func (*NoAdmission) Check() error { return nil }

func (*NoAdmission) Build() chain.AdmissionMaker { return nil }
