// Package systems is the one table of products whose configurations are read.
package systems
