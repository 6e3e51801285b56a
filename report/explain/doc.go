// Package explain tells of one request, as data: each decision with what the chain
// knew and what was true, what the slowest percent and the wasted calls of its run
// are made of, each move of a breaker, and what a chain that foresees everything
// would have done.
package explain
