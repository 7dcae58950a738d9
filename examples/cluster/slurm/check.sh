#!/usr/bin/env bash
# Checks a project on a cluster with Slurm. Run it on a login node, in the folder of assay.yaml:
#
#   ./check.sh              lists the files, submits one job for each step, waits, and prints the report.
#                           The exit code is that of `assay check`.
#   ./check.sh step NAME    runs one step; the jobs call this
#
# All machines must see the files, DIR and the command `assay` at the same paths.
set -euo pipefail

# Edit these lines, or set the first three variables before you start the script.
DIR=${DIR:-/shared/check} # the folder for lists and results, outside of the folder under check
SHARES=${SHARES:-16}      # the number of tasks of a step, at most `MaxArraySize` of your cluster minus one
RETRIES=${RETRIES:-10}    # the number of times that a task is tried again
OPTIONS=()                # for example (--partition=cpu --time=02:00:00 --mem=4G --cpus-per-task=1)

# Runs a step in a job. A task of an array works on its share of the blocks.
run_step() {
  local name=$1 task=$SLURM_JOB_ID share=() code=0
  if [[ -n ${SLURM_ARRAY_TASK_ID:-} ]]; then
    task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
    share=("$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT")
  fi
  if [[ $name == report ]]; then
    assay step report "$DIR" --format text="$DIR/report.txt" || code=$?
  else
    assay step "$name" "$DIR" "${share[@]}" || code=$?
  fi
  # 75: an error that may pass. More than 128: the process was killed. With 2, trying again does not help.
  if ((code == 75 || code > 128)) && ((${SLURM_RESTART_COUNT:-0} < RETRIES)); then
    # Slurm then ends this script, and starts it again after some two minutes. If it ended first, it would count as failed.
    if scontrol requeue "$task"; then
      sleep 300
    fi
  fi
  exit "$code"
}

# Submits the job of a step, with further options of `sbatch`, and prints its number.
submit() {
  local name=$1
  shift
  sbatch --parsable --requeue --kill-on-invalid-dep=yes --job-name="assay-$name" \
    --open-mode=append --output="$DIR/logs/%x-%j.txt" "${OPTIONS[@]}" "$@" "$0" step "$name" | cut -d ';' -f 1
}

# Lists the files, and submits all jobs. Each waits for the one before it.
check() {
  local index merge checked followed code=0
  export DIR SHARES RETRIES
  mkdir -p "$DIR/logs"
  rm -f "$DIR/report.txt"
  assay step list "$DIR"
  assay step plan "$DIR"
  index=$(submit index --array="1-$SHARES")
  merge=$(submit merge-index --dependency="afterok:$index")
  checked=$(submit check --array="1-$SHARES" --dependency="afterok:$merge")
  followed=$(submit follow --array="1-$SHARES" --dependency="afterok:$checked")
  echo "jobs: $index $merge $checked $followed; progress: assay step status $DIR" >&2
  submit report --dependency="afterok:$followed" --wait >&2 || code=$?
  if [[ ! -f $DIR/report.txt ]]; then
    echo "error: a step failed, so there is no report; see $DIR/logs" >&2
    return 2
  fi
  cat "$DIR/report.txt"
  return "$code"
}

case ${1:-} in
  "") check ;;
  step) run_step "$2" ;;
  *)
    echo "usage: $0 [step NAME]" >&2
    exit 2
    ;;
esac
