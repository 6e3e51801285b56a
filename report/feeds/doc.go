// Package feeds writes for other programs: CSV, JUnit, annotations of GitHub, Go's
// benchmark format, OpenMetrics, HdrHistogram's plotter.
package feeds
