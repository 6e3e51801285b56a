// Package page writes one HTML page that opens anywhere, fetches nothing, and reads
// without scripts.
package page
