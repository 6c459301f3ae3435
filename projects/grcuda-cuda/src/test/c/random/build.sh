#!/bin/sh
# Builds the random programs, with the native library: build.sh FILE [FLAG ...]. They load the double, built with the same flags.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
main=$source/../../../main/c
target=$1
shift
"${CC:-cc}" -std=gnu11 -O1 -g -Wall -Wextra -Werror "$@" "$source/random.c" \
  "$main/session.c" "$main/submit.c" "$main/copies.c" "$main/calls.c" "$main/nvtx.c" "$main/graphs.c" \
  -o "$target" -ldl -lpthread
