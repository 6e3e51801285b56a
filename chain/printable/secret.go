package printable

import (
	"regexp"
	"strings"
	"unicode"
)

// Hidden stands in the place of what is not shown.
const Hidden = "(hidden)"

// secretWords are parts of keys whose values are never shown.
var secretWords = []string{"key", "token", "secret", "password", "passwd", "authorization", "credential", "cookie", "bearer",
	"headers", "private", "connection_string", "database_url", "redis_url", "dsn", "environment_variables", "metadata"}

// harmlessKeys hold such a word and name no secret.
var harmlessKeys = regexp.MustCompile(`(?i)^(reset_?headers|.*(cost|price).*tokens?|.*cost_per_.*|max_.*tokens|tokens?_(per_(second|minute|hour|day)|limit)|tokens)$`)

// NamesSecret tells whether a key names a secret.
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

// secretShape is what may be a key that stands where none belongs: by its vendor's
// mark, as what follows Bearer, as user and password of an address, as a UUID, or as
// a word long enough to be drawn by lot. Marks that names begin with too stand in
// groups of their own, for suspicious to look.
var secretShape = regexp.MustCompile(`(?i)(?:\b|_)(?:sk|gsk|ghp|gho|glpat|github_pat|xox[abp]|ya29)[-_.][A-Za-z0-9_-]{10,}` +
	`|(?:\b|_)(?P<named>(?:pk|rk|xai|pplx|hf|r8|csk|nvapi|fw|tgp)[-_][A-Za-z0-9_-]{10,})` +
	`|AIza[A-Za-z0-9_-]{20,}|AKIA[A-Z0-9]{12,}|eyJ[A-Za-z0-9_-]{10,}[A-Za-z0-9_.-]*|Bearer\s+\S+|//[^/\s@]+@` +
	`|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b` +
	`|(?P<word>[A-Za-z0-9_+/=-]{16,})`)

var namedGroup, wordGroup = secretShape.SubexpIndex("named"), secretShape.SubexpIndex("word")

// Mask takes out of a text what looks like a key.
func Mask(s string) string {
	if len(s) < 5 {
		return s // shorter than any shape
	}
	var b strings.Builder
	at := 0
	for _, m := range secretShape.FindAllStringSubmatchIndex(s, -1) {
		found := s[m[0]:m[1]]
		switch {
		case m[2*wordGroup] >= 0 && !drawn(found), m[2*namedGroup] >= 0 && !drawn(found) && inWords.MatchString(found):
			continue
		}
		b.WriteString(s[at:m[0]])
		b.WriteString(Hidden)
		at = m[1]
	}
	if at == 0 {
		return s
	}
	return b.String() + s[at:]
}

// settingName is a name in words that begin with capitals: long, and no secret.
var settingName = regexp.MustCompile(`^[a-z]{0,14}(?:[A-Z][a-z]{2,14})+$`)

// The least length of a key that nothing but its luck gives away, and of one that
// has no sign between its letters and digits: keys of 128 bits take 32 digits of
// 4 bits or 22 of 6; names of people are shorter, or in words.
const (
	leastDrawn   = 16
	leastUnmixed = 28
	leastOfParts = 32
	leastOdd     = 7 // of a part of such a long one
)

// capitalized is what words look like, however they are joined: no small letter stands
// alone between capitals and digits.
var capitalized = regexp.MustCompile(`^(?:[A-Z]*[a-z]{2,}|[A-Z]{2,}|[A-Z]?[0-9]+[a-z]?)+$`)

// drawn reports whether a word looks as if its letters were drawn by lot. Paths and
// names are of parts, each a word.
func drawn(word string) bool {
	if len(word) >= leastOfParts && mixed(word) {
		return true
	}
	named := settingName
	if word[0] == '/' {
		named = folderName
	}
	for part := range strings.FieldsFuncSeq(word, func(c rune) bool { return !alnum(c) }) {
		switch n := len(part); {
		case n >= leastDrawn && mixed(part), n >= leastUnmixed && !named.MatchString(part):
			return true
		case n >= leastOdd && len(word) >= leastOfParts && word[0] != '/' && !capitalized.MatchString(part):
			return true
		}
	}
	return false
}

// folderName is a part of a path in capitalized words, with the number that a
// temporary folder has.
var folderName = regexp.MustCompile(`^(?:[A-Z]{1,4}[a-z]{1,14})+[A-Z]{0,4}[0-9]{0,12}$`)

// mixed reports whether a word goes to and fro between small letters, capitals and
// digits, as lots do at two of five places and words at one of six: a capital before
// a small letter is how a word begins. Where it does so less, digits amid letters tell.
func mixed(word string) bool {
	all, changes, digital := 0, 0, 0
	letters, digits := false, false
	var last rune
	for _, c := range word {
		if !alnum(c) {
			last = 0
			continue
		}
		all++
		digit := unicode.IsDigit(c)
		letters, digits = letters || !digit, digits || digit
		if last != 0 && class(last) != class(c) && !(unicode.IsUpper(last) && unicode.IsLower(c)) {
			changes++
			if digit != unicode.IsDigit(last) {
				digital++
			}
		}
		last = c
	}
	return letters && digits && (4*changes >= all || 6*changes >= all && digital >= 4)
}

// inWords is a vendor's mark before the name of something: each of its parts is a
// word, or a short number.
var inWords = regexp.MustCompile(`^_?[a-z0-9]{2,5}(?:[-_](?:[a-z]{1,12}\d{0,3}(?:p\d{1,2})?|v?\d{1,4}[a-z]?))+$`)

func alnum(c rune) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func class(c rune) int {
	switch {
	case c <= '9':
		return 0
	case c <= 'Z':
		return 1
	}
	return 2
}
