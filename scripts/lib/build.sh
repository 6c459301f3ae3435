#!/usr/bin/env bash
# Builds what scripts/grcuda runs on: the jars with Maven, then an image of them (image.sh).
# One build at a time; what others just built is taken. Log: .build/build.log
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build="$root/.build"
log="$build/build.log"
modules="$root/projects/grcuda-cli/target/modules"
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/maven.sh"
. "$root/scripts/lib/image.sh"
. "$root/scripts/lib/progress.sh"

# Modules that cannot be part of a run-time image: the JDK's own Graal (the jars bring a newer one),
# the linker and what needs it; and incubators, with which the JVM cannot use start-up caches. Nor is
# Flight Recorder: Truffle would describe its events to it at every start, a tenth of the time.
not_in_image='^(jdk\.graal\.compiler.*|jdk\.jlink|jdk\.jpackage|jdk\.incubator\..*|jdk\.(management\.)?jfr)$'

main() {
  mkdir -p "$build"
  exec 9>"$build/lock"
  if ! flock -n 9; then
    echo "grcuda: waiting for another build to end" >&2
    flock 9
  fi
  if image_is_fresh "$root"; then
    return
  fi
  jdk=$(find_jdk)
  : >"$log"
  trap progress_end EXIT
  trap 'progress_stop; exit 130' INT TERM
  progress_total=17
  if classes_are_fresh "$root"; then
    read -r image <"$build/current"
    echo "grcuda: this checkout was moved or copied: preparing fast starts again (log: $log)" >&2
    settle_image "$build/$image"
    return
  fi
  maven_environment
  touch "$build/started"
  echo "grcuda: building (log: $log)" >&2
  compile_modules || fail "the build failed"
  make_image
  mv "$build/started" "$build/built"
}

fail() {
  progress_end
  maven_failure "$log"
  echo "grcuda: $1; the whole log: $log" >&2
  exit 1
}

# ---- jars ----

compile_modules() {
  rm -rf "$modules" "$root/projects/grcuda-cli/target/bom.json"
  # What lists the jars refuses to run where Maven is set to work offline.
  progress_while maven_state run_maven -Pbom ||
    { grep -q 'requires online mode' "$log" && progress_while maven_state run_maven; }
}

run_maven() {
  cd "$root"
  exec mvn -B "$@" -pl projects/grcuda-cli -am package -DskipTests -Dcheckstyle.skip
}

maven_state() {
  local step module downloads
  step=$(grep -o 'Building grcuda.*\[[0-9]*/' "$log" | tail -n 1 | sed 's/.*\[\([0-9]*\)\//\1/')
  module=$(grep -o 'Building grcuda[a-z-]*' "$log" | tail -n 1 | cut -d' ' -f2)
  downloads=$(grep -c 'Downloaded from' "$log" || true)
  printf '%d compiling%s' "${step:-0}" "${module:+ $module}"
  if [ -t 2 ] && [ "$downloads" -gt 0 ]; then
    printf ' (%d files downloaded)' "$downloads"
  fi
}

# ---- image ----

make_image() {
  local key image
  key=image-$(image_key)
  image="$build/$key"
  if [ ! -e "$image/complete" ]; then
    rm -rf "$image"
    mkdir -p "$image"
    link_runtime "$image"
    cp "$root/projects/grcuda-cli/target/bom.json" "$image/" 2>>"$log" || true # a build without a network has none
    image_java "$image" none
    # The engine's own library is among what is unpacked: its absence until then is no news.
    java+=(-Dpolyglotimpl.AttachLibraryFailureAction=ignore)
    progress_while resources_state "${java[@]}" -m org.grcuda.cli/org.grcuda.cli.Resources \
      "$image/resources" || fail "unpacking the languages' files failed"
    touch "$image/complete"
  fi
  image_is_settled "$image" || settle_image "$image"
  remove_old_images "$key"
  echo "$key" >"$build/current.new"
  mv "$build/current.new" "$build/current"
}

# Of all that goes into an image. A jar is the same whenever it is made of the same classes: pom.xml dates them.
image_key() {
  {
    (cd "$modules" && find . -name '*.jar' -print0 | sort -z | xargs -0 sha256sum)
    cat "$jdk/release" "$root/scripts/lib/image.sh" "$root/scripts/lib/build.sh"
  } | sha256sum | cut -c1-12
}

# The run-time image has the JDK's modules and those of the jars that others made: the JVM looks for
# services in each jar of the module path at every start, which takes a tenth of the time. On the
# module path stay our own, and the compiler: jlink takes no other one than the JDK's.
link_runtime() {
  local image=$1 jar linked="" names
  mkdir -p "$image/modules"
  for jar in "$modules"/*.jar; do
    case "${jar##*/}" in
      grcuda-* | compiler-*) cp "$jar" "$image/modules/" ;;
      *) linked+=${linked:+:}$jar ;;
    esac
  done
  names=$("$jdk/bin/java" --module-path "$linked" --list-modules | sed 's/[@ ].*//' |
    grep -Ev "$not_in_image" | paste -sd,)
  if ! progress_while runtime_state "$jdk/bin/jlink" --module-path "$linked" --add-modules "$names" \
    --ignore-signing-information --no-header-files --no-man-pages --generate-cds-archive \
    --output "$image/runtime"; then
    echo "grcuda: no run-time image (see $log): starting will take a few seconds more" >&2
    rm -rf "$image/runtime"
    cp "$modules"/*.jar "$image/modules/"
    echo "$jdk" >"$image/jdk"
    return
  fi
  unpack_libraries "$image/runtime" "$modules" >>"$log" 2>&1 || echo "native libraries could not be unpacked" >>"$log"
}

# Makes the start-up caches of an image where it lies: they hold the path and the dates of its jars.
settle_image() {
  rm -f "$1/home" "$1"/*.aot
  find "$1/modules" -type f -exec touch -d "$date_of_jars" {} +
  train "$1"
  echo "$1" >"$1/home"
}

# Start-up caches, from one run of each language, and of the compiler's process. A failure leaves no cache, which costs time only.
# Only G1 puts objects into a cache; every collector takes them from it. A method that the training
# run compiled with full profiling or with C2 is compiled by C2 again as soon as a program starts;
# with a run that stops at level 2 programs start there, and go on to C2 by the usual thresholds.
train() {
  local image=$1 cache
  if [ -e "$image/jdk" ]; then
    return
  fi
  for cache in js python java; do
    image_java "$image" none
    progress_while "${cache}_state" "${java[@]/UseParallelGC/UseG1GC}" -XX:TieredStopAtLevel=2 \
      -XX:AOTCacheOutput="$image/$cache.aot" \
      -m org.grcuda.cli/org.grcuda.cli.Main run "$(training_script "$cache" "$image")" ||
      echo "the training run for $cache failed" >>"$log"
    rm -rf "$image/$cache.aot.config" "$image"/training.*
  done
  image_java "$image" none
  progress_while compiler_state "${java[@]}" -m org.grcuda.nvrtc/org.grcuda.nvrtc.WorkerTraining \
    "$image/compiler.aot" || echo "the training run for the compiler failed" >>"$log"
  rm -f "$image/compiler.aot.config"
}

# A program in language $1, in folder $2. It also builds a kernel that no cache has, and waits for it: the kernel
# adds 10^7 times, so that the program must sleep.
training_script() {
  local loop='{ for (int i = 0; i < 10000000; i++) *(volatile int *)x += i; }'
  local kernel="/* $(date +%s%N) */ extern \"C\" __global__ void training(int *x) $loop"
  case "$1" in
    js)
      {
        cat "$root/examples/hello.js"
        echo "const t = cu.DeviceArray('int', 1); cu.buildkernel('$kernel', 'training')(1, 1)(t);"
        echo "cu.cudaDeviceSynchronize();"
      } >"$2/training.js"
      echo "$2/training.js"
      ;;
    python)
      {
        cat "$root/examples/hello.py"
        echo "t = cu.DeviceArray('int', 1); cu.buildkernel('$kernel', 'training')(1, 1)(t)"
        echo "cu.cudaDeviceSynchronize()"
      } >"$2/training.py"
      echo "$2/training.py"
      ;;
    java)
      mkdir -p "$2/training.java"
      sed 's/int\[\] result = /cuda.synchronize(); int[] result = /' "$root/examples/Increment.java" >"$2/training.java/Increment.java"
      echo "$2/training.java/Increment.java"
      ;;
  esac
}

runtime_state() { echo "12 linking the run-time image"; }
resources_state() { echo "12 unpacking the languages' files"; }
js_state() { echo "13 preparing fast starts: JavaScript"; }
python_state() { echo "14 preparing fast starts: Python"; }
java_state() { echo "15 preparing fast starts: Java"; }
compiler_state() { echo "16 preparing fast starts: the compiler"; }

# Keeps the previous image: programs may be running on it.
remove_old_images() {
  local previous="" folder
  if [ -e "$build/current" ]; then
    read -r previous <"$build/current"
  fi
  for folder in "$build"/image-*; do
    case "${folder##*/}" in
      "$1" | "$previous") ;;
      *) rm -rf "$folder" ;;
    esac
  done
}

main
