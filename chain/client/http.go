package client

import (
	"net/http"

	"wavetank/chain/wire"
)

// headMax bounds the headers of an answer in bytes, over a transport of the
// client's own: providers send less than a tenth, and Go's default is 10 MiB.
const headMax = 64 << 10

// only is an HTTP client, or one like it, that asks whom it is told to ask and
// nobody else: a redirect would carry the key, and a 307 the prompt, to whom nobody
// named. It follows none, not to the same host either, for a provider sends none.
func only(given *http.Client) *http.Client {
	if given == nil {
		given = &http.Client{}
		if t, ok := http.DefaultTransport.(*http.Transport); ok { // else a test has put its own in its place
			t = t.Clone()
			t.MaxIdleConnsPerHost = 64 // the default of 2 makes a new connection for nearly every call under load
			t.MaxResponseHeaderBytes = headMax
			given.Transport = t
		}
	}
	to := *given
	to.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &to
}

// bounded is the configuration with the bounds that it leaves open.
func (cfg Config) bounded() Config {
	if cfg.AnswerMax <= 0 {
		cfg.AnswerMax = wire.MaxBody
	}
	if cfg.HeldMax <= 0 {
		cfg.HeldMax = heldMax
	}
	return cfg
}
