#!/usr/bin/env bash
# Builds the last commit twice, in clones at two paths, and compares what comes out: reproducible.sh [--bundle].
# Prints each file that differs or that one build lacks; status 1 if there is one. Takes ten minutes, with the
# GPU bundle (--bundle) twice that. Start-up caches hold addresses and paths, and are left out: *.aot, *.jsa, home;
# and so are the classes in which jlink lists the modules of the run-time image, in an order of its own each time.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/maven.sh"
bundle=""
case "${1:-}" in
  --bundle) bundle=1 ;;
  '') ;;
  *)
    echo "usage: scripts/lib/reproducible.sh [--bundle]" >&2
    exit 2
    ;;
esac
jdk=$(find_jdk)
maven_environment
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

main() {
  build "$work/first"
  build "$work/a longer path/second"
  checksums "$work/first" >"$work/first.txt"
  checksums "$work/a longer path/second" >"$work/second.txt"
  compare
}

build() {
  git clone -q "$root" "$1"
  "$1/scripts/lib/build.sh"
  # With sources and Javadoc, as a user installs them.
  (cd "$1" && mvn -q -B -pl projects/grcuda-language -am verify -DskipTests)
  if [ "$bundle" ]; then
    "$1/scripts/gpu-bundle"
  fi
}

# "SHA-256  FILE" of each jar, each file of the image and each part of the bundle; links count as what they name.
checksums() {
  cd "$1"
  read -r image <.build/current
  "$jdk/bin/jimage" extract --dir .build/linked ".build/$image/runtime/lib/modules"
  {
    find grcuda-*/target projects/*/target -maxdepth 1 -name '*.jar' -print0
    find -L ".build/$image" .build/gpu-bundle -type f ! -name '*.aot' ! -name '*.jsa' ! -name home \
      ! -path '*/runtime/lib/modules' -print0 2>/dev/null || true
    find .build/linked -type f ! -name 'SystemModules*.class' -print0
  } | LC_ALL=C sort -z | xargs -0 sha256sum
}

compare() {
  local differing
  differing=$(sort "$work/first.txt" "$work/second.txt" | uniq -u | cut -c67- | sort -u)
  echo "files: $(wc -l <"$work/first.txt") and $(wc -l <"$work/second.txt"), equal: $(sort "$work/first.txt" "$work/second.txt" | uniq -d | wc -l)"
  if [ "$differing" ]; then
    printf 'different, or in one only:\n%s\n' "$differing"
    exit 1
  fi
}

main
