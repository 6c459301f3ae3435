// A double of the CUDA runtime for one C++ compiler and no GPU: kernels run on the host, the threads of a block as
// coroutines of one thread. What is put in streams runs no sooner than somebody waits, and then in an order that is
// drawn at random among those that streams and events allow (CUDA_DOUBLE_SEED): so a program that forgets to wait
// reads what is not there yet. New memory holds no numbers. With CUDA_DOUBLE_NO_WAITS streams do not wait for events, as if
// the program had forgotten to say so.
#pragma once

#include <ucontext.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#define __global__
#define __device__ inline
// All threads of a block are one thread of the host.
#define __shared__ thread_local

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
};

inline dim3 gridDim, blockDim, blockIdx, threadIdx;

using std::max;
using std::min;

// The one array of dynamic shared memory in the kernels.
thread_local float weights[1024];

// ---- blocks ----

namespace cuda_double {

struct Coroutine {
  ucontext_t context;
  std::unique_ptr<char[]> stack{new char[1 << 16]};
  dim3 index;
  bool ended;
};

struct Block {
  ucontext_t scheduler;
  std::vector<std::unique_ptr<Coroutine>> threads;
  Coroutine *current = nullptr;
  std::function<void()> body;
};

inline Block block;

inline void enter() {
  block.body();
  block.current->ended = true;
}

inline void begin(Coroutine &thread) {
  thread.ended = false;
  getcontext(&thread.context);
  thread.context.uc_stack.ss_sp = thread.stack.get();
  thread.context.uc_stack.ss_size = 1 << 16;
  thread.context.uc_link = &block.scheduler;
  makecontext(&thread.context, enter, 0);
}

// Each thread in turn up to its next barrier, until all have ended.
inline void run_block(size_t count) {
  for (bool running = true; running;) {
    running = false;
    for (size_t i = 0; i < count; i++) {
      Coroutine &thread = *block.threads[i];
      if (!thread.ended) {
        block.current = &thread;
        threadIdx = thread.index;
        swapcontext(&block.scheduler, &thread.context);
        running |= !thread.ended;
      }
    }
  }
}

inline void run_grid(dim3 grid, dim3 threads, std::function<void()> body) {
  size_t count = static_cast<size_t>(threads.x) * threads.y * threads.z;
  while (block.threads.size() < count) {
    block.threads.push_back(std::make_unique<Coroutine>());
  }
  block.body = std::move(body);
  gridDim = grid;
  blockDim = threads;
  for (unsigned int b = 0; b < grid.x * grid.y * grid.z; b++) {
    blockIdx = dim3(b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y);
    for (unsigned int t = 0; t < count; t++) {
      block.threads[t]->index =
          dim3(t % threads.x, t / threads.x % threads.y, t / threads.x / threads.y);
      begin(*block.threads[t]);
    }
    run_block(count);
  }
}

}  // namespace cuda_double

inline void __syncthreads() {
  cuda_double::Coroutine *self = cuda_double::block.current;
  swapcontext(&self->context, &cuda_double::block.scheduler);
}

template <typename T>
T atomicAdd(T *at, T value) {
  T before = *at;
  *at += value;
  return before;
}

inline int atomicMin(int *at, int value) {
  int before = *at;
  *at = min(before, value);
  return before;
}

inline int atomicMax(int *at, int value) {
  int before = *at;
  *at = max(before, value);
  return before;
}

inline int __float_as_int(float value) {
  int bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline float rsqrtf(float value) {
  return 1 / std::sqrt(value);
}

// ---- streams ----

enum cudaError_t { cudaSuccess, cudaErrorInvalidValue };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDefault };
enum { cudaEventDisableTiming = 2, cudaStreamNonBlocking = 1 };

namespace cuda_double {

struct Event {
  int recorded = 0, done = 0;
};

struct Operation {
  std::function<bool()> ready;
  std::function<void()> work;
};

struct Stream {
  std::deque<Operation> operations;
};

inline std::vector<Stream *> streams;

inline std::mt19937 &generator() {
  static std::mt19937 made(std::getenv("CUDA_DOUBLE_SEED") == nullptr
                               ? 1
                               : std::atoi(std::getenv("CUDA_DOUBLE_SEED")));
  return made;
}

// Does one operation that may be done now, of any stream.
inline void step() {
  std::vector<Stream *> ready;
  for (Stream *stream : streams) {
    if (!stream->operations.empty() && stream->operations.front().ready()) {
      ready.push_back(stream);
    }
  }
  if (ready.empty()) {
    throw std::logic_error("streams wait for each other");
  }
  Stream *chosen = ready[generator()() % ready.size()];
  Operation next = std::move(chosen->operations.front());
  chosen->operations.pop_front();
  next.work();
}

inline cudaError_t enqueue(Stream *stream, std::function<void()> work) {
  stream->operations.push_back({[] { return true; }, std::move(work)});
  return cudaSuccess;
}

template <typename... P, size_t... I>
std::tuple<P...> copied(void **arguments, std::index_sequence<I...>) {
  return std::tuple<P...>(*static_cast<P *>(arguments[I])...);
}

inline cudaError_t allocate(void **memory, size_t bytes) {
  *memory = std::malloc(bytes);
  std::memset(*memory, 0xff, bytes);
  return cudaSuccess;
}

}  // namespace cuda_double

using cudaStream_t = cuda_double::Stream *;
using cudaEvent_t = cuda_double::Event *;

inline const char *cudaGetErrorString(cudaError_t) {
  return "an error of the double";
}

inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int) {
  *stream = new cuda_double::Stream;
  cuda_double::streams.push_back(*stream);
  return cudaSuccess;
}

inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  while (!stream->operations.empty()) {
    cuda_double::step();
  }
  return cudaSuccess;
}

inline cudaError_t cudaDeviceSynchronize() {
  for (cudaStream_t stream : cuda_double::streams) {
    cudaStreamSynchronize(stream);
  }
  return cudaSuccess;
}

inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  cudaStreamSynchronize(stream);
  auto &streams = cuda_double::streams;
  streams.erase(std::find(streams.begin(), streams.end(), stream));
  delete stream;
  return cudaSuccess;
}

inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int) {
  *event = new cuda_double::Event;
  return cudaSuccess;
}

inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}

inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  int number = ++event->recorded;
  return cuda_double::enqueue(stream, [=] { event->done = max(event->done, number); });
}

inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  int number = event->recorded;
  if (std::getenv("CUDA_DOUBLE_NO_WAITS") == nullptr) {
    stream->operations.push_back({[=] { return event->done >= number; }, [] {}});
  }
  return cudaSuccess;
}

inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind,
                                   cudaStream_t stream) {
  return cuda_double::enqueue(stream, [=] { std::memcpy(to, from, bytes); });
}

template <typename... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream) {
  if (grid.x == 0 || shared > sizeof weights) {
    return cudaErrorInvalidValue;
  }
  std::tuple<P...> parameters = cuda_double::copied<P...>(arguments, std::index_sequence_for<P...>());
  return cuda_double::enqueue(stream, [=] {
    cuda_double::run_grid(grid, block, [=] { std::apply(kernel, parameters); });
  });
}

// ---- memory ----

inline cudaError_t cudaMalloc(void **memory, size_t bytes) {
  return cuda_double::allocate(memory, bytes);
}

inline cudaError_t cudaMallocHost(void **memory, size_t bytes) {
  return cuda_double::allocate(memory, bytes);
}

inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}

inline cudaError_t cudaMemset(void *memory, int value, size_t bytes) {
  std::memset(memory, value, bytes);
  return cudaSuccess;
}
