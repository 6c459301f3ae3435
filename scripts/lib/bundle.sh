#!/usr/bin/env bash
# Packs a bundle: bundle.sh IMAGE CONSOLE FOLDER. IMAGE: see image.sh; CONSOLE: JUnit's console launcher,
# a jar that holds JUnit. The tests are compiled.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/image.sh"
image=$1 console=$2 out=$3
# The image has our jars only as files: the others are in its run-time image.
jars=$root/projects/grcuda-cli/target/modules
most=56000000
name=grcuda-gpu

# Compute capabilities of the GPUs for which kernels are compiled here; newer ones take the PTX of the last.
capabilities=(90)

# Jars that only languages need are in their parts; those that both need, in both.
shared_jars=(icu4j regex)
javascript_jars=(js-language)
python_jars=(python-language bcprov bcpkix bcutil xz truffle-nfi)
python_resources=(python-resources)

# What part a runs where no compiler is.
precompiled_sets="faults kernels golden-java benchmarks"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

main() {
  jdk=$(find_jdk)
  rm -f "$out/$name"-*.tar.xz
  part a runtime stage_base
  part b nvrtc stage_nvrtc
  part c javascript stage_javascript
  part d python stage_python
  part e python-library stage_python_library
}

# Stages part $1 with function $3, and packs it as $name-$1-$2.tar.xz.
part() {
  local tree=$work/$1/$name file=$out/$name-$1-$2.tar.xz size
  mkdir -p "$tree"
  "$3" "$tree"
  tar -C "$work/$1" --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w \
    --mtime="$date_of_jars" --sort=name -cf - "$name" | xz -T0 -6 >"$file"
  rm -rf "${work:?}/$1"
  size=$(stat -c %s "$file")
  printf '%5.1f MB  %s\n' "$(echo "$size" | awk '{print $1 / 1e6}')" "$file"
  if [ "$size" -gt "$most" ]; then
    echo "grcuda: gpu-bundle: part $1 has more than $((most / 1000000)) MB" >&2
    exit 1
  fi
}

stage_base() {
  local tree=$1 jar
  mkdir -p "$tree/modules" "$tree/resources" "$tree/tests" "$tree/cache" "$tree/config"
  cp "$jars"/*.jar "$tree/modules/"
  for jar in "${shared_jars[@]}" "${javascript_jars[@]}" "${python_jars[@]}" "${python_resources[@]}"; do
    rm -f "$tree/modules/$jar"-*.jar
  done
  cp -r "$image/resources/engine" "$tree/resources/"
  link_runtime "$tree/runtime"
  cp "$console" "$tree/tests/console.jar"
  cp -r "$root/projects/grcuda-driver/target/test-classes" "$tree/tests/contract"
  cp -r "$root/tests/target/test-classes" "$tree/tests/classes"
  golden_libraries "$tree/tests/classes/golden"
  cp -r "$root/kernels" "$root/examples" "$root/benchmarks-js" "$root/benchmarks-python" "$root/comparison" "$tree/"
  # By this file tests know the root of the repository.
  cp "$root/config/checkstyle.xml" "$tree/config/"
  cp "$root/LICENSE" "$tree/"
  [ ! -e "$image/bom.json" ] || cp "$image/bom.json" "$tree/" # a build without a network has none
  cp "$root/docs/guide/gpu-bundle.md" "$tree/README.md"
  cp "$root/scripts/lib/selftest.sh" "$tree/selftest"
  cp "$root/scripts/lib/first-run.sh" "$tree/first-run"
  write_launcher "$tree/grcuda"
  write_compare "$tree/compare"
  precompile "$tree"
}

# Runs the selftest of a copy on the CPU backend, and compiles for GPUs what it has compiled: where NVRTC is not,
# these programs run all the same.
precompile() {
  local tree=$1 try=$work/try
  echo "grcuda: gpu-bundle: running the selftest, to compile its kernels for GPUs" >&2
  cp -rs "$tree" "$try"
  cp --remove-destination "$tree/grcuda" "$tree/selftest" "$try/"
  mkdir -p "$try/cache/grcuda"
  each_of_nvrtc ln -s "$try/cache/grcuda"
  if ! "$try/grcuda" selftest --backend=cpu $precompiled_sets >&2; then
    tail -40 "$try/selftest.log" >&2
    echo "grcuda: gpu-bundle: the selftest fails here" >&2
    exit 1
  fi
  image_java "$tree" none
  env -u CUDA_HOME -u CUDA_PATH XDG_CACHE_HOME="$try/cache" "${java[@]}" \
    -m org.grcuda.nvrtc/org.grcuda.nvrtc.Precompiler "$try/cache/grcuda" "$tree/cache/grcuda" "${capabilities[@]}"
  rm -rf "$try"
}

write_compare() {
  {
    echo '#!/bin/sh'
    echo '# The same benchmarks in CUDA C++, CuPy, Numba and grcuda on this machine: ./compare --help.'
    echo 'here=$(cd "$(dirname "$0")" && pwd)'
    echo 'if ! command -v python3 >/dev/null 2>&1; then'
    echo '  echo "grcuda: compare: python3 is not on this machine; ./grcuda bench runs the benchmarks of grcuda" >&2'
    echo '  exit 1'
    echo 'fi'
    echo 'exec python3 "$here/comparison/compare.py" "--grcuda=$here/grcuda" "$@"'
  } >"$1"
  chmod +x "$1"
}

# The JDK's modules that the jars ask for, and the compiler, for programs in Java.
link_runtime() {
  local names
  names=$("$jdk/bin/java" --upgrade-module-path="$jars" --module-path="$jars" \
    --add-modules=ALL-MODULE-PATH,ALL-DEFAULT \
    --show-module-resolution --dry-run -m org.grcuda.cli/org.grcuda.cli.Main |
    grep ' requires .*jrt:' | grep -E '^(jdk\.graal|[^j])' | sed 's,.*jrt:/,,' | sort -u | paste -sd,)
  "$jdk/bin/jlink" --add-modules "$names,jdk.compiler,jdk.zipfs" --strip-debug --no-header-files --no-man-pages --compress zip-0 --output "$1"
}

# There is no compiler there: the libraries that golden programs call are made here.
golden_libraries() {
  local source
  for source in "$1"/*.cpp; do
    c++ -std=c++20 -O1 -w -shared -fPIC -static-libstdc++ -static-libgcc \
      -o "$1/lib$(basename "$source" .cpp).so" "$source"
  done
}

# The launcher starts the runtime as scripts/grcuda does.
write_launcher() {
  local word
  image_java @HERE@ none
  {
    echo '#!/bin/sh'
    echo '# The grcuda command of a bundle; ./grcuda selftest tests this machine.'
    echo 'here=$(cd "$(dirname "$0")" && pwd)'
    echo 'export XDG_CACHE_HOME="$here/cache" GRCUDA_NVRTC=fetched LC_ALL=C.UTF-8'
    echo 'case "${1:-}" in'
    echo '  selftest | first-run)'
    echo '    script=$1'
    echo '    shift'
    echo '    exec "$here/$script" "$@"'
    echo '    ;;'
    echo 'esac'
    printf 'exec'
    for word in "${java[@]}"; do
      printf ' \\\n  "%s"' "${word//@HERE@/\$here}"
    done
    printf ' \\\n  -Dgrcuda.home="$here" -m org.grcuda.cli/org.grcuda.cli.Main "$@"\n'
  } >"$1"
  chmod +x "$1"
}

# As it was fetched, with CUDA's headers: in the cache of the bundle, where it is looked for. When its checksums were
# compared last is of this machine alone.
stage_nvrtc() {
  mkdir -p "$1/cache/grcuda"
  each_of_nvrtc cp -r "$1/cache/grcuda"
  rm -f "$1"/cache/grcuda/nvrtc-*/verified
}

# Runs a command with each folder of NVRTC and CUDA's headers in the user's cache, and folder $2, behind it.
each_of_nvrtc() {
  local to=${!#} cache=${XDG_CACHE_HOME:-$HOME/.cache}/grcuda folder found=""
  for folder in "$cache"/nvrtc-12*-x86_64 "$cache"/cuda-*-headers-12*; do
    if [ -d "$folder" ]; then
      "${@:1:$#-1}" "$folder" "$to/"
      found+=" ${folder##*/}"
    fi
  done
  case "$found" in
    *nvrtc-12*headers* | *headers*nvrtc-12*) ;;
    *)
      echo "grcuda: gpu-bundle: $cache lacks NVRTC or CUDA's headers (there:${found:- nothing}); run" >&2
      echo "scripts/test -pl tests once without a CUDA toolkit, which fetches both" >&2
      exit 1
      ;;
  esac
}

stage_javascript() {
  stage_jars "$1" "${shared_jars[@]}" "${javascript_jars[@]}"
}

stage_python() {
  stage_jars "$1" "${shared_jars[@]}" "${python_jars[@]}"
}

stage_python_library() {
  stage_jars "$1" "${python_resources[@]}"
  mkdir -p "$1/resources"
  cp -r "$image/resources/python" "$image"/resources/internal_* "$1/resources/"
}

stage_jars() {
  local tree=$1 jar
  shift
  mkdir -p "$tree/modules"
  for jar in "$@"; do
    cp "$jars/$jar"-*.jar "$tree/modules/"
  done
}

main
