package wire

// maxMarks bounds the braces, brackets and commas of one JSON text outside its
// strings. Decoded, a member of three bytes may take fifty of memory, so that a
// text's length alone bounds nothing. No answer comes near: what a model says is
// in strings.
const maxMarks = 1 << 16

// crowded reports that a JSON text has more marks than any answer.
func crowded(data []byte) bool {
	if len(data) <= maxMarks {
		return false
	}
	marks, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			i++
		case quoted:
		case c == ',' || c == '{' || c == '[':
			marks++
		}
	}
	return marks > maxMarks
}
