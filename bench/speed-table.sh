#!/usr/bin/env bash
# Runs the benchmarks, each row in a process of its own so that its peak memory is its own, and
# prints the table of docs/methods/speed.md. One run gives all times, and with them the ratios.
#   bench/speed-table.sh BENCHMARK-PROGRAM > TABLE.md
set -euo pipefail
program=$1

# What a benchmark says of itself: nanoseconds, digits, bits, bytes, method and error, separated
# by '|'. The name is that of the BENCHMARK in bench/*.cpp.
measure() {
  timeout 1200 "$program" --benchmark_filter="(^|/)$1(/|\$)" --benchmark_format=json 2>/dev/null |
    jq -r '.benchmarks[0] | {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9} as $unit |
      [.real_time * $unit[.time_unit], .digits // "", .bits // "", .peak_bytes // "",
       .label // "", .error_message // ""] | map(tostring) | join("|")' ||
    echo '|||||the process failed'
}

# 1234567 -> "1.23 ms"
time_text() {
  awk -v t="$1" 'BEGIN {
    split("ns us ms s", unit); i = 1
    while (t >= 999.5 && i < 4) { t /= 1000; ++i }
    sub("us", "µs", unit[i])
    printf(t < 9.995 ? "%.2f %s" : t < 99.95 ? "%.1f %s" : "%.0f %s", t, unit[i]) }'
}

ratio_text() {
  awk -v a="$1" -v b="$2" 'BEGIN { printf(a / b < 9.95 ? "%.1f" : "%.0f", a / b) }'
}

declare -A nanoseconds=()

# row NAME WHAT TARGET [compared-with NAME TEXT]: a line of the table, or "not reached" and why. The
# ratio shown with TEXT is this row to NAME, or with a leading "/" in NAME the other way round.
row() {
  local name=$1 what=$2 target=$3 other=${4:-} words=${5:-}
  echo "$what ..." >&2
  IFS='|' read -r time digits bits bytes method error < <(measure "$name")
  if [ -n "$error" ]; then
    printf '| %s | %s | not reached: %s | | | %s |\n' "$what" "${digits:-–}" "$error" "$target"
    return
  fi
  nanoseconds[$name]=$time
  local shown
  shown=$(time_text "$time")
  if [ -n "$other" ] && [ -n "${nanoseconds[${other#/}]:-}" ]; then
    case $other in
      /*) shown+=", $(ratio_text "${nanoseconds[${other#/}]}" "$time") $words" ;;
      *) shown+=", $(ratio_text "$time" "${nanoseconds[$other]}") $words" ;;
    esac
  fi
  [ -z "$bits" ] || method+=", $bits bits"
  printf '| %s | %s | %s | %s | %s | %s |\n' "$what" "${digits:-–}" "$shown" "${method:-–}" \
    "$(awk -v b="$bytes" 'BEGIN { printf("%.0f MB", b / 1e6) }')" "$target"
}

cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
cat <<TABLE
Measured $(date -u +%Y-%m-%d) on one core of ${cpu:-an unknown processor}; target for the memory of every row: < 200 MB.

| what | digits | time of one evaluation | method | peak memory | target |
|---|---:|---|---|---:|---|
TABLE
clone="clone pair, ε0 ="
row renyi_1e4 "D_4, $clone 2, n = 10^4" "≥ 200 times as fast as the double sum"
row second_arithmetic "the same by the second arithmetic's double sum" "" renyi_1e4 "times the first row"
row recurrences "the same by a double sum written for speed" "" renyi_1e4 "times the first row"
row renyi_1e6 "D_4, $clone 4, n = 10^6" "≤ 20 ms"
row renyi_1e8 "D_4, $clone 4, n = 10^8" "≤ 100 ms"
row renyi_1e12 "D_4, $clone 4, n = 10^12" "≤ 50 ms"
row renyi_1e18 "D_4, $clone 4, n = 10^18" "≤ 50 ms and ≤ 2 times n = 10^12" renyi_1e12 "times n = 10^12"
row curve_one "D_32.5, $clone 4, n = 10^6" ""
row curve_1000 "D_λ at 1,000 orders in (1, 64], $clone 4, n = 10^6" "≤ 10 times one order" curve_one "times one order"
row delta_1e6 "δ(0.05), $clone 4, n = 10^6" "≤ 50 ms"
row delta_1e12 "δ(0.00005), $clone 4, n = 10^12" "≤ 5 s"
row renyi_1000_digits "D_4, $clone 2, n = 10^4" "≤ 15 s"
row epsilon_1e6 "ε(10^−6), $clone 4, n = 10^6" ""
row tradeoff_1e6 "trade-off function at 0.05, $clone 4, n = 10^6" ""
row response_1e18 "D_4, randomized response, ε0 = 4, n = 10^18" ""
row verify_catalogue "\`shufflecert verify\`, the built-in catalogue, all cores" ""
