package client_test

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/jarcoal/httpmock"

	"wavetank/chain/client"
	"wavetank/chain/strategy"
	"wavetank/chain/wire"
)

// A chain of two providers, of which the first is down: the strategy is the same
// document that the simulator runs, and httpmock stands in for the providers.
func Example() {
	mock := httpmock.NewMockTransport()
	mock.RegisterResponder("POST", "https://api.groq.com/openai/v1/chat/completions",
		httpmock.NewStringResponder(503, `{"error":{"message":"Service Unavailable","type":"internal_server_error"}}`))
	mock.RegisterResponder("POST", "https://api.openai.com/v1/chat/completions",
		httpmock.NewStringResponder(200, `{"id":"chatcmpl-1","object":"chat.completion","created":1782000000,"model":"gpt-4.1-mini",
			"choices":[{"index":0,"message":{"role":"assistant","content":"{\"answer\":\"the sea\"}"},"finish_reason":"stop"}],
			"usage":{"prompt_tokens":9,"completion_tokens":5,"total_tokens":14}}`))

	preset, _ := strategy.Preset("five-provider")
	cfg := client.Config{HTTP: &http.Client{Transport: mock}}
	c, err := cfg.New(preset.Recipe,
		client.Provider{Name: "groq", Dialect: "groq", Endpoint: wire.Endpoint{Key: wire.Hide("gsk-secret"), Model: "llama-3.3-70b-versatile"}},
		client.Provider{Name: "openai", Dialect: "openai", Endpoint: wire.Endpoint{Key: wire.Hide("sk-secret"), Model: "gpt-4.1-mini"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	answer, err := c.Complete(ctx, client.Request{Messages: []client.Message{{Role: "user", Content: "Where do ships meet breakers? Answer in JSON."}}})
	fmt.Printf("%s from %s after %d attempts, error %v\n", answer.Text, answer.Provider, answer.Attempts, err)
	for _, h := range c.Health() {
		fmt.Printf("%s: breaker %s, last error %q, status %d\n", h.Provider, h.State, h.LastError, h.LastStatus)
	}

	mock.RegisterResponder("POST", "https://api.openai.com/v1/chat/completions",
		httpmock.NewStringResponder(429, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`))
	_, err = c.Complete(ctx, client.Request{Messages: []client.Message{{Role: "user", Content: "Once more."}}})
	fmt.Println(err)

	// Output:
	// {"answer":"the sea"} from openai after 2 attempts, error <nil>
	// groq: breaker closed, last error "server", status 503
	// openai: breaker closed, last error "", status 0
	// chain: exhausted after 2 attempts: quota (groq: server 503; openai: quota 429)
}
