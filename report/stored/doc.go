// Package stored is a result as JSON: one set of tagged structs from which the writer,
// the schema and the reader come, and attempts as lines of JSON.
package stored
