#!/usr/bin/env bash
# Divides a search over a Slurm cluster: each task of an array plays a part, and a
# job that waits for all of them finishes the search.
#
#   bash slurm.sh                                    the search below, in 8 parts
#   WAVETANK_SHARDS=32 bash slurm.sh SCENARIO... --strategy FILE --vary ... --minimize ...
#
# Run it where sbatch is and where the files of the search are; every node must see
# them, wavetank and the folder of results. A part that was cut off, by its time
# limit or with its node, goes on from its checkpoint: scontrol requeue JOB_TASK,
# and when it is done, bash slurm.sh merge.
#SBATCH --job-name=wavetank
#SBATCH --cpus-per-task=4
#SBATCH --mem=2G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

export WAVETANK=${WAVETANK:-wavetank}                  # the program
export WAVETANK_FOLDER=${WAVETANK_FOLDER:-$PWD/search} # gets parts, logs and results, of one search
export WAVETANK_SHARDS=${WAVETANK_SHARDS:-8}

search=(
	filing-deadline --strategy five-provider
	--vary order
	--vary 'breaker.open.base=5s..5m log 8'
	--vary 'breaker.trip.failures=2,3,5,8'
	--minimize 'latency_p99,wasted_per_1k'
)

# Not all cores of a node, where nothing binds a task to its own.
[ -z "${SLURM_CPUS_PER_TASK:-}" ] || export GOMAXPROCS=$SLURM_CPUS_PER_TASK

case ${1:-} in
part)
	shift
	part=$WAVETANK_FOLDER/part-$SLURM_ARRAY_TASK_ID
	exec "$WAVETANK" tune "$@" --shard auto --checkpoint "$part.checkpoint" -o json="$part.json"
	;;
merge)
	to=$WAVETANK_FOLDER
	exec "$WAVETANK" merge "$to"/part-*.json -o table -o json="$to/all.json" -o html="$to/all.html" -o strategy="$to/best.yaml"
	;;
esac

[ $# -gt 0 ] || set -- "${search[@]}"
mkdir -p "$WAVETANK_FOLDER"
parts=$(sbatch --parsable --export=ALL --array="1-$WAVETANK_SHARDS" --output="$WAVETANK_FOLDER/part-%a.log" "$0" part "$@")
merge=$(sbatch --parsable --export=ALL --dependency="afterok:${parts%%;*}" --kill-on-invalid-dep=yes \
	--output="$WAVETANK_FOLDER/merge.log" "$0" merge)
echo "parts $parts, merge $merge: see squeue --me, then $WAVETANK_FOLDER"
