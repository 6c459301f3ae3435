// What a program scheduled by hand stands on: memory, streams, and events that order them. In the synchronous mode
// there is one stream, and the host waits for each command.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

inline void check(cudaError_t status, const char *call) {
  if (status != cudaSuccess) {
    throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(status));
  }
}

#define CHECK(call) check((call), #call)

// A point in a stream that others can wait for.
struct Mark {
  int stream;
  cudaEvent_t event;
};

class Schedule {
 public:
  explicit Schedule(bool synchronous) : synchronous_(synchronous) {}
  Schedule(const Schedule &) = delete;
  Schedule &operator=(const Schedule &) = delete;

  ~Schedule() {
    for (cudaStream_t stream : streams_) {
      cudaStreamDestroy(stream);
    }
    for (cudaEvent_t event : events_) {
      cudaEventDestroy(event);
    }
  }

  // Marks of earlier iterations may be reused from here on.
  void begin() { used_ = 0; }

  template <typename... P, typename... A>
  void launch(int stream, void (*kernel)(P...), dim3 grid, dim3 block, A... arguments) {
    launch_shared(stream, kernel, grid, block, 0, arguments...);
  }

  // With bytes of dynamic shared memory.
  template <typename... P, typename... A>
  void launch_shared(int stream, void (*kernel)(P...), dim3 grid, dim3 block, size_t shared,
                     A... arguments) {
    static_assert(sizeof...(P) == sizeof...(A), "a kernel's number of arguments");
    std::tuple<P...> parameters(static_cast<P>(arguments)...);
    start(stream, kernel, grid, block, shared, parameters, std::index_sequence_for<P...>());
    end(stream);
  }

  template <typename T>
  void copy(int stream, T *to, const T *from, size_t count) {
    CHECK(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDefault, at(stream)));
    end(stream);
  }

  Mark mark(int stream) {
    if (synchronous_) {
      return {stream, nullptr};
    }
    if (used_ == events_.size()) {
      events_.push_back(nullptr);
      CHECK(cudaEventCreateWithFlags(&events_.back(), cudaEventDisableTiming));
    }
    cudaEvent_t event = events_[used_++];
    CHECK(cudaEventRecord(event, at(stream)));
    return {stream, event};
  }

  // What is enqueued in the stream from here on comes after the mark.
  void wait(int stream, Mark mark) {
    if (!synchronous_ && mark.stream != stream) {
      CHECK(cudaStreamWaitEvent(at(stream), mark.event, 0));
    }
  }

  void synchronize(int stream) { CHECK(cudaStreamSynchronize(at(stream))); }

 private:
  template <typename... P, size_t... I>
  void start(int stream, void (*kernel)(P...), dim3 grid, dim3 block, size_t shared,
             std::tuple<P...> &parameters, std::index_sequence<I...>) {
    void *addresses[] = {static_cast<void *>(&std::get<I>(parameters))..., nullptr};
    CHECK(cudaLaunchKernel(kernel, grid, block, addresses, shared, at(stream)));
  }

  void end(int stream) {
    if (synchronous_) {
      synchronize(stream);
    }
  }

  cudaStream_t at(int stream) {
    size_t index = synchronous_ ? 0 : static_cast<size_t>(stream);
    while (streams_.size() <= index) {
      streams_.push_back(nullptr);
      CHECK(cudaStreamCreateWithFlags(&streams_.back(), cudaStreamNonBlocking));
    }
    return streams_[index];
  }

  bool synchronous_;
  std::vector<cudaStream_t> streams_;
  std::vector<cudaEvent_t> events_;
  size_t used_ = 0;
};

// Memory on the device, freed when the process ends.
template <typename T>
T *device_array(size_t count) {
  void *memory = nullptr;
  CHECK(cudaMalloc(&memory, count * sizeof(T)));
  return static_cast<T *>(memory);
}

// Memory of the host that copies reach without staging.
template <typename T>
T *host_array(size_t count) {
  void *memory = nullptr;
  CHECK(cudaMallocHost(&memory, count * sizeof(T)));
  return static_cast<T *>(memory);
}

// What is on the device, once all work is done.
template <typename T>
std::vector<T> to_host(const T *device, size_t count) {
  std::vector<T> host(count);
  CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}
