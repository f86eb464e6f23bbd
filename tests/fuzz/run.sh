#!/bin/sh
# Runs all fuzzers of a build of the preset "fuzz", one after the other:
#
#   tests/fuzz/run.sh BUILD SECONDS [readers]
#
# With "readers" only libFuzzer's half, on short inputs and without what takes longest: many more inputs.
# Inputs that end a fuzzer are kept in BUILD/findings, inputs that reach new code in BUILD/corpus.
# Exit status 1 where there were findings.
set -u
build=$1
seconds=$2
what=${3:-all}
source=$(dirname "$0")
status=0
# Each target runs twice: under libFuzzer, which follows the code, and by seed alone.
share=$((seconds / 14))
targets="formulas catalogues results journals proofs command_lines"
longest=65536
if [ "$what" = readers ]; then
  targets="formulas catalogues results journals proofs"
  share=$((seconds / 5))
  longest=64
  export SHUFFLECERT_FUZZ_READERS=1
fi
[ "$share" -gt 0 ] || share=1
seed=$(date +%s)
mkdir -p "$build/findings"
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
# A short trace of where memory was taken, and a small store of what was freed, let it see far more inputs.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:malloc_context_size=1:quarantine_size_mb=4:thread_local_quarantine_size_kb=64
for target in $targets; do
  mkdir -p "$build/corpus/$target" "$build/first/$target"
  # libFuzzer wants a file for each text of the corpus.
  awk -v folder="$build/first/$target" '/^=== / { file = folder "/" $2; next } { print >file }' \
    "$source/corpus/$target.txt"
  echo "== $target, libFuzzer, $share seconds"
  "$build/tests/fuzz/fuzz_$target" -max_total_time="$share" -entropic=0 -timeout=60 -rss_limit_mb=4096 -max_len=$longest \
    -artifact_prefix="$build/findings/$target-" -print_final_stats=1 \
    "$build/corpus/$target" "$build/first/$target" 2>"$build/findings/$target.log" || status=1
  grep -E "number_of_executed_units|SUMMARY|ERROR" "$build/findings/$target.log"
  [ "$what" = readers ] && continue
  echo "== $target, seed $seed, $share seconds"
  "$build/tests/fuzz/shufflecert_fuzz" "$target" --seconds "$share" --seed "$seed" \
    --keep "$build/findings" || status=1
done
[ "$what" = readers ] && exit $status
echo "== random formulas and claims, seed $seed, $((2 * share)) seconds"
"$build/tests/fuzz/shufflecert_fuzz" definedness --seconds $((2 * share)) --seed "$seed" \
  --keep "$build/findings" || status=1
exit $status
