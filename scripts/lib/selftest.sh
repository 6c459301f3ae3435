#!/bin/sh
# ./grcuda selftest [--backend=NAME] [SET ...]: runs the tests of a bundle on this machine's GPU, and says which
# sets passed. Without a GPU it fails. Status 0 if all passed, 1 if not, 2 for wrong arguments.
here=$(cd "$(dirname "$0")" && pwd)
backend=cuda
sets=
for argument in "$@"; do
  case "$argument" in
    # For trying a bundle where there is no GPU: docs do not name it.
    --backend=*) backend=${argument#*=} ;;
    -h | --help)
      echo "usage: ./grcuda selftest [contract|faults|kernels|golden-java|golden-javascript|golden-python|benchmarks ...]"
      exit 0
      ;;
    contract | faults | kernels | golden-java | golden-javascript | golden-python | benchmarks) sets="$sets $argument" ;;
    *)
      echo "grcuda: selftest: unknown set '$argument'; see ./grcuda selftest --help" >&2
      exit 2
      ;;
  esac
done

if ! why=$("$here/grcuda" devices --why "--grcuda.Backend=$backend" 2>&1); then
  echo "$why"
  echo "grcuda: selftest: FAILED: no GPU can be used: $(echo "$why" | sed -n "s/^  $backend  *not available  *//p;s/^  $backend  *failed/failed/p")" >&2
  exit 1
fi
echo "$why" | sed -n "s/^  $backend  *taken  */$backend: /p"

# Whether there is a file for each pattern.
has() {
  for pattern in "$@"; do
    ls "$here"/$pattern >/dev/null 2>&1 || return 1
  done
}

if [ -z "$sets" ]; then
  sets=contract
  if has 'cache/grcuda/nvrtc-12*'; then
    compiler=1
  elif has cache/grcuda/precompiled/compiler; then
    compiler=
    echo "part b (NVRTC) is not here: kernels are those compiled beforehand, for compute capability 9.0 and later"
  else
    compiler=
    echo "neither part b (NVRTC) nor kernels compiled beforehand are here: only what needs no compiler is tested"
  fi
  if has 'cache/grcuda/nvrtc-12*' || has cache/grcuda/precompiled/compiler; then
    sets="$sets faults kernels golden-java"
    if [ "$compiler" ] && has 'modules/js-language-*'; then
      sets="$sets golden-javascript"
    fi
    if [ "$compiler" ] && has 'modules/python-language-*' resources/python; then
      sets="$sets golden-python"
    fi
    sets="$sets benchmarks"
  fi
fi

# What cannot be written is a folder of another user's, or on a medium that cannot.
logs=$here
[ -w "$here" ] || logs=$(mktemp -d) || exit 1
log=$logs/selftest.log
: >"$log"
failed=0
report() {
  printf '%-18s %-7s %s\n' "$1" "$2" "$3"
  [ "$2" = passed ] || failed=1
}

classpath() {
  printf '%s' "$here/tests/console.jar:$here/tests/classes:$here/tests/contract"
  for jar in "$here"/modules/*.jar; do
    printf ':%s' "$jar"
  done
}

# Runs the tests that the further arguments select, in one process; set $1.
junit() {
  set=$1
  shift
  # Kernels that follow pointers in memory need one address for all devices; their arrays are small.
  memory=replicated
  [ "$set" != kernels ] || memory=managed
  output=$logs/selftest.out
  (
    cd "$here" && "$here/runtime/bin/java" --enable-native-access=ALL-UNNAMED \
      --sun-misc-unsafe-memory-access=allow -Xss16m \
      -Dpolyglot.engine.WarnInterpreterOnly=false \
      -Dpolyglot.engine.resourcePath="$here/resources" \
      -Dpolyglot.grcuda.Backend="$backend" -Dpolyglot.grcuda.MemoryManager=$memory \
      -Dgrcuda.home="$here" -cp "$(classpath)" \
      org.junit.platform.console.ConsoleLauncher execute --disable-banner --disable-ansi-colors \
      --details=summary --fail-if-no-tests "$@"
  ) >"$output" 2>&1
  status=$?
  cat "$output" >>"$log"
  passed=$(sed -n 's/^\[ *\([0-9]*\) tests successful.*/\1/p' "$output")
  broken=$(sed -n 's/^\[ *\([0-9]*\) tests failed.*/\1/p' "$output")
  text="${passed:-0} tests passed, ${broken:-?} failed"
  if [ $status = 0 ]; then
    report "$set" passed "$text"
  else
    report "$set" FAILED "$text; see $log"
    sed -n 's/^  JUnit Jupiter:/    /p' "$output" | head -20
  fi
  rm -f "$output"
}

golden() {
  class=org.grcuda.tests.golden.GoldenTest
  set=$1
  shift
  methods=
  for method in "$@"; do
    methods="$methods -m $class#$method(org.grcuda.tests.Configuration)"
  done
  junit "$set" $methods
}

# Each benchmark of the suite in Java; each holds its results against the host's.
benchmarks() {
  for benchmark in vec bs ml hits images cg dl chain fork-join tree vec-multi bs-multi ml-multi cg-dense mul \
    lanczos matmul lu-tiles cholesky-tiles matmul-2d matmul-3d task-graph; do
    if line=$("$here/grcuda" bench program $benchmark --iterations=10 "--grcuda.Backend=$backend" 2>>"$log"); then
      report "bench $benchmark" passed "$line"
    else
      report "bench $benchmark" FAILED "$line; see $log"
    fi
  done
}

for set in $sets; do
  case "$set" in
    contract) junit contract -c org.grcuda.tests.selftest.InstalledBackendContractTest ;;
    faults) junit faults -c org.grcuda.tests.selftest.InstalledBackendFaultTest ;;
    kernels) junit kernels -p org.grcuda.tests.kernels.conformance ;;
    golden-java) golden golden-java javaTyped javaPolyglot ;;
    golden-javascript) golden golden-javascript javaScript ;;
    golden-python) golden golden-python python ;;
    benchmarks) benchmarks ;;
  esac
done
if [ $failed = 0 ]; then
  echo "selftest: passed"
else
  echo "selftest: FAILED" >&2
fi
exit $failed
