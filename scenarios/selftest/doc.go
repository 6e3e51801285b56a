// Package selftest plays random worlds under laws.
package selftest
