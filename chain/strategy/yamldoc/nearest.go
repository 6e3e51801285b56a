package yamldoc

import "fmt"

// longestWord bounds what Nearest looks at: its cost is quadratic, and nobody
// mistypes a key of a hundred letters.
const longestWord = 64

// Nearest returns the known word that word was probably meant to be, "" if none
// is near. Of equally near ones the first wins.
func Nearest(word string, known []string) string {
	if len(word) > longestWord {
		return ""
	}
	best, least := "", max(1, len(word)/3)+1
	for _, k := range known {
		if len(k) > longestWord {
			continue
		}
		if d := distance(word, k); d < least && d < len(k) {
			best, least = k, d
		}
	}
	return best
}

// DidYouMean returns the hint that names the nearest known word, "" if none is
// near.
func DidYouMean(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// distance counts the insertions, deletions, substitutions and swaps of
// neighbours that turn a into b.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
