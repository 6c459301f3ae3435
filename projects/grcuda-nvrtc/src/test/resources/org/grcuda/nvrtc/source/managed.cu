// Objects in managed memory: operator new of the host in a base class, copies in kernels, streams, tasks on threads.
#include <cstring>
#include <future>
#include <iostream>
#include <list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if CUDART_VERSION < 9000 && !defined(__CUDACC_RTC__)
#error too old
#endif
#define CHECK(...)                                                                     \
  if (auto status = (__VA_ARGS__); status != cudaSuccess) {                            \
    throw std::runtime_error(std::string{#__VA_ARGS__} + cudaGetErrorString(status));  \
  } else                                                                               \
    (void)0

struct Managed {
  void *operator new(size_t bytes) {
    void *at;
    CHECK(cudaMallocManaged(&at, bytes));
    return at;
  }
  void operator delete(void *at) { cudaFree(at); }
};

template <typename T> class Span : public Managed {
  T *data_ = nullptr;
  int size_ = 0;

 public:
  Span() = default;
  __host__ __device__ Span(T *data, int size) : data_(data), size_{size} {}
  Span(std::vector<T> &v) : Span(v.data(), static_cast<int>(v.size())) {}
  __host__ __device__ T &operator[](int i) const { return data_[i]; }
  [[nodiscard]] __host__ __device__ int size() const noexcept { return size_; }
  __device__ auto begin() const -> T * { return data_; }
  __device__ auto end() const -> T * { return data_ + size_; }
  void fill(std::initializer_list<T> values) { std::copy(values.begin(), values.end(), data_); }
  template <class F> auto map(F f) const { std::vector<decltype(f(data_[0]))> out; for (int i = 0; i < size_; i++) out.push_back(f(data_[i])); return out; }
};

struct Element : Managed {
  char name[16];
  int value;
  enum Kind { PLAIN = 1, DOUBLE = 2 } kind;
  union { float real; unsigned bits; };
  Element() : Element("none", 0) {}
  Element(const char *n, int v) : value(v), kind(PLAIN), real(0) { strncpy(name, n, 15); }
  Element(const Element &other) = default;
  friend std::ostream &operator<<(std::ostream &out, const Element &e) { return out << e.name << '=' << e.value; }
  static std::list<Element *> all;
  static constexpr int STEP = 3;
};
std::list<Element *> Element::all{};

template <typename T, template <typename> class View = Span>
__global__ void accumulate(View<const T> in, View<T> out, T scale)
{
  T sum{};
  for (const T &x : in) sum += x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < out.size(); i += gridDim.x * blockDim.x) out[i] = sum * scale + in[i];
}

__global__ void bump(Element *e, int by) { e->value += by * e->kind * Element::STEP; e->name[0] = 'd'; e->bits = __float_as_uint(1.5f); }
__global__ void bumpCopy(Element e, int *to) { *to = e.value + e.name[1]; }

class Task {
  std::future<void> done_;
  cudaStream_t stream_{};
  static unsigned count_;
 public:
  Task(int id) : done_{std::async(std::launch::async, [id, this]() mutable { run(id); })} { ++count_; }
  Task(Task &&) = default;
  ~Task() { if (stream_) cudaStreamDestroy(stream_); }
 private:
  void run(int id);
};
unsigned Task::count_{0u};
void Task::run(int id) {
  cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
  auto *e = new Element{"hello", id};
  bump<<<1, 1, 0, stream_>>>(e, 2);
  bumpCopy<<<1, 1, 0, stream_>>>(*e, &e->value);
  cudaStreamAttachMemAsync(stream_, e);
  delete e;
}

int main(int argc, char **argv)
{
  std::vector<float> host(64, 1.f);
  Span<float> out(host);
  accumulate<float><<<2, 32>>>(Span<const float>(host.data(), 64), out, 0.5f);
  std::vector<Task> tasks;
  for (int i : {1, 2, 3}) tasks.emplace_back(i);
  for (auto &&x : out.map([](auto x) { return x < 1 ? 0 : x > 2 ? 1 : 2; })) std::cout << x << ", ";
  CHECK(cudaDeviceSynchronize());
}
