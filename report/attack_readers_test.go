package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/joshdk/go-junit"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"golang.org/x/net/html"
)

// readers are those who read a format. They say what a hostile text has made of it that
// a harmless one does not.
var readers = map[string]func(got, calm []byte) error{
	"table":       all(isTerminal),
	"md":          all(isTerminal, isMarkdown),
	"golden-md":   all(isTerminal, isMarkdown),
	"csv":         all(isCSV),
	"json":        all(isTerminal, func(got, _ []byte) error { return json.Unmarshal(got, new(any)) }),
	"attempts":    all(isTerminal),
	"junit":       all(isTerminal, sameXML, func(got, _ []byte) error { _, err := junit.Ingest(got); return err }),
	"svg":         all(isTerminal, sameXML),
	"html":        all(sameHTML),
	"github":      all(isTerminal, isCommands),
	"openmetrics": all(isTerminal, isMetrics),
	"bench":       all(isTerminal, sameLines),
	"hdr":         all(isTerminal, sameLines),
	"strategy":    all(isTerminal),
}

func all(checks ...func(got, calm []byte) error) func(got, calm []byte) error {
	return func(got, calm []byte) error {
		var errs []error
		for _, c := range checks {
			errs = append(errs, c(got, calm))
		}
		return errors.Join(errs...)
	}
}

// isTerminal wants what a terminal draws and nothing that it obeys.
func isTerminal(got, calm []byte) error {
	if !utf8.Valid(got) {
		return errors.New("no UTF-8")
	}
	for _, c := range string(got) {
		if c != '\n' && !(c == '\t' && bytes.ContainsRune(calm, c)) && !unicode.IsPrint(c) || strings.ContainsRune("\u115f\u1160\u3164\uffa0\u034f", c) {
			return fmt.Errorf("the character %U", c)
		}
	}
	return nil
}

func sameLines(got, calm []byte) error {
	if a, b := bytes.Count(got, []byte("\n")), bytes.Count(calm, []byte("\n")); a != b {
		return fmt.Errorf("%d lines, not %d", a, b)
	}
	return nil
}

// isCSV wants as many rows, and no cell that a spreadsheet calculates.
func isCSV(got, calm []byte) error {
	rows, err := csv.NewReader(bytes.NewReader(got)).ReadAll()
	if err != nil {
		return err
	}
	want, err := csv.NewReader(bytes.NewReader(calm)).ReadAll()
	if err != nil || len(want) != len(rows) {
		return fmt.Errorf("%d rows, not %d: %w", len(rows), len(want), err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if err := isTerminal([]byte(cell), nil); err != nil || strings.Contains(cell, "\n") {
				return fmt.Errorf("the cell %q: %w", cell, err)
			}
			if _, err := strconv.ParseFloat(cell, 64); err != nil && formula.MatchString(cell) {
				return fmt.Errorf("the formula %q", cell)
			}
		}
	}
	return nil
}

var formula = regexp.MustCompile(`^\s*[=+\-@＝＋－＠]`)

// sameXML wants the elements and attributes that a harmless text leaves.
func sameXML(got, calm []byte) error {
	a, err := xmlShape(got)
	if err != nil {
		return err
	}
	b, err := xmlShape(calm)
	if err != nil {
		return err
	}
	return sameShape(a, b)
}

func xmlShape(text []byte) (out map[string]bool, err error) {
	out = map[string]bool{}
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			out[token.Name.Local] = true
			for _, a := range token.Attr {
				out[token.Name.Local+"@"+a.Name.Local] = true
			}
		case xml.Comment:
			out["a comment"] = true
		case xml.Directive:
			out["a directive"] = true
		}
	}
}

func sameShape(got, calm map[string]bool) error {
	for what := range got {
		if !calm[what] {
			return errors.New("there is " + what + ", which no harmless text makes")
		}
	}
	return nil
}

// sameHTML wants the tree of a page to be made of what a harmless text leaves, its
// scripts and addresses to the letter.
func sameHTML(got, calm []byte) error {
	a, err := htmlShape(got)
	if err != nil {
		return err
	}
	b, err := htmlShape(calm)
	if err != nil {
		return err
	}
	return errors.Join(sameShape(a, b), isTerminal(got, calm))
}

func htmlShape(text []byte) (map[string]bool, error) {
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for n := range root.Descendants() {
		switch n.Type {
		case html.ElementNode:
			out[n.Data] = true
			for _, a := range n.Attr {
				out[n.Data+"@"+a.Key] = true
				if a.Key == "src" || strings.HasPrefix(a.Key, "on") || a.Key == "href" && !strings.HasPrefix(a.Val, "#") {
					out[n.Data+"@"+a.Key+"="+a.Val] = true
				}
			}
			if n.Data == "script" && n.FirstChild != nil {
				out["the script "+n.FirstChild.Data] = true
			}
		case html.CommentNode:
			out["a comment"] = true
		}
	}
	return out, nil
}

// isCommands wants lines of GitHub's grammar, as actions/runner reads them
// (src/Runner.Common/ActionCommand.cs): as many as without harm, each an error or a
// warning with the properties that we write.
func isCommands(got, calm []byte) error {
	for line := range strings.SplitSeq(strings.TrimSuffix(string(got), "\n"), "\n") {
		info, _, ok := strings.Cut(strings.TrimPrefix(line, "::"), "::")
		name, properties, _ := strings.Cut(info, " ")
		if !ok || !strings.HasPrefix(line, "::") || name != "error" && name != "warning" {
			return fmt.Errorf("the line %q", line)
		}
		for p := range strings.SplitSeq(properties, ",") {
			if key, _, _ := strings.Cut(p, "="); !strings.Contains(" file line title ", " "+key+" ") {
				return fmt.Errorf("the property %q", p)
			}
		}
	}
	return sameLines(got, calm)
}

func isMetrics(got, calm []byte) error {
	parser := expfmt.NewTextParser(model.LegacyValidation)
	if _, err := parser.TextToMetricFamilies(bytes.NewReader(got)); err != nil {
		return err
	}
	if n := bytes.Count(got, []byte("# EOF")); !bytes.HasSuffix(got, []byte("\n# EOF\n")) {
		return fmt.Errorf("%d ends", n)
	}
	return sameLines(got, calm)
}

// isMarkdown wants what CommonMark and GitHub read in a text to be ours: outside of code
// no element but folds, no link, picture, mention, number of an issue, address, formula,
// nor picture by its name; and no more blocks than a harmless text makes.
func isMarkdown(got, calm []byte) error {
	a, b := prose(string(got)), prose(string(calm))
	if n, want := strings.Count(a, "\n"), strings.Count(b, "\n"); n > want {
		return fmt.Errorf("%d lines of prose, not %d", n, want)
	}
	for what, re := range markdownMeans {
		if all := re.FindAllString(a, -1); len(all) > len(re.FindAllString(b, -1)) {
			return fmt.Errorf("%s: %q", what, all)
		}
	}
	return nil
}

var markdownMeans = map[string]*regexp.Regexp{
	"an element":        regexp.MustCompile(`<(?:[A-Za-z/!?])[^>\n]*`),
	"a link":            regexp.MustCompile(`\[[^\]\n]*\][(\[:]?`),
	"a picture":         regexp.MustCompile(`!\[|:[A-Za-z0-9_+-]+:`),
	"a mention":         regexp.MustCompile(`@[A-Za-z0-9]`),
	"an issue":          regexp.MustCompile(`#\d|\b[Gg][Hh]-\d`),
	"an address":        regexp.MustCompile(`(?i)\b(?:https?|ftp):/|\bwww\.|\b(?:mailto|xmpp):[a-z]`),
	"a formula":         regexp.MustCompile(`\$[^0-9]`),
	"an emphasis":       regexp.MustCompile(`[*_~]+[^\s*_~]`),
	"a heading":         regexp.MustCompile(`(?m)^#{1,6}\s.*`),
	"a quote":           regexp.MustCompile(`(?m)^\s*>.*`),
	"an item of a list": regexp.MustCompile(`(?m)^\s*(?:[-+*]|\d+[.)])\s.*`),
	"a rule":            regexp.MustCompile(`(?m)^\s*(?:---+|===+)\s*$`),
}

// prose is Markdown without fences and code, its escapes and entities replaced by what
// nothing means anything to.
func prose(text string) string {
	text = fences.ReplaceAllString(text, "")
	text = regexp.MustCompile("(?s)\\\\[!-/:-@\\[-`{-~]").ReplaceAllString(text, "\u00b7")
	text = regexp.MustCompile("`[^`\n]*`").ReplaceAllString(text, "\u00b7")
	return regexp.MustCompile(`&(?:#\d+|[a-z]+);`).ReplaceAllStringFunc(text, func(e string) string {
		switch e { // GitHub links text once entities are read
		case "&#64;":
			return "@"
		case "&#8203;":
			return "\u00b7"
		}
		return "\u00b7"
	})
}

var fences = regexp.MustCompile("(?ms)^```sh$.*?^```$|^````sh$.*?^````$")
