package scenarios

// Show returns a scenario in the canonical form, every default spelled out.
func Show(ref string, opts Options) ([]byte, error) {
	s, err := Load(ref, opts)
	if err != nil {
		return nil, err
	}
	return s.Canonical(), nil
}
