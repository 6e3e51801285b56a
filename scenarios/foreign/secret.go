package foreign

import (
	"regexp"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// HiddenValue stands for every value under a key that names a secret. What it
// was is nowhere in the tree that importers see.
var HiddenValue = &yamldoc.Node{Kind: yamldoc.Scalar, Quoted: true}

// secretWords are parts of keys whose values are never read.
var secretWords = []string{"key", "token", "secret", "password", "passwd", "authorization", "credential", "cookie", "bearer",
	"headers", "private", "connection_string", "database_url", "redis_url", "dsn", "environment_variables", "metadata"}

// harmless are keys that hold such a word and name no secret.
var harmlessKeys = regexp.MustCompile(`(?i)^(reset_?headers|.*(cost|price).*tokens?|.*cost_per_.*|max_.*tokens|tokens?_(per_minute|limit)|tokens)$`)

// names tells whether a key names a secret.
func NamesSecret(key string) bool {
	if harmlessKeys.MatchString(key) {
		return false
	}
	low := strings.ReplaceAll(strings.ToLower(key), "-", "_")
	flat := strings.ReplaceAll(low, "_", "")
	for _, w := range secretWords {
		if strings.Contains(low, w) || strings.Contains(flat, strings.ReplaceAll(w, "_", "")) {
			return true
		}
	}
	return false
}

// secretShape is what keys look like that stand where none belongs.
var secretShape = regexp.MustCompile(`(?i)(?:\b|_)(?:sk|pk|rk|gsk|xai|pplx|hf|r8|ghp|csk|nvapi|fw|tgp|ya29)[-_][A-Za-z0-9_-]{10,}` +
	`|AIza[A-Za-z0-9_-]{20,}|AKIA[A-Z0-9]{12,}|eyJ[A-Za-z0-9_-]{10,}[A-Za-z0-9_.-]*|Bearer\s+\S+|//[^/\s@]+@` +
	`|[A-Za-z0-9_+/=-]*[A-Za-z0-9]{28,}[A-Za-z0-9_+/=-]*`)

// settingName is a name in words that begin with capitals: long, and no secret.
var settingName = regexp.MustCompile(`^[a-z]{0,14}(?:[A-Z][a-z]{2,14})+$`)

// hideShapes takes out of a text what looks like a key.
func hideShapes(text string) string {
	return secretShape.ReplaceAllStringFunc(text, func(found string) string {
		if settingName.MatchString(found) {
			return found
		}
		return "(hidden)"
	})
}

// Scrub takes out of a text what looks like a key, and what no terminal should
// be told.
func Scrub(text string) string {
	text = hideShapes(text)
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}
