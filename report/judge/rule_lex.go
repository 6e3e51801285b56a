package judge

import (
	"strings"
	"unicode/utf8"
)

// token is a word, a number with its unit, an operator or a mark of a rule.
type token struct {
	text string
	at   int // byte of the rule's text
}

// ruleBytes bounds a rule's length.
const ruleBytes = 4096

// lex parts a rule into tokens, the last of which is empty. Names take in dots,
// slashes and minuses as far as they go, so operators stand between blanks.
func lex(text string) ([]token, error) {
	if len(text) > ruleBytes {
		return nil, mistake(text, ruleBytes, "a rule is at most 4096 bytes long", "")
	}
	var out []token
	for at := 0; at < len(text); {
		if blank(text[at]) {
			at++
			continue
		}
		n, err := tokenAt(text, at)
		if err != nil {
			return nil, err
		}
		out = append(out, token{text[at : at+n], at})
		at += n
	}
	return append(out, token{"", len(text)}), nil
}

// tokenAt returns the length of the token that begins at a byte.
func tokenAt(text string, at int) (int, error) {
	rest := text[at:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "<=") || strings.HasPrefix(rest, ">=") || strings.HasPrefix(rest, "=="):
		return 2, nil
	case strings.IndexByte("<>(),", c) >= 0:
		return 1, nil
	case strings.IndexByte("+-*/", c) >= 0:
		if at == 0 || !blank(text[at-1]) || len(rest) == 1 || !blank(rest[1]) {
			return 0, mistake(text, at, "an operator stands between blanks: a "+rest[:1]+" b", "")
		}
		return 1, nil
	case c == '=':
		return 0, mistake(text, at, "= compares nothing", `write "=="`)
	case c == '$':
		return 1 + wordLength(rest[1:]), nil
	}
	n := wordLength(rest)
	if n == 0 {
		r, _ := utf8.DecodeRuneInString(rest)
		return 0, mistake(text, at, "unexpected "+Quoted(string(r)), "")
	}
	if n < len(rest) && rest[n] == '%' {
		n++
	}
	return n, nil
}

// wordLength is how far a word reaches: letters, digits, and what joins them.
func wordLength(s string) int {
	for i, c := range s {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == 'µ' || c == 'μ' {
			continue
		}
		if i > 0 && strings.ContainsRune("_.-/", c) {
			continue
		}
		return i
	}
	return len(s)
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// mistake makes the error for a byte of the text.
func mistake(text string, at int, what, hint string) error {
	return &RuleError{Column: utf8.RuneCountInString(text[:at]) + 1, Text: what, Hint: hint}
}

// Quoted is a text between double quotes, as messages show what stood there.
func Quoted(s string) string { return `"` + s + `"` }
