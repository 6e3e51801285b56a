// Package gobreaker writes a strategy's breaker as settings of sony/gobreaker, in
// Go source, or says why it cannot.
package gobreaker
