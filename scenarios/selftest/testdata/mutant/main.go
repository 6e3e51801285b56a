// Mutant plays worlds until one breaks a law, and says which: it is built with an
// engine that is wrong on purpose.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"wavetank/scenarios/selftest"
)

func main() {
	count, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	r, err := selftest.Run(context.Background(), selftest.Plan{Seed: 1, Count: count})
	if err != nil {
		panic(err)
	}
	if r.Broken != nil {
		fmt.Printf("%d | %d | %s\n", r.World, len(r.Reduced), r.Broken)
	}
}
