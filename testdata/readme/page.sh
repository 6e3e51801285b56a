#!/usr/bin/env bash
# Makes page.png, the picture in README.md: the top of the page of the default run.
# Needs Go and Debian's chromium.
set -euo pipefail
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go run ./cmd/wavetank run -q -o "html=$tmp/page.html"
chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
	--disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$tmp/profile" \
	--window-size=1120,1010 --screenshot="$PWD/testdata/readme/page.png" "file://$tmp/page.html"
