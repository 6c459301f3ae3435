# Sourced by scripts/grcuda. Processes that one mpirun (or srun) has started on a machine divide it among themselves.

# The number of this program's processes on this machine: 1 if it was not started as one of several.
ranks_here() {
  if [ -n "${OMPI_COMM_WORLD_LOCAL_SIZE:-}${MPI_LOCALNRANKS:-}" ]; then
    echo "${OMPI_COMM_WORLD_LOCAL_SIZE:-$MPI_LOCALNRANKS}"
  elif [ -n "${PMI_RANK:-}${PMIX_RANK:-}" ] && [ -n "${SLURM_STEP_TASKS_PER_NODE:-}" ]; then
    slurm_tasks_here
  else
    echo 1
  fi
}

# SLURM_STEP_TASKS_PER_NODE is such as 4(x2),3: two machines with four processes, then one with three.
slurm_tasks_here() {
  local node=${SLURM_NODEID:-0} item machines
  for item in ${SLURM_STEP_TASKS_PER_NODE//,/ }; do
    machines=1
    if [[ $item =~ x([0-9]+) ]]; then
      machines=${BASH_REMATCH[1]}
    fi
    if [ "$node" -lt "$machines" ]; then
      echo "${item%%(*}"
      return
    fi
    node=$((node - machines))
  done
  echo 1
}

# The number of this process among them, from 0.
rank_here() {
  echo "${OMPI_COMM_WORLD_LOCAL_RANK:-${MPI_LOCALRANKID:-${SLURM_LOCALID:-0}}}"
}

# How many processors process $1 may use (proc(5): Cpus_allowed_list, such as 0-3,8).
processors_of() {
  local key list range count=0
  while read -r key list; do
    if [ "$key" = Cpus_allowed_list: ]; then
      for range in ${list//,/ }; do
        count=$((count + ${range#*-} - ${range%-*} + 1))
      done
    fi
  done <"/proc/$1/status"
  echo "$count"
}

# Processors of a container's quota (cgroups: cpu.max), rounded up; many if there is none.
processors_of_quota() {
  local quota period
  if read -r quota period 2>/dev/null </sys/fs/cgroup/cpu.max && [ "$quota" != max ]; then
    echo $(((quota + period - 1) / period))
  else
    echo 65536
  fi
}

# The processors that each of $1 processes gets: its share of those that the launcher, which started this one, may
# use, or fewer if it was bound to fewer.
processors_of_rank() {
  local all mine quota share
  all=$(processors_of "$PPID")
  mine=$(processors_of $$)
  quota=$(processors_of_quota)
  share=$(((all < quota ? all : quota) / $1))
  share=$((share < mine ? share : mine))
  echo $((share > 1 ? share : 1))
}

# A line for each GPU of the machine.
gpus_of_machine() {
  local gpu
  for gpu in /proc/driver/nvidia/gpus/*; do
    [ ! -e "$gpu" ] || echo "$gpu"
  done
}

# Leaves process $2 of $1 its GPUs, unless somebody has chosen some: a share of them, or one that others use, too.
divide_gpus() {
  local ranks=$1 rank=$2 count first last
  count=$(gpus_of_machine | wc -l)
  if [ -n "${CUDA_VISIBLE_DEVICES+set}" ] || [ "$count" = 0 ]; then
    return 0
  fi
  first=$((rank * count / ranks))
  last=$(((rank + 1) * count / ranks))
  if [ "$count" -lt "$ranks" ]; then
    first=$((rank % count))
    last=$((first + 1))
  fi
  CUDA_VISIBLE_DEVICES=$(seq -s, "$first" $((last - 1)))
  export CUDA_VISIBLE_DEVICES
}

# Adds to the array `java` what makes this process take its share: processors, and with them the threads of collector,
# compiler and CPU backend; heap, a quarter of the memory for all; memory of the CPU backend; GPUs.
divide_machine() {
  local ranks heap
  ranks=$(ranks_here)
  if ! [[ $ranks =~ ^[0-9]+$ ]] || [ "$ranks" -le 1 ]; then
    return 0
  fi
  heap=$((25000 / ranks))
  java+=(
    -XX:ActiveProcessorCount="$(processors_of_rank "$ranks")"
    -XX:MaxRAMPercentage="$(printf '%d.%03d' $((heap / 1000)) $((heap % 1000)))"
    -Dgrcuda.ranksOfMachine="$ranks"
  )
  divide_gpus "$ranks" "$(rank_here)"
}
