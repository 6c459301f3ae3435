#!/bin/sh
# Compiles the comparison programs: build.sh FOLDER [ARCHITECTURE]
# ARCHITECTURE as nvcc's -arch takes it; sm_90 with PTX for newer GPUs if not given. The compiler is $NVCC,
# or that of $CUDA_HOME, or the nvcc on PATH. The programs need nothing but NVIDIA's driver.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
if [ $# -lt 1 ]; then
  echo "usage: build.sh FOLDER [ARCHITECTURE]" >&2
  exit 2
fi
folder=$1
architecture=${2:-}
nvcc=${NVCC:-${CUDA_HOME:+$CUDA_HOME/bin/}nvcc}
if ! command -v "$nvcc" >/dev/null 2>&1; then
  echo "comparison/cuda: no CUDA compiler ($nvcc): set NVCC or CUDA_HOME, or put nvcc on PATH" >&2
  exit 1
fi
if [ -n "$architecture" ]; then
  code="-arch=$architecture"
else
  code="-gencode=arch=compute_90,code=[sm_90,compute_90]"
fi
# A compiler installed by pip has its libraries in lib, where it does not look.
libraries=$(dirname "$(dirname "$(command -v "$nvcc")")")/lib
mkdir -p "$folder"
for program in vec bs ml hits images cg mul launch; do
  "$nvcc" -std=c++17 -O3 -Werror=all-warnings $code -L"$libraries" \
    -o "$folder/$program.new" "$source/$program.cu"
  mv "$folder/$program.new" "$folder/$program"
done
