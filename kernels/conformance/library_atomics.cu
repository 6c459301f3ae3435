// Atomics, latches, semaphores and barriers of CUDA's C++ library, in every scope and order.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>

template <typename T, cuda::thread_scope S> __device__ void all_of(T *r, T v) {
  cuda::atomic_ref<T, S> a(*r);
  a.fetch_add(v, cuda::memory_order_relaxed);
  a.fetch_add(v, cuda::memory_order_acquire);
  a.fetch_add(v, cuda::memory_order_release);
  a.fetch_add(v, cuda::memory_order_acq_rel);
  a.fetch_add(v, cuda::memory_order_seq_cst);
  a.fetch_sub(v, cuda::memory_order_acq_rel);
  a += v;
  a -= v;
  a++;
  --a;
}

// Sums in four scopes, by each order.
extern "C" __global__ void scopes_and_orders(int *i, unsigned *u, long long *l, unsigned long long *w, float *f, double *d) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  all_of<int, cuda::thread_scope_device>(i, t);
  all_of<unsigned, cuda::thread_scope_system>(u, t * 3u);
  all_of<long long, cuda::thread_scope_device>(l, t * 10000000000ll);
  all_of<unsigned long long, cuda::thread_scope_system>(w, ~0ull - t);
  cuda::atomic_ref<float, cuda::thread_scope_device> af(*f);
  af.fetch_add(1.0f * (t & 7), cuda::memory_order_relaxed);
  cuda::atomic_ref<double, cuda::thread_scope_system> ad(*d);
  ad.fetch_add(0.5 * t);
  ad.fetch_sub(0.25 * t, cuda::memory_order_release);
}

// Within a block and within a thread.
extern "C" __global__ void narrow_scopes(int *out, short *halves, signed char *bytes) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> s;
  __shared__ cuda::atomic<short, cuda::thread_scope_block> h;
  __shared__ cuda::atomic<signed char, cuda::thread_scope_block> b;
  __shared__ cuda::atomic<bool, cuda::thread_scope_block> any;
  int t = threadIdx.x;
  if (t == 0) {
    s.store(5, cuda::memory_order_relaxed);
    h.store(-7, cuda::memory_order_release);
    b = 1;
    any = false;
  }
  __syncthreads();
  s.fetch_add(t);
  h.fetch_add(short(t * 3), cuda::memory_order_relaxed);
  b.fetch_sub(1);
  if (t == 17) any.store(true);
  cuda::atomic<int, cuda::thread_scope_thread> mine(t);
  mine.fetch_or(0x100);
  mine.fetch_and(~1);
  mine.fetch_xor(6);
  __syncthreads();
  out[4 * t] = s.load(cuda::memory_order_acquire);
  out[4 * t + 1] = mine;
  out[4 * t + 2] = any.exchange(true);
  out[4 * t + 3] = cuda::atomic<int, cuda::thread_scope_block>::is_always_lock_free + s.is_lock_free();
  halves[t] = h.load();
  bytes[t] = b.load(cuda::memory_order_seq_cst);
}

// Least, most, bits; exchange and comparison, weak and strong, with their results.
extern "C" __global__ void read_modify_write(const int *x, int *r, unsigned *bits, long long *least, int *won, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> most(r[0]), fewest(r[1]), product(r[2]), slot(r[3]);
  most.fetch_max(x[t], cuda::memory_order_relaxed);
  fewest.fetch_min(x[t], cuda::memory_order_seq_cst);
  cuda::atomic_ref<long long, cuda::thread_scope_device> far(*least);
  far.fetch_min(x[t] * 4294967296ll, cuda::memory_order_acquire);
  int old = product.load(cuda::memory_order_relaxed);
  while (!product.compare_exchange_weak(old, old * (2 * (x[t] & 7) + 1), cuda::memory_order_acq_rel, cuda::memory_order_relaxed)) {
  }
  int expected = -1;
  won[t] = slot.compare_exchange_strong(expected, t, cuda::memory_order_seq_cst);
  if (!won[t]) won[t] = expected < 0 ? -100 : 2;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> o(bits[0]), a(bits[1]), e(bits[2]);
  o.fetch_or(1u << (t & 31), cuda::memory_order_release);
  a.fetch_and(~(1u << (x[t] & 31)), cuda::memory_order_acquire);
  e.fetch_xor(x[t], cuda::memory_order_acq_rel);
}

struct Pair {
  int first, second;
};

// Atomics of a struct of eight bytes, of a pointer, of an enumeration, and of bytes in memory.
enum class Colour : unsigned char { red, green, blue };
extern "C" __global__ void other_types(Pair *pair, int *table, long long *offset, unsigned char *colours, unsigned short *halves, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  cuda::atomic_ref<Pair, cuda::thread_scope_device> p(*pair);
  Pair old = p.load();
  while (!p.compare_exchange_strong(old, Pair{old.first + 1, old.second + t})) {
  }
  cuda::atomic_ref<int *, cuda::thread_scope_device> q(*(int **)offset);
  int *mine = q.fetch_add(1);
  *mine = 1;
  cuda::atomic_ref<unsigned char, cuda::thread_scope_device> b(colours[t & 3]);
  b.fetch_add(1);
  cuda::atomic_ref<Colour, cuda::thread_scope_device> c(*(Colour *)(colours + 4));
  Colour before = c.load();
  while (!c.compare_exchange_weak(before, Colour((int(before) + 1) % 3))) {
  }
  cuda::atomic_ref<unsigned short, cuda::thread_scope_device> h(halves[t & 1]);
  h.fetch_max((unsigned short)t);
}
extern "C" __global__ void set_pointer(long long *offset, int *table) { *offset = (long long)table; }

// Standard atomics, fences, flags, and waiting for a value.
extern "C" __global__ void handed_on(int *data, int *out, int n) {
  __shared__ cuda::std::atomic<int> turn;
  __shared__ cuda::std::atomic_flag once;
  int t = threadIdx.x;
  if (t == 0) {
    turn.store(0);
    once.clear();
  }
  __syncthreads();
  for (int round = 0; round < n; round++) {
    int seen;
    while ((seen = turn.load(cuda::std::memory_order_acquire)) != round * (int)blockDim.x + t) {
    }
    data[blockIdx.x] = data[blockIdx.x] * 3 + t;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_block);
    turn.store(seen + 1, cuda::std::memory_order_relaxed);
    turn.notify_all();
  }
  out[blockIdx.x * blockDim.x + t] = once.test_and_set() ? 0 : 1;
}

extern "C" __global__ void waits(int *x, int *out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 40) {
    x[blockIdx.x] = 77 + blockIdx.x;
    flag.store(1, cuda::memory_order_release);
    flag.notify_all();
  } else {
    flag.wait(0, cuda::memory_order_acquire);
  }
  out[blockIdx.x * blockDim.x + t] = x[blockIdx.x];
}

// A latch: all count down, all wait.
extern "C" __global__ void latched(const int *x, int *out) {
  __shared__ cuda::latch<cuda::thread_scope_block> *shared;
  __shared__ alignas(16) char place[64];
  __shared__ int sum;
  int t = threadIdx.x;
  if (t == 0) {
    sum = 0;
    shared = new (place) cuda::latch<cuda::thread_scope_block>(blockDim.x);
  }
  __syncthreads();
  atomicAdd(&sum, x[blockIdx.x * blockDim.x + t]);
  if (t & 1) {
    shared->arrive_and_wait();
  } else {
    shared->count_down();
    shared->wait();
  }
  out[blockIdx.x * blockDim.x + t] = sum * 2 + shared->try_wait();
}

// Three of a block's threads at once in a section, one at a time in another.
extern "C" __global__ void semaphores(int *most, int *count) {
  __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 3> *three;
  __shared__ cuda::binary_semaphore<cuda::thread_scope_block> *one;
  __shared__ alignas(16) char places[128];
  __shared__ int inside, largest, plain;
  if (threadIdx.x == 0) {
    inside = largest = plain = 0;
    three = new (places) cuda::counting_semaphore<cuda::thread_scope_block, 3>(3);
    one = new (places + 64) cuda::binary_semaphore<cuda::thread_scope_block>(1);
  }
  __syncthreads();
  three->acquire();
  int now = atomicAdd(&inside, 1) + 1;
  atomicMax(&largest, now);
  atomicSub(&inside, 1);
  three->release();
  one->acquire();
  plain = plain + 1;
  one->release();
  while (!one->try_acquire()) {
  }
  plain = plain + 1;
  one->release();
  __syncthreads();
  if (threadIdx.x == 0) {
    most[blockIdx.x] = largest >= 1 && largest <= 3;
    count[blockIdx.x] = plain;
  }
}

// Barriers with a function that ends each phase, of the standard's kind, and in global memory.
struct Next {
  int *phase;
  __device__ void operator()() noexcept { *phase += 1; }
};
extern "C" __global__ void completed(int *phases, int *seen) {
  using Barrier = cuda::barrier<cuda::thread_scope_block, Next>;
  __shared__ Barrier *shared;
  __shared__ alignas(16) char place[sizeof(Barrier)];
  int t = threadIdx.x;
  if (t == 0) shared = new (place) Barrier(blockDim.x, Next{phases + blockIdx.x});
  __syncthreads();
  for (int i = 0; i < 5; i++) {
    if (i & 1) {
      auto token = shared->arrive();
      shared->wait(cuda::std::move(token));
    } else {
      shared->arrive_and_wait();
    }
    seen[(blockIdx.x * 5 + i) * blockDim.x + t] = *(volatile int *)(phases + blockIdx.x);
    shared->arrive_and_wait();
  }
}

extern "C" __global__ void barrier_scopes(int *out) {
  __shared__ alignas(16) char place[sizeof(cuda::std::barrier<>)];
  auto &standard = *(cuda::std::barrier<> *)place;
  __shared__ cuda::barrier<cuda::thread_scope_device> wide;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) {
    new (&standard) cuda::std::barrier<>(blockDim.x);
    init(&wide, blockDim.x);
  }
  __syncthreads();
  s[t] = t * t;
  standard.arrive_and_wait();
  int v = s[63 - t];
  wide.arrive_and_wait();
  s[t] = v;
  auto token = wide.arrive(1);
  wide.wait(cuda::std::move(token));
  out[t] = s[t ^ 1];
}
