// Package portkey reads the config of a Portkey gateway and changes it: a tree of
// targets, each with its strategy, retries, timeouts and circuit breaker.
package portkey
