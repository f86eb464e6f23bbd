#!/usr/bin/env bash
# Where the time of the first three Rényi rows goes: callgrind counts the instructions of one
# evaluation, and those of the multiplications in it, whoever asked for them.
#   bench/profile.sh BENCHMARK-PROGRAM
set -euo pipefail
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Nanoseconds of a benchmark.
time_of() {
  "$program" --benchmark_filter="$1" --benchmark_format=json 2>/dev/null |
    jq -r '.benchmarks[0] | {"ns": 1, "us": 1e3, "ms": 1e6} as $unit | "\(.real_time * $unit[.time_unit]) \(.bits // 0)"'
}

echo '| row | multiplications of balls | alone they would take | of the time | of the instructions | all multiplications, of the instructions |'
echo '|---|---:|---:|---:|---:|---:|'
for row in renyi_1e4 renyi_1e6 renyi_1e8; do
  read -r row_time bits < <(time_of "(^|/)$row(/|\$)")
  # The methods work with some bits more than the result has: those up to the next multiple of 64
  # after 64 more.
  size=$(((bits + 127) / 64 * 64))
  read -r balls _ < <(time_of "^ball_times_ball/$size\$")
  read -r words _ < <(time_of "^ball_times_word/$size\$")
  valgrind --tool=callgrind --callgrind-out-file="$scratch/$row" --toggle-collect='shufflecert::refine(*' \
    "$program" --benchmark_filter="(^|/)$row(/|\$)" --benchmark_min_time=0 >/dev/null 2>&1
  awk -v name="$row" -v time="$row_time" -v balls="$balls" -v words="$words" \
    -f bench/multiplications.awk "$scratch/$row"
done
