#!/bin/sh
# Builds the double of libcuda.so.1: build.sh FILE [FLAG ...]
set -eu
source=$(cd "$(dirname "$0")" && pwd)
target=$1
shift
"${CC:-cc}" -std=gnu11 -O1 -g -fPIC -shared -fvisibility=hidden -Wall -Wextra -Werror \
  "$@" "$source"/*.c -o "$target" -lpthread
