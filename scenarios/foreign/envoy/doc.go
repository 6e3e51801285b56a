// Package envoy reads Envoy's clusters: outlier detection, retry policies, circuit
// breakers.
package envoy
