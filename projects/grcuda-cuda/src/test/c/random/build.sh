#!/bin/sh
# Builds the random programs, with the native library: build.sh FILE SOURCES [FLAG ...]. They load the double, built with the
# same flags. SOURCES is the folder of the library.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
target=$1
main=$2
shift 2
"${CC:-cc}" -std=gnu11 -O1 -g -Wall -Wextra -Werror "$@" "$source/random.c" "$source/steps.c" \
  "$main/session.c" "$main/submit.c" "$main/copies.c" "$main/calls.c" "$main/nvtx.c" "$main/graphs.c" "$main/images.c" \
  -o "$target" -ldl -lpthread
