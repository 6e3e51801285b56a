package feeds

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/words"
)

// AnnotationsShown is how many annotations of a kind GitHub shows of one step.
const AnnotationsShown = 10

// WriteGitHub writes workflow commands that stand on the line of the rule, or of
// the strategy that became worse: errors for what fails the command, warnings
// for what is only told. What has no file in the repository, as a scenario of
// the library, has no line to stand on.
func WriteGitHub(w io.Writer, r *words.Report) error {
	all := annotated(r)
	shown := all[:min(len(all), AnnotationsShown)]
	var b bytes.Buffer
	for i := range shown {
		more := ""
		if dropped := len(all) - len(shown); i == len(shown)-1 && dropped > 0 {
			more = fmt.Sprintf("\n%d more left out; the summary of the step has all", dropped)
		}
		b.WriteString(shown[i].command(r.View.Locate, more))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// annotated are the findings that somebody should see to, the worst first.
func annotated(r *words.Report) []finding {
	var all []finding
	for _, one := range r.Results {
		for _, f := range findings(one) {
			if f.state != judge.Held && f.word != judge.Skipped.String() {
				all = append(all, f)
			}
		}
	}
	return worst(all)
}

// annotationTitles say what a finding is, by its word.
var annotationTitles = map[string]string{"fail": "rule broken", "missed": "advisory rule missed", "inconclusive": "inconclusive",
	"regressed": "regression"}

// command writes a finding as a workflow command, in one line.
func (f *finding) command(locate func(string) string, more string) string {
	level := "warning"
	if f.state == judge.Failed {
		level = "error"
	}
	place := ""
	if file := Located(f.file, locate); file != "" {
		place = "file=" + escapeProperty(file) + ",line=" + strconv.Itoa(max(1, f.line)) + ","
	}
	return "::" + level + " " + place + "title=" + escapeProperty(f.scenario+": "+annotationTitles[f.word]) +
		"::" + escapeData(f.name+": "+f.text+more) + "\n"
}

// Located is a scenario's path in the repository, empty for what is no path: the
// library, standard input, a rule of the command line.
func Located(file string, locate func(string) string) string {
	if strings.HasPrefix(file, "library:") || !strings.Contains(file, "/") && !strings.HasSuffix(file, ".yaml") && !strings.HasSuffix(file, ".yml") {
		return ""
	}
	if locate != nil {
		return locate(file)
	}
	return path.Clean(file)
}

// escapeData escapes the message of a workflow command, escapeProperty one of
// its properties, which end at commas and colons.
func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escapeData(s))
}
