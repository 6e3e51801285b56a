#!/usr/bin/env bash
# The gate of a pull request: it plays the strategies of the head and those of
# the base on the same seeds, and fails where the head's are worse.
#
#   gate.sh prepare    say where things are, as outputs of the step
#   gate.sh            build wavetank if it is not there yet, and judge
#
# It reads the runner's GITHUB_* and RUNNER_TEMP, and the action's inputs:
#
#   GATE_CHAIN      a chain file, or
#   GATE_LITELLM    a LiteLLM config; with neither, the scenarios' own strategies
#   GATE_SCENARIOS  names and paths, apart by blanks
#   GATE_EXPECT     rules, one a line
#   GATE_FAIL_ON    words of --fail-on
#   GATE_AGAINST    a revision or a file to compare with, or none; empty: the base
#   GATE_BEFORE     the commit before this one, where there is no pull request
#   GATE_SEEDS      how often each strategy is played
#   GATE_HTML       not empty: write a page of HTML too
#
# Its exit codes are wavetank's: 0 well, 1 worse, 2 the input, 3 ours.
set -euo pipefail

root=$(cd "${GITHUB_ACTION_PATH:-$(dirname "${BASH_SOURCE[0]}")}/../../.." && pwd)
temp=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/wavetank-gate
binary=$temp/bin/wavetank
base='' # what is compared with: a commit, a file, or nothing

# Git refuses folders of another owner, as the checkout is in a job's container. A
# folder of the change that looks like a repository, with settings that run programs,
# is none; nor do patterns mean anything in the names of files.
export GIT_CONFIG_COUNT=3 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
export GIT_CONFIG_KEY_1=safe.bareRepository GIT_CONFIG_VALUE_1=explicit GIT_CONFIG_KEY_2=core.fsmonitor GIT_CONFIG_VALUE_2=false
export GIT_LITERAL_PATHSPECS=1

# Of the repository the change may name any file.
allowed=$(git rev-parse --show-cdup 2>/dev/null) || allowed=''
allowed=--allow-files=${allowed:-.}

main() {
	mkdir -p "$temp/bin"
	if [ "${1:-}" = prepare ]; then
		output go-mod "$root/go.mod"
		output folder "$temp/bin"
		output key "wavetank-$(uname -s)-$(uname -m)-$(sources)"
		return
	fi
	trap 'output exit-code $?' EXIT
	rm -f "$temp"/*.yaml "$temp"/*.html "$temp"/*.md "$temp/annotations"
	[ -x "$binary" ] || build
	check_inputs
	find_base
	[ -z "${GATE_LITELLM:-}" ] || import_both
	judge
}

check_inputs() {
	case ${GATE_CHAIN:+C}${GATE_LITELLM:+L}:${GATE_SCENARIOS:-} in
	CL:*) stop 'chain and litellm both say what is judged: give one' ;;
	C:* | L:* | */* | *.yaml*) ;;
	*) stop 'nothing says what is judged: give chain, litellm, or scenarios that are files of yours' ;;
	esac
}

# sources is a hash of all that wavetank is built from: the key of its cache.
sources() {
	(cd "$root" && find . -type f -not -path './.git/*' | LC_ALL=C sort | git hash-object --no-filters --stdin-paths) |
		git hash-object --stdin
}

# build needs no C unless told to, so that a cached binary also runs in a container.
build() {
	command -v go >/dev/null || stop 'go is not there to build wavetank with' 3
	CGO_ENABLED=${CGO_ENABLED:-0} GOFLAGS='' GOWORK=off go build -C "$root" -buildvcs=false -o "$binary" ./cmd/wavetank ||
		stop 'wavetank does not build' 3
}

# judge is the gate itself.
judge() {
	local chain=${GATE_CHAIN:-} fail_on=${GATE_FAIL_ON:-regression,expect} code=0 rule
	[ -z "${GATE_LITELLM:-}" ] || chain=$temp/head.yaml
	[ -n "$base" ] || fail_on=$(without_regression "$fail_on")
	local args=(run "--seeds=${GATE_SEEDS:-20}" "--fail-on=$fail_on" -o table -o "github=$temp/annotations" -o "md=$temp/told.md")
	args+=("$allowed")
	[ -z "$chain" ] || args+=("--chain=$chain")
	[ -z "$base" ] || args+=("--against=$base")
	[ -z "${GATE_HTML:-}" ] || args+=(-o "html=$temp/wavetank.html")
	while IFS= read -r rule; do
		[ -z "${rule// /}" ] || args+=("--expect=$rule")
	done <<<"${GATE_EXPECT:-}"
	args+=(--)
	set -f # names are words, not patterns
	# shellcheck disable=SC2206
	args+=(${GATE_SCENARIOS:-})
	set +f
	wavetank "${args[@]}" || code=$?
	[ ! -f "$temp/annotations" ] || point <"$temp/annotations"
	tell_new
	[ ! -f "$temp/wavetank.html" ] || output html "$temp/wavetank.html"
	exit "$code"
}

# wavetank runs the command, and makes annotations of the problems of its input.
wavetank() {
	local code=0
	"$binary" "$@" 2>"$temp/errors" || code=$?
	cat "$temp/errors" >&2
	[ "$code" != 2 ] || tell_input
	return "$code"
}

# without_regression takes a word away that means nothing without a base.
without_regression() {
	local word words=''
	set -f
	for word in ${1//,/ }; do
		[ "$word" = regression ] || words=$words${words:+,}$word
	done
	echo "${words:-none}"
}

# import_both makes a chain of the LiteLLM config, and one of its base.
import_both() {
	local name was
	name=$(within "$GATE_LITELLM")
	was=$temp/base-$(basename -- "$GATE_LITELLM")
	wavetank import litellm "$allowed" -o "$temp/head.yaml" -- "$GATE_LITELLM" || exit
	if [ -z "$base" ] || [ -f "$base" ]; then
		return
	fi
	case $(git ls-tree --full-tree --full-name "$base" -- "$name" 2>/dev/null) in
	100*) ;;
	120000*) stop "$name is a link in ${base:0:10}: name the file that it means" ;;
	*)
		notice "$name is not in ${base:0:10}: it is compared with nothing"
		base=''
		return
		;;
	esac
	git cat-file blob "$base:$name" >"$was"
	wavetank import litellm -o "$temp/base.yaml" -q -- "$was" || exit
	changed_line=$(git diff --no-ext-diff --no-textconv -U0 "$base" -- "$GATE_LITELLM" | sed -n 's/^@@ [^+]*+\([0-9]*\).*/\1/p' | head -n 1)
	base=$temp/base.yaml
}

# point gives annotations without a place the line of the LiteLLM config that
# changed: what was judged is made from that. A line of zero is one taken away
# at the top.
changed_line=1
point() {
	local place='' line
	if [ -n "${GATE_LITELLM:-}" ]; then
		[ "${changed_line:-0}" != 0 ] || changed_line=1
		place="file=$(property "$(within "$GATE_LITELLM")"),line=$changed_line,"
	fi
	while IFS= read -r line; do
		case $line in
		'::error title='* | '::warning title='*) printf '%s %s%s\n' "${line%% *}" "$place" "${line#* }" ;;
		*) printf '%s\n' "$line" ;;
		esac
	done
}

# find_base sets base.
find_base() {
	base=${GATE_AGAINST:-}
	case $base in
	none) base='' ;;
	'') default_base ;;
	-* | *[[:cntrl:]]*) stop "against: $base is neither a file nor a revision: no name of one begins with - or is of several lines" ;;
	*.yaml) ;;
	*) [ -f "$base" ] || known "$base" || fetch_as_base "$base" || stop "against: $base is neither a file nor a revision, here or at origin" ;;
	esac
}

# default_base is where a pull request began, else the commit before a push.
default_base() {
	local before=${GATE_BEFORE:-}
	if [ -n "${GITHUB_BASE_REF:-}" ]; then
		merge_base "$GITHUB_BASE_REF"
	elif [ -z "${before//0/}" ]; then # a new branch has zeros before it
		notice 'nothing to compare with: there is neither a pull request nor a commit before this one'
	elif [[ ! $before =~ ^[0-9a-f]+$ ]]; then
		stop "the commit before this one, $before, is none: its name is of digits and a to f"
	else
		base=$before
		known "$base" || fetch_as_base "$base" || stop "the commit before this one, $base, cannot be fetched"
	fi
}

# merge_base finds where the head left the base's branch, in as little of the
# history as it takes: what others have merged since is no part of the change.
merge_base() {
	local depth
	git check-ref-format "refs/heads/$1" || stop "the base, $1, is no name of a branch"
	for depth in 0 2 100 2147483647; do # the last is git's word for all
		case $depth$(git rev-parse --is-shallow-repository) in
		0*) ;; # it may be here
		*true) fetch_branch "$1" "--depth=$depth" ;;
		2*) fetch_branch "$1" --no-tags ;;
		esac
		base=$(git merge-base HEAD "refs/remotes/origin/$1" 2>/dev/null) && return
	done
	stop "the base, $1, cannot be fetched, or the head has nothing in common with it: check out with fetch-depth: 0"
}

# fetch_branch brings a branch, and the head's history as far as the remote has
# it. Where it cannot, what is here may do.
fetch_branch() {
	local spec="+refs/heads/$1:refs/remotes/origin/$1"
	git fetch --quiet --no-tags "$2" -- origin "$(git rev-parse HEAD)" "$spec" 2>/dev/null ||
		git fetch --quiet --no-tags "$2" -- origin "$spec" || true
}

# fetch_as_base takes a commit or the name of a branch or a tag: with a colon it would
# write to refs here.
fetch_as_base() {
	[[ $1 =~ ^[0-9a-f]+$ ]] || git check-ref-format --allow-onelevel "$1" || return 1
	git fetch --quiet --no-tags --depth=1 -- origin "$1" 2>/dev/null && base=$(git rev-parse FETCH_HEAD)
}

known() { git rev-parse --verify --quiet --end-of-options "$1^{commit}" >/dev/null; }

# within is a path from the top of the repository, from where GitHub counts.
within() { printf '%s%s' "$(git rev-parse --show-prefix 2>/dev/null)" "${1#./}"; }

# tell_input makes annotations of the problems that have a place, and puts all of
# them on the page of the run.
tell_input() {
	local file line column text
	while IFS=: read -r file line column text; do
		[[ $line$column =~ ^[0-9]+$ && -f $file ]] || continue
		printf '::error file=%s,line=%s,col=%s,title=wavetank::%s\n' "$(property "$(within "$file")")" "$line" "$column" "$(data "${text# }")"
	done <"$temp/errors"
	summary "$(cat "$temp/errors")"
}

# tell_new shows what had nothing to be compared with, lest a file that is moved
# leaves the gate unseen.
tell_new() {
	local text
	[ -f "$temp/told.md" ] || return 0
	sed -n 's/^- \(.*: it is compared with nothing\)$/\1/p' "$temp/told.md" | LC_ALL=C sort -u | while IFS= read -r text; do
		notice "$text"
	done
}

stop() {
	printf '::error title=wavetank::%s\n' "$(data "$1")"
	summary "$1"
	exit "${2:-2}"
}

notice() { printf '::notice title=wavetank::%s\n' "$(data "$1")"; }

# summary shows a text as it is on the page of the run.
summary() {
	[ -z "${GITHUB_STEP_SUMMARY:-}" ] || printf '### wavetank\n\n%s\n' "$(printf '%s\n' "$1" | sed 's/^/    /')" >>"$GITHUB_STEP_SUMMARY"
}

# output has one line: what stood in a second one would be another output.
output() {
	[ -z "${GITHUB_OUTPUT:-}" ] || printf '%s=%s\n' "$1" "${2//[$'\r\n']/ }" >>"$GITHUB_OUTPUT"
}

# data and property escape what stands in a workflow command.
data() {
	local s=${1//'%'/%25}
	s=${s//$'\r'/%0D}
	printf '%s' "${s//$'\n'/%0A}"
}

property() {
	local s
	s=$(data "$1")
	s=${s//:/%3A}
	printf '%s' "${s//,/%2C}"
}

main "$@"
