// Barriers: in loops, after early exits, counting, and between blocks.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void barrier_loop(int *x, int rounds) {
  __shared__ int s[128];
  int t = threadIdx.x, n = blockDim.x;
  s[t] = x[INDEX];
  for (int r = 0; r < rounds; r++) {
    __syncthreads();
    int left = s[(t + n - 1) % n], right = s[(t + 1) % n];
    __syncthreads();
    s[t] = left ^ (right * 3 + r);
  }
  x[INDEX] = s[t];
}

extern "C" __global__ void barrier_count(const int *x, int *counts, int *both) {
  int t = threadIdx.x;
  int c = __syncthreads_count(x[INDEX] > 0);
  int a = __syncthreads_and(x[INDEX] > -900);
  int o = __syncthreads_or(x[INDEX] > 990);
  if (t == 0) { counts[blockIdx.x] = c; both[blockIdx.x] = (a != 0) * 2 + (o != 0); }
}

// Threads that have left no longer count.
extern "C" __global__ void exit_before_barrier(const int *x, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, i = INDEX;
  if (i >= n) return;
  s[t] = x[i];
  __syncthreads();
  int last = min(63, n - 1 - (int)(blockIdx.x * blockDim.x));
  out[i] = s[last - t];
}

extern "C" __global__ void barrier_in_branch(int *out, int flag) {
  __shared__ int s[96];
  int t = threadIdx.x;
  s[t] = t;
  if (flag > (int)blockIdx.x) {
    __syncthreads();
    int v = s[95 - t];
    __syncthreads();
    s[t] = v * 2;
  } else {
    s[t] += 100;
    __syncthreads();
    if (t == 0) for (int i = 1; i < 96; i++) s[0] += s[i];
  }
  __syncthreads();
  out[INDEX] = s[(t + 1) % 96];
}

__device__ __noinline__ int block_sum(int value, int *scratch) {
  int t = threadIdx.x;
  scratch[t] = value;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d) scratch[t] += scratch[t + d];
    __syncthreads();
  }
  int r = scratch[0];
  __syncthreads();
  return r;
}

extern "C" __global__ void barrier_in_function(const int *x, int *out) {
  __shared__ int s[64];
  int a = block_sum(x[INDEX], s), b = block_sum(a - x[INDEX], s);
  out[INDEX] = a * 3 + b;
}

// Producers and consumers with two named barriers.
extern "C" __global__ void named_barriers(int *out) {
  __shared__ int box[32];
  int t = threadIdx.x;
  for (int r = 0; r < 5; r++) {
    if (t < 32) {
      asm volatile("bar.sync 2, 64;");
      box[t] = r * 100 + t;
      asm volatile("bar.arrive 1, 64;");
    } else {
      asm volatile("bar.arrive 2, 64;");
      asm volatile("bar.sync 1, 64;");
      out[r * 32 + t - 32] = box[63 - t];
    }
  }
}

__device__ int pending;
__device__ volatile int partial[64];

// The block that finishes last adds what all have left.
extern "C" __global__ void last_block(const int *x, int *total, int n) {
  __shared__ int sum;
  __shared__ bool last;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  int i = INDEX;
  if (i < n) atomicAdd(&sum, x[i]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc((unsigned *)&pending, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int s = 0;
    for (unsigned b = 0; b < gridDim.x; b++) s += partial[b];
    total[0] = s;
  }
}

__device__ int lock;

extern "C" __global__ void spin_lock(int *counter, int rounds) {
  for (int r = 0; r < rounds; r++) {
    bool done = false;
    while (!done) {
      if (atomicCAS(&lock, 0, 1) == 0) {
        __threadfence();
        *(volatile int *)counter = *(volatile int *)counter + 1;
        __threadfence();
        atomicExch(&lock, 0);
        done = true;
      }
    }
  }
}

// A thread of a block waits for another one of its warp, through volatile shared memory.
extern "C" __global__ void spin_within_block(int *out) {
  __shared__ volatile int turn;
  int t = threadIdx.x;
  if (t == 0) turn = 0;
  __syncthreads();
  while (turn != t) { }
  out[t] = t ? out[t - 1] * 3 + t : 1;
  __threadfence_block();
  turn = t + 1;
}

extern "C" __global__ void ping_pong(float *a, int steps) {
  __shared__ float buffer[2][66];
  int t = threadIdx.x, from = 0;
  buffer[0][t + 1] = a[t];
  if (t == 0) { buffer[0][0] = buffer[1][0] = 1; buffer[0][65] = buffer[1][65] = -1; }
  __syncthreads();
  for (int s = 0; s < steps; s++, from ^= 1) {
    buffer[from ^ 1][t + 1] = 0.5f * (buffer[from][t] + buffer[from][t + 2]);
    __syncthreads();
  }
  a[t] = buffer[from][t + 1];
}

// Threads leave one after the other; the rest meet again.
extern "C" __global__ void shrinking_block(int *out) {
  __shared__ int alive;
  int t = threadIdx.x;
  if (t == 0) alive = 0;
  __syncthreads();
  for (int r = 0; r <= t / 8; r++) {
    atomicAdd(&alive, 1);
    __syncthreads();
    out[t] = alive;
    __syncthreads();
  }
}
