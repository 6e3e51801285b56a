package foreign

import "wavetank/chain/strategy/yamldoc"

// HiddenValue stands for every value under a key that names a secret. What it
// was is nowhere in the tree that importers see.
var HiddenValue = &yamldoc.Node{Kind: yamldoc.Scalar, Quoted: true}
