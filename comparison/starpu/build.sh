#!/usr/bin/env bash
# build.sh SOURCES FOLDER: builds StarPU for SimGrid, and tiles, in FOLDER. SOURCES is a checkout of StarPU's master, which has darts
# (https://gitlab.inria.fr/starpu/starpu.git). Needs SimGrid and the autotools; on Debian: apt-get install libsimgrid-dev
# libhwloc-dev libboost-dev libtool libtool-bin autoconf automake pkg-config.
set -euo pipefail
if [ $# != 2 ] || [ ! -f "$1/src/sched_policies/darts.c" ]; then
  echo "usage: build.sh SOURCES FOLDER; SOURCES: StarPU with src/sched_policies/darts.c, given '${1-}'" >&2
  exit 2
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
sources=$(cd "$1" && pwd)
mkdir -p "$2/build"
cd "$2"
[ -x "$sources/configure" ] || (cd "$sources" && ./autogen.sh)
[ -e build/Makefile ] || (cd build && "$sources/configure" --prefix="$PWD/installed" --enable-simgrid \
  --enable-maxcudadev=4 --enable-maxbuffers=8 --disable-mpi --disable-mpi-check --disable-build-doc --disable-build-doc-pdf \
  --disable-build-examples --disable-build-tests --disable-starpupy --disable-fortran --disable-openmp --disable-opencl \
  --disable-socl --disable-starpufft --disable-sc-hypervisor --disable-starpurm)
make -C build/src
make -C build/src install
mkdir -p build/installed/share/starpu/perfmodels/sampling
gcc -O2 -Wall -o tiles "$here/tiles.c" -I"$sources/include" -Ibuild/include -Lbuild/src/.libs -lstarpu-1.4 \
  -Wl,-rpath,"$PWD/build/src/.libs" -lm
