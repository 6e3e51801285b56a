package client

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrClosed is what a call gets of a client that is closed, or that is closed
// before the call ended.
var ErrClosed = errors.New("client: closed")

// Close ends the client: a call that is on its way ends with [ErrClosed], what is
// in flight is cancelled, and later calls are refused. It waits until no goroutine
// of the client is left, which is at once unless a function of the configuration
// or a transport keeps one, and closes idle connections, also of a transport that
// was given. It may be called again and at any time, but not by those functions.
func (c *Client) Close() error {
	c.mu.Lock()
	if !c.closed {
		c.closed = true
		close(c.closing)
	}
	c.mu.Unlock()
	c.flights.Wait()
	c.idle()
	return nil
}

// enter counts a call, unless the client is closed.
func (c *Client) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.flights.Add(1)
	}
	return !c.closed
}

// Format implements fmt.Formatter with the providers' names. Printed field by
// field, a client would be read while it changes.
func (c *Client) Format(f fmt.State, _ rune) {
	if c == nil {
		_, _ = io.WriteString(f, "<nil>")
		return
	}
	names := make([]string, len(c.members))
	for i := range c.members {
		names[i] = c.members[i].Name
	}
	_, _ = io.WriteString(f, "client of "+strings.Join(names, ", "))
}
