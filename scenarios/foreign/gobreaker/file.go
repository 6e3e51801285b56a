package gobreaker

import (
	"strings"
	texts "text/template"
)

// gobreakerFile is the Go file that a plainBreaker fills.
var gobreakerFile = texts.Must(texts.New("").Funcs(texts.FuncMap{
	"cases": func(names []string) string { return strings.Join(names, ", ") },
	"words": func(names []string) string { return strings.ReplaceAll(strings.Join(names, ", "), `"`, "") },
}).Parse(`// Package breakers has the circuit breaker of {{.Strategy}}, as wavetank tune found it.
package breakers

import (
	"context"
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"
)

// settings returns the settings of one breaker; {{.Scope}}.
// Call it anew for every breaker{{if .Trips}}: its functions remember the failure at hand{{end}}.
//
//	good      {{or (words .Good) "none"}}
//	bad       {{or (words .Bad) "none"}}, and every error without a class
{{- if .Trips}}
//	at once   {{words .Trips}}
{{- end}}
//	excluded  {{or (words .Excluded) "none"}}
func settings(name string) gobreaker.Settings {
{{- if .Trips}}
	atOnce := false // gobreaker asks IsSuccessful, then ReadyToTrip, under one lock
{{- end}}
	return gobreaker.Settings{
		Name:        name,
		MaxRequests: {{.Permits}},
		Timeout:     {{.Timeout}},
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return {{if .Trips}}atOnce{{if .Failures}} || {{end}}{{end}}{{if .Failures}}c.ConsecutiveFailures >= {{.Failures}}{{else if not .Trips}}false{{end}}
		},
		IsSuccessful: func(err error) bool {
{{- if .Trips}}
			atOnce = false
{{- end}}
{{- if or .Good .Trips}}
			switch class(err) {
{{- if .Good}}
			case {{cases .Good}}:
				return true
{{- end}}
{{- if .Trips}}
			case {{cases .Trips}}:
				atOnce = true
{{- end}}
			}
{{- end}}
			return false
		},
{{- if .Excluded}}
		IsExcluded: func(err error) bool {
			switch class(err) {
			case {{cases .Excluded}}:
				return true
			}
			return false
		},
{{- end}}
	}
}

// class is what an error means: an error of your client says it by a method
// Class. Make this look at statuses where yours have none.
func class(err error) string {
	var known interface{ Class() string }
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &known):
		return known.Class()
	case errors.Is(err, context.Canceled):
		return "caller_cancel"
	}
	return ""
}
`))
