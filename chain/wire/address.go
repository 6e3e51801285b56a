package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// baseFor is where requests go, without a slash at its end. It refuses a schema
// that would spoil the JSON around it.
func baseFor(e *Endpoint, q *Request, public string) (string, error) {
	if q.Schema != nil && !json.Valid(q.Schema) {
		return "", errors.New("wire: the schema of a request is no JSON")
	}
	base := strings.TrimRight(e.BaseURL, "/")
	if base == "" {
		base = public
	}
	if base == "" {
		return "", errors.New("wire: this dialect has no public address: a base URL is needed")
	}
	// No error quotes the address, which may hold a password.
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return "", errors.New("wire: the base URL is no http address")
	case u.User != nil || strings.ContainsAny(base, "?#"):
		return "", errors.New("wire: a base URL is a scheme, a host and a path: its user, query or fragment belongs into Key, or onto the request before it is sent")
	}
	return base, nil
}

// inPath is a model's name as one segment of a path. A name with parts that
// whoever cleans a path takes away, itself or once it is unescaped, would be
// asked for elsewhere.
func inPath(model string) (string, error) {
	plain := model
	for range 3 { // as often as proxies in a row may unescape
		if again, err := url.PathUnescape(plain); err == nil {
			plain = again
		}
	}
	for part := range strings.SplitSeq(strings.ReplaceAll(plain, "\\", "/"), "/") {
		if part == "" || part == "." || part == ".." {
			return "", fmt.Errorf("wire: the model %q cannot stand in an address: it has an empty part, or one of dots alone", model)
		}
	}
	return strings.ReplaceAll(url.PathEscape(model), ":", "%3A"), nil // a colon begins what is asked of a model
}

// post makes a request with a JSON body.
func post(ctx context.Context, address string, body []byte, head func(http.Header)) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("wire: the address of a request does not parse")
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	head(r.Header)
	for name, values := range r.Header {
		for _, v := range values {
			if strings.ContainsFunc(v, isControl) {
				return nil, fmt.Errorf("wire: what is to stand in the header %s has a line break or another control character", name)
			}
		}
	}
	return r, nil
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

func bearer(h http.Header, key string) { h.Set("Authorization", "Bearer "+key) }
