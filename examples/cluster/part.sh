#!/bin/bash
# One part of a run, as a task of a Slurm array: part.sh PARTS FOLDER [what 'verify' takes].
# submit.sh submits it. The program is 'shufflecert', or what the variable SHUFFLECERT names.
#
# The task goes back into the queue when its program is killed, when its node is lost, when it is
# preempted, and a minute before its time is over. The journal has what is finished, so that it goes
# on there, on whatever node.
#
#SBATCH --job-name=shufflecert
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:USR1@60
set -u
parts=$1
folder=$2
shift 2
part=$SLURM_ARRAY_TASK_ID
results=$folder/part-$part.json
most_restarts=${SHUFFLECERT_RESTARTS:-20}

# Back into the queue, where that has not happened too often.
again() {
  if [ "${SLURM_RESTART_COUNT:-0}" -ge "$most_restarts" ]; then
    echo "part $part: $1, for the last of $most_restarts times"
    exit 1
  fi
  echo "part $part: $1; the task goes back into the queue"
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$part"
  exit 1
}

# Runs a command until it ends, or until the time is almost over.
program=
status=
time_is_over=
trap 'time_is_over=yes; kill -TERM $program 2>/dev/null' USR1
run() {
  "$@" &
  program=$!
  wait "$program"
  status=$?
  # A signal ends this 'wait' at once, and the command a little later.
  while kill -0 "$program" 2>/dev/null; do
    wait "$program"
    status=$?
  done
  [ -z "$time_is_over" ] || again "its time is almost over"
}

echo "part $part of $parts: start $((${SLURM_RESTART_COUNT:-0} + 1)), on ${SLURMD_NODENAME:-an unknown node}"
# Slurm may have lost a node that goes on working: its part is waited for. The lock goes with the
# program, whatever becomes of this script.
exec 9>"$folder/part-$part.lock"
run flock 9
# What an interrupted run has written is no whole part. Nor is its summary: merge.sh has that.
rm -f "$results"
judge() {
  exec "${SHUFFLECERT:-shufflecert}" verify "$@" --shard "$part/$parts" \
    --journal "$folder/part-$part.journal" --output "$results" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" >/dev/null
}
run judge "$@"
[ "$status" -lt 128 ] || again "its program was ended by signal $((status - 128))"

# 1 and 3 speak of verdicts, which are those of merge.sh to report. Without results the part failed.
echo "part $part: 'verify' ended with exit status $status"
[ -s "$results" ]
