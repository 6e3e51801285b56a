// Package aimemory reads the environment that configures ai-memory's provider
// chain.
package aimemory
