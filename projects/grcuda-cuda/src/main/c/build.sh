#!/bin/sh
# Builds the native library, below a folder, for this machine: build.sh FOLDER [FLAG ...]
# Without a C compiler it builds nothing, and says so.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
folder=$1/linux-$(uname -m)
shift
if [ "$(uname -s)" != Linux ]; then
  echo "grcuda-cuda: the CUDA backend is for Linux, this is $(uname -s): it is left out"
  exit 0
fi
compiler=${CC:-cc}
if ! command -v "$compiler" >/dev/null 2>&1; then
  echo "grcuda-cuda: no C compiler ($compiler): the CUDA backend is left out; the CPU backend works"
  exit 0
fi
mkdir -p "$folder"
"$compiler" -std=c11 -O2 -g0 -fPIC -shared -fvisibility=hidden \
  -Wall -Wextra -Werror -Wmissing-prototypes -Wstrict-prototypes -Wshadow -Wconversion \
  -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 \
  -Wl,-z,relro,-z,now,-z,noexecstack,-z,defs,--build-id=none \
  "$@" "$source/session.c" "$source/submit.c" "$source/copies.c" "$source/calls.c" "$source/nvtx.c" "$source/graphs.c" \
  "$source/images.c" \
  -o "$folder/new.so" -ldl
mv "$folder/new.so" "$folder/libgrcuda_cuda.so"
