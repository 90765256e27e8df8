#!/bin/sh
# A training whose games are played by job arrays of Slurm, a round at a time. The learner runs where this script
# runs, which needs one core; run it again to go on after an interruption.
#
#   deploy/slurm/train.sh 16 hanamikoji --learner dmc:hidden=128+64,games=2048 --steps 100000 --out net
set -eu
here="$(dirname "$0")"
chunks="$1"
shift
while true; do
    # Chunks of an interrupted round may be there already; then nothing has to be queued.
    if ! said="$(karuta train "$@" --chunks "$chunks" 2>/dev/null)"; then
        sbatch --wait --array="1-$chunks" "$here/karuta.sbatch" train "$@"
        said="$(karuta train "$@" --chunks "$chunks")"
    fi
    echo "$said"
    # The learner says what comes next as long as there is something.
    case "$said" in *"now --chunk"*) ;; *) exit 0 ;; esac
done
