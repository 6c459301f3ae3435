#!/bin/sh
# ./first-run [--limit=SECONDS] [--backend=NAME]: the first hour of a bundle on a machine with a GPU. Runs the checks in the order in which a
# failure tells most, each with a time limit of its own, goes on after a failure, and writes one report.
# Status 0 if all passed, 1 if not, 2 for wrong arguments.
here=$(cd "$(dirname "$0")" && pwd)
backend=cuda
most=
for argument in "$@"; do
  case "$argument" in
    # For trying the script where there is no GPU: docs do not name it.
    --backend=*) backend=${argument#*=} ;;
    --limit=*[!0-9]* | --limit= | --limit=0*)
      echo "grcuda: first-run: $argument: expected a whole number of seconds, such as --limit=60" >&2
      exit 2
      ;;
    --limit=*) most=${argument#*=} ;;
    -h | --help)
      echo "usage: ./grcuda first-run [--limit=SECONDS]"
      echo "Checks and measures this machine's GPU for about an hour, and writes first-run.txt. No step takes longer than SECONDS."
      exit 0
      ;;
    *)
      echo "grcuda: first-run: unknown argument '$argument'; see ./grcuda first-run --help" >&2
      exit 2
      ;;
  esac
done
folder=$here
[ -w "$here" ] || folder=$(mktemp -d) || exit 1
report=$folder/first-run.txt
limited=$(command -v timeout || true)
passed=0 failed=0

say() {
  echo "$1"
  echo "$1" >>"$report"
}

# check SECONDS NAME COMMAND...: runs a command, and tells whether it ended with status 0 in time.
check() {
  seconds=$1 name=$2
  shift 2
  if [ "$most" ] && [ "$most" -lt "$seconds" ]; then
    seconds=$most
  fi
  begin=$(date +%s)
  printf '\n== %s\n$ %s\n' "$name" "$*" >>"$report"
  if [ "$limited" ]; then
    "$limited" -k 10 "$seconds" "$@" >>"$report" 2>&1 </dev/null
  else
    "$@" >>"$report" 2>&1 </dev/null
  fi
  status=$?
  took=$(($(date +%s) - begin))
  case $status in
    0) passed=$((passed + 1)) outcome=passed ;;
    124 | 137) failed=$((failed + 1)) outcome="FAILED: not done after $seconds s" ;;
    *) failed=$((failed + 1)) outcome="FAILED: status $status" ;;
  esac
  say "$(printf '%-34s %s (%d s)' "$name" "$outcome" "$took")"
}

selftest() {
  check "$1" "$2" "$here/selftest" "--backend=$backend" "$2"
}

# One benchmark, with one thing changed: measure NAME [VARIABLE=VALUE ...] BENCHMARK [OPTION ...]
measure() {
  name=$1
  shift
  variables=
  while case "$1" in [A-Z]*=*) true ;; *) false ;; esac do
    variables="$variables $1"
    shift
  done
  # Each variable is a word without blanks.
  check 300 "$name" env $variables "$here/grcuda" bench program "$@" --iterations=10 "--grcuda.Backend=$backend"
}

{
  echo "First run of grcuda on this machine"
  date
  uname -a
  command -v nvidia-smi >/dev/null 2>&1 && nvidia-smi
} >"$report" 2>&1
[ "$limited" ] || say "there is no command timeout here: nothing is stopped"

check 120 devices "$here/grcuda" devices --why "--grcuda.Backend=$backend"
if [ $failed != 0 ]; then
  say "first-run: FAILED: no GPU can be used; the report is $report"
  exit 1
fi
check 120 "attributes of devices" "$here/grcuda" devices --all "--grcuda.Backend=$backend"
selftest 300 contract
selftest 300 faults
selftest 1200 kernels
selftest 900 golden-java
# Programs in other languages are compiled here, by NVRTC of part b.
if ls -d "$here"/cache/grcuda/nvrtc-12* >/dev/null 2>&1; then
  ls "$here"/modules/js-language-*.jar >/dev/null 2>&1 && selftest 900 golden-javascript
  [ -d "$here/resources/python" ] && selftest 900 golden-python
fi
selftest 1200 benchmarks
check 1200 "comparison, small" "$here/compare" --sizes=small --iterations=10 --rounds=1 --timeout=120

for benchmark in bs ml images; do
  measure "$benchmark" $benchmark
  measure "$benchmark, 8 connections" CUDA_DEVICE_MAX_CONNECTIONS=8 $benchmark
  measure "$benchmark, 1 connection" CUDA_DEVICE_MAX_CONNECTIONS=1 $benchmark
  for policy in block spin yield; do
    measure "$benchmark, SyncPolicy=$policy" $benchmark --grcuda.SyncPolicy=$policy
  done
  measure "$benchmark, InputPrefetch=false" $benchmark --grcuda.InputPrefetch=false
  for manager in managed replicated; do
    measure "$benchmark, MemoryManager=$manager" $benchmark --grcuda.MemoryManager=$manager
  done
done

if [ $failed = 0 ]; then
  say "first-run: $passed checks passed; the report is $report"
else
  say "first-run: FAILED: $failed of $((passed + failed)) checks; the report is $report"
  exit 1
fi
