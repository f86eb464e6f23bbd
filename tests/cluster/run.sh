#!/bin/bash
# Runs verify in parts with the scripts of examples/cluster, under a Slurm of two nodes that it
# starts on this machine, loses a program, a task and a node on the way, and holds what comes out
# against a run of one machine:
#
#   run.sh PROGRAM FOLDER [what 'verify' takes: files, claims, --effort N, --seed S]
#
# All that it starts has ports, files and keys of its own, and is stopped in the end.
set -eu
built=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
shift 2
tests=$(cd "$(dirname "$0")" && pwd)
examples=$tests/../../examples/cluster
parts=4
# Sockets have short names, so this cannot lie below FOLDER.
slurm=$(mktemp -d)
# A copy: the other one may be built anew meanwhile. What Slurm runs is program.py, which lets a part
# stop in the midst of its work, so that it is found there.
program=$slurm/shufflecert
cp "$built" "$program"
mkdir "$slurm/stopped"
touch "$slurm/disturb"
export SLURM_CONF=$slurm/slurm.conf SHUFFLECERT=$tests/program.py SHUFFLECERT_DISTURBED=$slurm
export PATH=$PATH:/usr/sbin:/sbin

say() { printf 'cluster-test, %ss: %s\n' "$SECONDS" "$*"; }
fail() {
  say "FAILED: $*"
  tail -n 15 "$slurm"/*.log "$folder"/run/*.log 2>/dev/null || true
  exit 1
}

# What was started here, and what that has started: all have the name of the configuration in their
# environment, and nothing else has.
started() {
  local process
  for process in /proc/[0-9]*; do
    if [ "${process#/proc/}" != $$ ] && [ "${process#/proc/}" != "$BASHPID" ] &&
      grep -qzxF "SLURM_CONF=$SLURM_CONF" "$process/environ" 2>/dev/null; then
      echo "${process#/proc/}"
    fi
  done
}
stop_all() {
  local signal process
  for signal in TERM TERM KILL; do
    for process in $(started); do kill -"$signal" "$process" 2>/dev/null || true; done
    sleep 1
  done
  rm -rf "$slurm"
}
trap stop_all EXIT
trap 'exit 130' INT TERM

# Asks again until a command says yes. The limit is for a run that hangs, not for a slow machine.
await() {
  local what=$1 tries
  shift
  for ((tries = 0; tries < 7200; ++tries)); do
    if "$@"; then return 0; fi
    sleep 0.5
  done
  fail "waited an hour: $what"
}

mkdir "$slurm/state" "$slurm/spool-n1" "$slurm/spool-n2"
chmod 700 "$slurm"
ports=$(python3 -c 'import socket
sockets = [socket.socket() for _ in range(3)]
for one in sockets: one.bind(("127.0.0.1", 0))
print(*[one.getsockname()[1] for one in sockets])')
read -r port0 port1 port2 <<<"$ports"
sed -e "s|@DIR@|$slurm|g" -e "s|@USER@|$(id -un)|g" -e "s|@PORT0@|$port0|" -e "s|@PORT1@|$port1|" \
  -e "s|@PORT2@|$port2|" "$tests/slurm.conf.in" >"$SLURM_CONF"

head -c 1024 /dev/urandom >"$slurm/munge.key"
chmod 600 "$slurm/munge.key"
munged --force --socket="$slurm/munge.socket" --key-file="$slurm/munge.key" \
  --pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" --seed-file="$slurm/munged.seed" \
  2>/dev/null || fail "munged does not start"
slurmctld || fail "slurmctld does not start"
slurmd -N n1 || fail "slurmd does not start"
slurmd -N n2 || fail "slurmd does not start"
are_idle() { [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | sort | tr '\n' ' ')" = "n1 n2 " ]; }
await "two idle nodes" are_idle
say "two nodes are idle"

rm -rf "$folder/run"
read -r array merge <<<"$("$examples/submit.sh" "$parts" "$folder/run" "$@")"
say "submitted the array $array and the merge $merge"

# All jobs of this Slurm: one that is gone would be an error by its number.
is_over() {
  local left
  left=$(squeue -h -o %i 2>/dev/null) && [ -z "$left" ]
}
# Takes one of the programs that have stopped in the midst of their work: its process, node, part.
take_stopped() {
  local file
  for file in "$slurm"/stopped/*[0-9]; do
    [ -e "$file" ] || continue
    process=${file##*/}
    read -r node part <"$file"
    rm "$file"
    if kill -0 "$process" 2>/dev/null; then return 0; fi
  done
  return 1
}
find_part() { take_stopped || { process= && is_over; }; }
choose_part() {
  await "a part in the midst of its work" find_part
  [ -n "$process" ] || fail "the run ended before it was disturbed; give it more claims"
}
logs() { grep -qF "$2" "$folder/run/part-$1.log"; }

choose_part
kill -KILL "$process"
say "killed the program of part $part"
await "a requeue of part $part" logs "$part" "part $part: its program was ended by signal 9; the task goes back"

choose_part
scancel --batch --signal=USR1 "${array}_$part"
say "told part $part that its time is almost over"
# Its script has told it to end (signal 15), and it will as soon as it goes on.
is_told() { [ $((0x$(awk '$1 == "ShdPnd:" { print $2 }' "/proc/$process/status") >> 14 & 1)) = 1 ]; }
await "the end of part $part" is_told
kill -CONT "$process"
await "a requeue of part $part" logs "$part" "part $part: its time is almost over; the task goes back"

# A node that is lost, is lost with all that runs there: what steers the task, its script, its
# program. One whose daemon alone dies may end its task yet.
parent_of() { awk '$1 == "PPid:" { print $2 }' "/proc/$1/status"; }
choose_part
lost=$part
script=$(parent_of "$process")
kill -KILL "$(cat "$slurm/slurmd-$node.pid")" "$(parent_of "$script")" "$script" "$process"
say "killed the node $node, where part $part was"

# From here on nothing stops, and what has stopped goes on.
rm "$slurm/disturb"
is_over_at_last() {
  while take_stopped; do kill -CONT "$process"; done
  is_over
}
lost_node=$node
await "the end of both jobs" is_over_at_last
say "both jobs have ended"
[ -s "$folder/run/results.json" ] || fail "there are no results"
starts=$(grep -oE "start [0-9]+, on n[12]" "$folder/run/part-$lost.log" | tail -n 1)
case $starts in
  "start 1,"* | *"on $lost_node") fail "part $lost was not started again on the other node, last $starts" ;;
esac

"$program" verify "$@" --output "$folder/one.json" >"$folder/one.txt" || say "'verify' ended with exit status $?"
"$tests/same_results.py" "$folder/one.json" "$folder/run/results.json" || fail "the results differ"
grep -vE '^(=|slurm)' "$folder/run/merge.log" | cmp - "$folder/one.txt" || fail "the summaries differ"
say "the results are those of one machine"
