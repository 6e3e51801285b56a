package fakehttp

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"wavetank/chain"
	"wavetank/faults"
)

// Header carries the number of a question and which attempt of it on this
// provider a request is, with its kind and its sizes in tokens: "17 0 chat 600
// 200".
const Header = "Wavetank-Attempt"

// Label writes an attempt's keys into a header, so that the world draws for it
// what it draws in a simulation.
func Label(h http.Header, a *faults.Ask) {
	b := make([]byte, 0, 40)
	b = strconv.AppendInt(b, a.Request, 10)
	b = strconv.AppendInt(append(b, ' '), int64(a.Ordinal), 10)
	b = append(append(b, ' '), a.Kind.String()...)
	b = strconv.AppendInt(append(b, ' '), int64(a.TokensIn), 10)
	b = strconv.AppendInt(append(b, ' '), int64(a.TokensOut), 10)
	h[Header] = []string{string(b)}
}

// readLabel reads what Label wrote; ok is false where there is nothing.
func readLabel(h http.Header) (a faults.Ask, ok bool, err error) {
	text := h.Get(Header)
	if text == "" {
		return a, false, nil
	}
	f := strings.Fields(text)
	if len(f) == 2 { // the keys alone
		f = append(f, chain.Chat.String(), "0", "0")
	}
	if len(f) != 5 {
		return a, true, fmt.Errorf("fakehttp: %s is %q: write the question's number and the attempt's ordinal, as in 17 0", Header, text)
	}
	kind, known := kindOf(f[2])
	request, err1 := strconv.ParseInt(f[0], 10, 64)
	ordinal, err2 := strconv.ParseUint(f[1], 10, 8)
	in, err3 := strconv.ParseUint(f[3], 10, 31)
	out, err4 := strconv.ParseUint(f[4], 10, 31)
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil || !known || request < 0 {
		return a, true, fmt.Errorf("fakehttp: %s is %q: write number, ordinal (0 to 255), kind and tokens, as in 17 0 chat 600 200", Header, text)
	}
	return faults.Ask{Request: request, Ordinal: int(ordinal), Kind: kind, TokensIn: int32(in), TokensOut: int32(out)}, true, nil
}

func kindOf(name string) (chain.RequestKind, bool) {
	for k := range chain.NumKinds {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}
