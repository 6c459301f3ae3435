# Sourced by scripts/grcuda: `grcuda mpirun`, which starts a program as several processes with the mpirun of the machine.

# Prints one line, and ends with the status of a wrong command line.
mpirun_refuse() {
  echo "grcuda: $1" >&2
  exit 2
}

# Takes the arguments of the command: sets `mpi` (openmpi, mpich or none), the array `options` for mpirun, and the array
# `program`: everything from the word `run`, or from the first file of a language, on.
mpirun_arguments() {
  mpi="" options=() program=()
  while [ $# -gt 0 ]; do
    case "$1" in
      --mpi=openmpi | --mpi=mpich) mpi=${1#--mpi=} ;;
      --mpi=*) mpirun_refuse "--mpi takes openmpi or mpich, not '${1#--mpi=}'" ;;
      run) program=("$@") && break ;;
      *.py | *.js | *.mjs | *.cjs | *.java) program=(run "$@") && break ;;
      *) options+=("$1") ;;
    esac
    shift
  done
  [ ${#program[@]} -gt 1 ] ||
    mpirun_refuse "no program: name a .py, .js or .java file, or write 'run' before it (grcuda mpirun --help)"
}

# Sets `mpirun` to the program and `mpi` to what it belongs to.
mpirun_find() {
  local asked=$mpi package
  mpirun=${GRCUDA_MPIRUN:-mpirun}
  if [ -n "$asked" ] && command -v "mpirun.$asked" >/dev/null; then
    mpirun=mpirun.$asked
  elif ! command -v "$mpirun" >/dev/null; then
    [ -z "${GRCUDA_MPIRUN:-}" ] || mpirun_refuse "GRCUDA_MPIRUN is $mpirun: no such program"
    package="openmpi-bin and libopenmpi-dev, or mpich and libmpich-dev"
    mpirun_refuse "there is no mpirun in PATH: install $package, or set GRCUDA_MPIRUN"
  fi
  case "$("$mpirun" --version 2>&1)" in
    *"Open MPI"* | *OpenRTE* | *PRRTE*) mpi=openmpi ;;
    *HYDRA* | *MPICH* | *"Intel(R) MPI"*) mpi=mpich ;;
    *) mpi=other ;;
  esac
  [ -z "$asked" ] || [ "$asked" = "$mpi" ] ||
    mpirun_refuse "--mpi=$asked: there is no mpirun.$asked, and $mpirun is of another MPI ($mpi)"
  # What lies beside a program that was named belongs to it.
  local compiler=${GRCUDA_MPIRUN:+${GRCUDA_MPIRUN%/*}/mpicc}
  if [ -z "${GRCUDA_MPICC:-}" ] && [[ $mpirun == */* ]] && [ -x "$compiler" ]; then
    export GRCUDA_MPICC=$compiler
  fi
}

# Whether one of the options is $1.
mpirun_has() {
  [[ " ${options[*]} " == *" $1 "* ]]
}

# How many processes the options ask for; 0 if they do not say.
mpirun_ranks() {
  local i
  for ((i = 0; i + 1 < ${#options[@]}; i++)); do
    case "${options[i]}" in
      -n | -np | --n | --np | -c) [[ ${options[i + 1]} =~ ^[0-9]+$ ]] && echo "${options[i + 1]}" && return ;;
    esac
  done
  echo 0
}

# Completes the options. Open MPI binds each of two processes to one core, where a JVM would be slow; it starts no more
# than there are cores; and it refuses to run as root. MPICH does none of that.
mpirun_complete() {
  local given=("${options[@]}") option cores
  if [ "$mpi" != openmpi ]; then
    options=()
    for option in "${given[@]}"; do
      [ "$option" = --allow-run-as-root ] || options+=("$option")
    done
    return
  fi
  if [ "$(id -u)" = 0 ] && ! mpirun_has --allow-run-as-root &&
    [ "${OMPI_ALLOW_RUN_AS_ROOT:-}${OMPI_ALLOW_RUN_AS_ROOT_CONFIRM:-}" != 11 ]; then
    mpirun_refuse "Open MPI does not run as root unless told to: add --allow-run-as-root (in a container), or be another user"
  fi
  mpirun_has --bind-to || mpirun_has -bind-to || options+=(--bind-to none)
  # Open MPI counts cores, not their threads. Where others have allotted slots, they know better.
  cores=$(lscpu -p=core,socket 2>/dev/null | grep -v '^#' | sort -u | wc -l)
  if [ "$(mpirun_ranks)" -gt "$cores" ] && [ -z "${SLURM_JOB_ID:-}${PBS_JOBID:-}${LSB_JOBID:-}" ] &&
    ! mpirun_has --oversubscribe && ! [[ " ${options[*]}" =~ \ --?(H|host|hostfile|machinefile)\  ]]; then
    options+=(--oversubscribe)
  fi
}
