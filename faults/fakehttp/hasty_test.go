package fakehttp

import (
	"context"
	"net"
	"time"
)

// hasty is a client with a read timeout that only runs when there is nothing to
// wait for any more, so that a slow machine does not look like a silent server.
type hasty struct {
	log
	arrival bool // it runs from an attempt's arrival on
	conn    net.Conn
}

func (h *hasty) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := (&net.Dialer{}).DialContext(ctx, network, address)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.conn = c
	return c, err
}

// hurry lets the timeout run, of 20 ms.
func (h *hasty) hurry() {
	h.mu.Lock()
	defer h.mu.Unlock()
	_ = h.conn.SetReadDeadline(time.Now().Add(soonSilent)) // fails on a connection that is closed, which is never silent
}

func (h *hasty) Arrived(x *Exchange) {
	h.log.Arrived(x)
	if h.arrival {
		h.hurry()
	}
}
