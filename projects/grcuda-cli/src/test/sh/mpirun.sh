#!/usr/bin/env bash
# `grcuda mpirun`: what it makes of its arguments, how processes divide a machine, programs of several
# processes under each MPI that is there, and what happens if one of them fails. Prints one line per check; fails if one does.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../../.." && pwd)
grcuda="$root/scripts/grcuda"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/scripts/lib/check.sh"
. "$root/scripts/lib/ranks.sh"
unset "${!OMPI_@}" "${!MPI_@}" "${!PMI_@}" "${!PMIX_@}" "${!SLURM_@}" GRCUDA_MPIRUN GRCUDA_MPICC

# ---- arguments, with programs that only say how they were called ----

# fake NAME VERSION: a program mpirun.
fake() {
  printf '#!/bin/sh\nif [ "$1" = --version ]; then echo "%s"; else echo "$0 $*"; fi\n' "$2" >"$1"
  chmod +x "$1"
}
fake open "mpirun (Open MPI) 4.1.4"
fake hydra "HYDRA build details:"

# complete MPIRUN ARGUMENT...: the command that the launcher would run.
complete() {
  GRCUDA_MPIRUN=$work/$1 bash -c '
    . "$1/scripts/lib/mpirun.sh"
    mpirun_arguments "${@:2}" && mpirun_find && mpirun_complete
    echo "${options[*]} | ${program[*]}"' bash "$root" "${@:2}"
}
root_option=()
[ "$(id -u)" != 0 ] || root_option=(--allow-run-as-root)
given="${root_option[*]}${root_option[*]:+ }"

check "a file is run" 0 "${given}-n 1 --bind-to none | run a.py -n 3" "" \
  complete open "${root_option[@]}" -n 1 a.py -n 3
check "the word run" 0 "${given}-n 1 --bind-to none | run --grcuda.Backend=cpu a.js" "" \
  complete open "${root_option[@]}" -n 1 run --grcuda.Backend=cpu a.js
check "more processes than cores" 0 "${given}-np 4096 --bind-to none --oversubscribe | run a.py" "" \
  complete open "${root_option[@]}" -np 4096 a.py
check "options that were given" 0 "${given}-n 4096 --bind-to core --host a:4096 | run a.py" "" \
  complete open "${root_option[@]}" -n 4096 --bind-to core --host a:4096 a.py
SLURM_JOB_ID=1 check "slots that Slurm has allotted" 0 "${given}-n 4096 --bind-to none | run a.py" "" \
  complete open "${root_option[@]}" -n 4096 a.py
check "MPICH" 0 "-n 4096 | run a.py" "" complete hydra --allow-run-as-root -n 4096 a.py
check "no program" 2 "" "grcuda: no program: name a .py, .js or .java file, or write 'run' before it *" \
  complete open -n 2
check "nothing to run" 2 "" "grcuda: no program: *" complete open -n 2 run
check "an unknown MPI" 2 "" "grcuda: --mpi takes openmpi or mpich, not 'lam'" complete open --mpi=lam a.py
check "no such mpirun" 2 "" "grcuda: GRCUDA_MPIRUN is $work/none: no such program" complete none a.py
PATH=$(dirname "$(command -v dirname)")/none check "no mpirun" 2 "" \
  "grcuda: there is no mpirun in PATH: install openmpi-bin and libopenmpi-dev, or mpich and libmpich-dev, or *" \
  "$(command -v bash)" -c '. "$1/scripts/lib/mpirun.sh" && mpirun_arguments a.py && mpirun_find' bash "$root"
if [ "$(id -u)" = 0 ]; then
  check "Open MPI as root" 2 "" "grcuda: Open MPI does not run as root unless told to: *" complete open -n 1 a.py
fi

# ---- how processes divide a machine ----

# In a subshell, as it says how many processors there are.
divided() (
  java=()
  processors_of() { [ "$1" = "$PPID" ] && echo "$all" || echo "$mine"; }
  divide_machine
  echo "${java[*]}"
)
OMPI_COMM_WORLD_LOCAL_SIZE=4 all=16 mine=16 check "a process of four" 0 \
  "-XX:ActiveProcessorCount=4 -XX:MaxRAMPercentage=6.250 -Dgrcuda.ranksOfMachine=4" "" divided
MPI_LOCALNRANKS=3 all=2 mine=2 check "more processes than processors" 0 \
  "-XX:ActiveProcessorCount=1 -XX:MaxRAMPercentage=8.333 -Dgrcuda.ranksOfMachine=3" "" divided
MPI_LOCALNRANKS=2 all=64 mine=8 check "a process that was bound" 0 \
  "-XX:ActiveProcessorCount=8 -XX:MaxRAMPercentage=12.500 -Dgrcuda.ranksOfMachine=2" "" divided
PMIX_RANK=0 SLURM_STEP_TASKS_PER_NODE='1(x2),2' SLURM_NODEID=2 all=8 mine=8 check "Slurm" 0 \
  "-XX:ActiveProcessorCount=4 *" "" divided
PMIX_RANK=0 SLURM_STEP_TASKS_PER_NODE='4(x2),2' SLURM_NODEID=1 check "Slurm, another machine" 0 4 "" ranks_here
SLURM_STEP_TASKS_PER_NODE=4 check "a batch script of Slurm" 0 "" "" divided
OMPI_COMM_WORLD_LOCAL_SIZE=1 check "one process" 0 "" "" divided
check "processors of this process" 0 "$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)" "" \
  processors_of $$

# GPUs 0 to $3 - 1, divided among $1 processes, as process $2 sees them.
gpus_of() (
  gpus=$3
  gpus_of_machine() { for ((i = 0; i < gpus; i++)); do echo "$i"; done; }
  divide_gpus "$1" "$2"
  echo "${CUDA_VISIBLE_DEVICES-all}"
)
unset CUDA_VISIBLE_DEVICES
check "GPUs for each" 0 2,3 "" gpus_of 2 1 4
check "GPUs that do not divide" 0 1,2 "" gpus_of 2 1 3
check "fewer GPUs than processes" 0 1 "" gpus_of 4 3 2
check "no GPUs" 0 all "" gpus_of 2 1 0
CUDA_VISIBLE_DEVICES=5 check "GPUs that were chosen" 0 5 "" gpus_of 2 1 4

# ---- two processes ----

cat >rank.py <<'PY'
import os, sys
print(os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK")), *sys.argv[1:], flush=True)
sys.exit(5)
PY
# Rank 1 ends early, in one way or another, while the others wait for it.
cat >fault.py <<'PY'
import os, sys
from grcuda import cu
w = cu.world()
w.barrier()
if w.rank == 1:
    if sys.argv[1] == "raise":
        raise ValueError("this rank fails")
    if sys.argv[1] == "exit":
        sys.exit(3)
    if sys.argv[1] == "abort":
        w.abort(9, "enough")
    os.system("kill -9 $PPID")
try:
    w.run()
except Exception as error:
    # Which rank ends first decides on the status: all have the same.
    print(error, file=sys.stderr, flush=True)
    sys.exit(3 if sys.argv[1] == "exit" else 1)
PY
for mpi in openmpi mpich; do
  if command -v "mpirun.$mpi" >/dev/null && command -v "mpicc.$mpi" >/dev/null; then
    check "two processes under $mpi" 5 "[01] a b c*[01] a b c*" "*" \
      "$grcuda" mpirun "--mpi=$mpi" "${root_option[@]}" -n 2 rank.py a "b c"
    check "heat in Python under $mpi" 0 "*validated*validated*validated" "*" \
      "$grcuda" mpirun "--mpi=$mpi" "${root_option[@]}" -n 3 "$root/examples/heat_distributed.py" 128 50
  elif [ "${GRCUDA_REQUIRE_MPI:-}" = 1 ]; then
    check "GRCUDA_REQUIRE_MPI=1: mpirun.$mpi and mpicc.$mpi" 0 "" "" command -v "mpirun.$mpi" "mpicc.$mpi"
  else
    echo "skip  two processes under $mpi: there is no mpirun.$mpi with mpicc.$mpi"
  fi
done
if command -v mpirun.openmpi >/dev/null && command -v mpicc.openmpi >/dev/null; then
  run=("$grcuda" mpirun --mpi=openmpi "${root_option[@]}" -n 2)
  check "heat in JavaScript" 0 "*validated*validated" "*" "${run[@]}" "$root/examples/heat_distributed.mjs" 128 50
  check "heat in Java" 0 "*validated*validated" "*" "${run[@]}" "$root/examples/HeatDistributed.java" 128 50
  check "a rank raises an error" 1 "*" "*rank 1 has ended, and takes no part*" timeout 60 "${run[@]}" fault.py raise
  check "a rank is killed" 137 "*" "*" timeout 60 "${run[@]}" fault.py kill
  check "a rank exits" 3 "*" "*rank 1 has ended, and takes no part*" timeout 60 "${run[@]}" fault.py exit
  check "a rank aborts" 9 "*" "*rank 1: enough*" timeout 60 "${run[@]}" fault.py abort
fi
check "help" 0 "usage: grcuda mpirun *" "" "$grcuda" mpirun --help
exit "$failed"
