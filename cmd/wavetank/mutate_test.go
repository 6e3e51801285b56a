//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"

	"wavetank/chain/strategy/yamldoc"
)

// mutate changes a document in one way or a few: its tree, lines, words or bytes. Other
// is a document, of any kind, to take from. A log of plays is mostly sealed again, so
// that it is read beyond its checksums.
func mutate(r *rand.Rand, kind, text, other string) string {
	log := kind == "part" || kind == "checkpoint"
	if r.IntN(20) == 0 {
		return spoil(r, text)
	}
	if r.IntN(2) == 0 {
		if log {
			head, rest, _ := strings.Cut(text, "\n")
			text = "[" + mutateTree(r, kind, strings.TrimPrefix(head, "[")+"\n", other) + rest
		} else {
			text = mutateTree(r, kind, text, other)
		}
	}
	for range r.IntN(3) {
		switch r.IntN(3) {
		case 0:
			text = mutateBytes(r, text)
		case 1:
			text = mutateWords(r, text, other)
		case 2:
			text = mutateLines(r, text, other)
		}
	}
	if log && r.IntN(4) > 0 {
		text = sealed(text)
	}
	return text
}

// oddValues are right in few places.
var oddValues = []string{"0", "-1", "-0.0", "1e400", "-1e308", "1e-400", "NaN", ".nan", ".inf", "-.inf", "Infinity", "9223372036854775808", "18446744073709551616", "1000000", "0x7fffffff", "0o777", "1_000",
	"9999999h", "744h", "1ns", "-5s", "5m..10m", "5s..1s", "5s..5m log 100000", "''", `""`, "[]", "{}", "[a, [b]]", "{a: {b: c}}", "null", "~", "yes", "true", "...", "a..b", "x > y", `"\u0000"`, `"\ud800"`, "nobody", "order", "{kind: nothing}",
	"99%", "1e9%", "'%'", "*a", "&a b", "<<", "!!str x", "!!binary x", "2030-01-01", "success_rate >=", "ä", "\u202e", "../../etc/passwd", "/dev/zero", ".", "os.environ/KEY", "sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	strings.Repeat("9", 400), strings.Repeat("x", 5000), strings.Repeat("[", 300), "0." + strings.Repeat("0", 300) + "1"}

func odd(r *rand.Rand) string { return oddValues[r.IntN(len(oddValues))] }

// spoil does something to a document as a whole.
func spoil(r *rand.Rand, text string) string {
	switch r.IntN(12) {
	case 0:
		return "\xef\xbb\xbf" + text
	case 1:
		return strings.ReplaceAll(text, "\n", "\r\n")
	case 2:
		return strings.ReplaceAll(text, "  ", "\t")
	case 3:
		return text[:r.IntN(len(text)+1)]
	case 4:
		return text + text
	case 5:
		return strings.Repeat(string("[{- \"'&*\n\t"[r.IntN(10)]), 1+r.IntN(200_000))
	case 6:
		return strings.Repeat("a: {", 1+r.IntN(20_000))
	case 7: // each list holds the one before it nine times
		laughs := "a0: &a0 [x, x]\n"
		for k := range 1 + r.IntN(12) {
			laughs += fmt.Sprintf("a%d: &a%d [%s]\n", k+1, k+1, strings.Repeat(fmt.Sprintf("*a%d, ", k), 9))
		}
		return laughs + text
	case 8:
		return text + "\n---\n" + text
	case 9:
		return string([]rune(text)[:min(40, len([]rune(text)))]) + strings.Repeat("\xff\xfe", r.IntN(100))
	case 10:
		return strings.Repeat(text, 1+r.IntN(1+200_000/max(1, len(text))))
	}
	return strings.Join(strings.Split(text, ""), "\x00")
}

// mutateBytes changes a byte, a bit, or a stretch.
func mutateBytes(r *rand.Rand, text string) string {
	i := r.IntN(len(text) + 1)
	j := min(len(text), i+1+r.IntN(30))
	switch r.IntN(5) {
	case 0:
		signs := "{}[]:,#'\"\t \n-&*!|>%@`\\\x00\x1b\x7f\xff\xc3\r="
		return text[:i] + string(signs[r.IntN(len(signs))]) + text[i:]
	case 1:
		return text[:i] + text[j:]
	case 2:
		return text[:j] + text[i:]
	case 3:
		b := []byte(text)
		if i < len(b) {
			b[i] ^= 1 << r.IntN(8)
		}
		return string(b)
	}
	return text[:i] + []string{"\u2028", "\u0085", "\u00a0", "\ufeff", "\xed\xa0\x80", "\U0010ffff", "\r"}[r.IntN(7)] + text[i:]
}

var mutatedWord = regexp.MustCompile(`[\w.%]+`)

// mutateWords puts something in a word's place.
func mutateWords(r *rand.Rand, text, other string) string {
	words := mutatedWord.FindAllStringIndex(text, -1)
	if len(words) == 0 {
		return odd(r)
	}
	w := words[r.IntN(len(words))]
	with := odd(r)
	switch r.IntN(4) {
	case 0:
		v := words[r.IntN(len(words))]
		with = text[v[0]:v[1]]
	case 1:
		if taken := mutatedWord.FindAllString(other, -1); len(taken) > 0 {
			with = taken[r.IntN(len(taken))]
		}
	case 2:
		with = text[w[0]:w[1]] + []string{"0", "000000", "e9", "h", "%", ".5", "-", ":", "x"}[r.IntN(9)]
	}
	return text[:w[0]] + with + text[w[1]:]
}

// mutateLines moves, repeats, loses or takes over lines.
func mutateLines(r *rand.Rand, text, other string) string {
	lines := strings.SplitAfter(text, "\n")
	i, j := r.IntN(len(lines)), r.IntN(len(lines))
	switch r.IntN(6) {
	case 0:
		lines = slices.Delete(lines, i, i+1)
	case 1:
		lines = slices.Insert(lines, i, lines[j])
	case 2:
		lines[i], lines[j] = lines[j], lines[i]
	case 3:
		lines[i] = strings.Repeat(" ", r.IntN(9)) + strings.TrimLeft(lines[i], " ")
	case 4:
		lines[i] = strings.Repeat(lines[i], 1+r.IntN(300))
	case 5:
		taken := strings.SplitAfter(other, "\n")
		lines = slices.Insert(lines, i, taken[r.IntN(len(taken))])
	}
	return strings.Join(lines, "")
}

// seal is the end of a line of a log.
var seal = regexp.MustCompile(`(,(?:"sum":)?")[0-9a-f]{8}("[\]}]+)$`)

// sealed gives the lines of a log the checksums of what they say now.
func sealed(text string) string {
	lines := strings.Split(text, "\n")
	sum, table := uint32(0), crc32.MakeTable(crc32.Castagnoli)
	for i, line := range lines {
		at := seal.FindStringSubmatchIndex(line)
		if at == nil {
			continue
		}
		sum = crc32.Update(sum, table, []byte(line[:at[0]]))
		lines[i] = line[:at[3]] + fmt.Sprintf("%08x", sum) + line[at[4]:]
	}
	return strings.Join(lines, "\n")
}

// mutateTree changes the tree of a document in a place or two, and writes it as JSON, or
// as YAML where it was that.
func mutateTree(r *rand.Rand, kind, text, other string) string {
	root, graft := treeOf(text), treeOf(other)
	if root == nil {
		return mutateWords(r, text, other)
	}
	for range 1 + r.IntN(2) {
		at := r.IntN(treeSize(root))
		root = rebuild(root, &at, func(n *yamldoc.Node) *yamldoc.Node { return mutateNode(r, n, graft) })
	}
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") || r.IntN(3) == 0 {
		var b strings.Builder
		writeTree(&b, root)
		return b.String() + "\n"
	}
	return string(yamldoc.Format(root))
}

// trees are those of whole documents, each of which is mutated often.
var trees sync.Map

// treeOf is the tree of a document, nil where it has none.
func treeOf(text string) *yamldoc.Node {
	if known, ok := trees.Load(text); ok {
		return known.(*yamldoc.Node)
	}
	root, ps := yamldoc.Parse("d", []byte(text))
	if ps != nil {
		root = nil
	}
	trees.Store(text, root)
	return root
}

func treeSize(n *yamldoc.Node) int {
	size := 1
	if n != nil {
		for _, item := range n.Items {
			size += treeSize(item)
		}
		for _, e := range n.Entries {
			size += treeSize(e.Value)
		}
	}
	return size
}

// rebuild copies a tree with another node at a place, counted as treeSize does.
func rebuild(n *yamldoc.Node, at *int, change func(*yamldoc.Node) *yamldoc.Node) *yamldoc.Node {
	if *at--; *at == -1 {
		return change(n)
	}
	if n == nil || *at < 0 {
		return n
	}
	out := *n
	out.Items, out.Entries = slices.Clone(n.Items), slices.Clone(n.Entries)
	for i := range out.Items {
		out.Items[i] = rebuild(out.Items[i], at, change)
	}
	for i := range out.Entries {
		out.Entries[i].Value = rebuild(out.Entries[i].Value, at, change)
	}
	return &out
}

// mutateNode is another node in a node's place.
func mutateNode(r *rand.Rand, n, graft *yamldoc.Node) *yamldoc.Node {
	leaf := &yamldoc.Node{Kind: yamldoc.Scalar, Text: odd(r)}
	if n == nil {
		return leaf
	}
	out := *n
	out.Items, out.Entries = slices.Clone(n.Items), slices.Clone(n.Entries)
	switch k := r.IntN(8); {
	case k == 0 && graft != nil:
		var taken *yamldoc.Node
		at := r.IntN(treeSize(graft))
		rebuild(graft, &at, func(n *yamldoc.Node) *yamldoc.Node { taken = n; return n })
		return taken
	case k == 1:
		return &yamldoc.Node{Kind: yamldoc.List, Items: slices.Repeat([]*yamldoc.Node{n}, r.IntN(3)*r.IntN(200))}
	case k == 2:
		return &yamldoc.Node{Kind: yamldoc.Map, Entries: []yamldoc.Entry{{Key: odd(r), Value: n}}}
	case k == 3:
		for range r.IntN(400) {
			n = &yamldoc.Node{Kind: yamldoc.List, Items: []*yamldoc.Node{n}}
		}
		return n
	case len(out.Entries) > 0:
		return mutateEntries(r, &out)
	case len(out.Items) > 0:
		i, j := r.IntN(len(out.Items)), r.IntN(len(out.Items))
		switch r.IntN(3) {
		case 0:
			out.Items = slices.Delete(out.Items, i, i+1)
		case 1:
			out.Items = slices.Insert(out.Items, i, slices.Repeat(out.Items[j:j+1], 1+r.IntN(50))...)
		case 2:
			out.Items[i], out.Items[j] = out.Items[j], out.Items[i]
		}
		return &out
	case k == 4 && n.Kind == yamldoc.Scalar:
		out.Quoted = !out.Quoted
		return &out
	}
	return leaf
}

// mutateEntries changes the keys of a map.
func mutateEntries(r *rand.Rand, n *yamldoc.Node) *yamldoc.Node {
	i, j := r.IntN(len(n.Entries)), r.IntN(len(n.Entries))
	e := n.Entries[i]
	switch r.IntN(5) {
	case 0:
		n.Entries = slices.Delete(n.Entries, i, i+1)
	case 1:
		n.Entries = append(n.Entries, e)
	case 2:
		n.Entries[i].Value, n.Entries[j].Value = n.Entries[j].Value, e.Value
	case 3:
		n.Entries[i].Key = odd(r)
	case 4:
		for k := range r.IntN(100) {
			n.Entries = append(n.Entries, yamldoc.Entry{Key: fmt.Sprintf("%.20s%d", e.Key, k), Value: e.Value})
		}
	}
	return n
}

// writeTree writes a tree as JSON, but for scalars, which stay as they are.
func writeTree(b *strings.Builder, n *yamldoc.Node) {
	quote := func(text string) { q, _ := json.Marshal(text); b.Write(q) }
	switch {
	case n == nil || n.Kind == yamldoc.Null:
		b.WriteString("null")
	case n.Kind == yamldoc.Scalar && n.Quoted:
		quote(n.Text)
	case n.Kind == yamldoc.Scalar:
		b.WriteString(n.Text)
	case n.Kind == yamldoc.List:
		for i, item := range n.Items {
			b.WriteString(map[bool]string{true: "[", false: ","}[i == 0])
			writeTree(b, item)
		}
		b.WriteString(map[bool]string{true: "[]", false: "]"}[len(n.Items) == 0])
	default:
		for i, e := range n.Entries {
			b.WriteString(map[bool]string{true: "{", false: ","}[i == 0])
			quote(e.Key)
			b.WriteString(":")
			writeTree(b, e.Value)
		}
		b.WriteString(map[bool]string{true: "{}", false: "}"}[len(n.Entries) == 0])
	}
}
