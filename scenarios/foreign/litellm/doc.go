// Package litellm reads the config of a LiteLLM proxy and changes it: model groups,
// fallbacks, retries, cooldowns, and the retries of the SDK below.
package litellm
