package chain

// Placer is implemented by orders, as a strategy has them, in which each provider
// has a place of its own: whom calls ask first, or most often, stands first.
type Placer interface {
	// Places appends the providers' indexes by their place; those that it leaves out
	// are never asked. Nothing is the written order, and so is what Make would refuse.
	Places(e OrderEnv) []int16
}

// Places are the providers' indexes in the order in which the strategy asks them
// while all are well; nil is the written order, also where chance decides evenly
// or experience does.
func (s *Strategy) Places(providers []string, o Oracle) []int16 {
	if p, ok := s.Order.(Placer); ok {
		return p.Places(OrderEnv{Providers: providers, Oracle: o})
	}
	return nil
}
