// Sorting networks and merges: references to parameters, templates over a direction, unsigned macros, volatile.
#include <cassert>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>
#define MAD(x, y, z) ((x) * (y) + (z))
#define BITS (8 * sizeof(uint))
#ifndef MOST_SHARED
#define MOST_SHARED 512U
#endif
template <typename T> class Order;
enum class Direction : uint8_t { Down, Up };
template <Direction> struct Less;
template <> struct Less<Direction::Up> { template <class T> __device__ bool operator()(T a, T b) const { return a < b; } };
template <> struct Less<Direction::Down> { template <class T> __device__ bool operator()(T a, T b) const { return b < a; } };

template <class T> __device__ void exchange(T &a, T &b) { T c = a; a = b, b = c; }

__device__ inline void compare(uint &keyA, uint &valueA, uint &keyB, uint &valueB, bool up)
{
    if (up != (keyA > keyB)) return;
    exchange(keyA, keyB);
    exchange(valueA, valueB);
}

__global__ void bitonic(uint *keys, uint *values, uint length, uint up)
{
    __shared__ uint key[MOST_SHARED], value[MOST_SHARED];
    for (uint i = threadIdx.x; i < length; i += blockDim.x) key[i] = keys[i], value[i] = values[i];
    for (uint size = 2; size <= length; size *= 2) {
        bool mine = bool(up) != (size < length && (threadIdx.x & size / 2));
        for (uint apart = size / 2; apart; apart /= 2) {
            __syncthreads();
            uint i = threadIdx.x / apart * 2 * apart + threadIdx.x % apart;
            compare(key[i], value[i], key[i + apart], value[i + apart], mine);
        }
    }
    __syncthreads();
    for (uint i = threadIdx.x; i < length; i += blockDim.x) keys[i] = key[i], values[i] = value[i];
}

template <Direction ORDER, class Key>
static inline __device__ uint rankOf(Key key, const Key *sorted, uint length, bool inclusive)
{
    uint low = 0, high = length;
    Less<ORDER> less{};
    while (low < high) {
        uint middle = (low + high) / 2;
        bool before = inclusive ? !less(key, sorted[middle]) : less(sorted[middle], key);
        if (before) low = middle + 1; else high = middle;
    }
    return low;
}

template <Direction ORDER, class Key = uint>
__global__ void mergeRanks(Key *out, const Key *a, uint na, const Key *b, uint nb)
{
    uint i = MAD(blockIdx.x, blockDim.x, threadIdx.x);
    if (i < na) out[i + rankOf<ORDER>(a[i], b, nb, false)] = a[i];
    else if (i - na < nb) out[i - na + rankOf<ORDER>(b[i - na], a, na, true)] = b[i - na];
}

template <typename T> class Order {
    std::unique_ptr<T[]> values;
    std::vector<std::pair<T, uint>> pairs{};
  public:
    using value_type = T;
    explicit Order(size_t n) : values{std::make_unique<T[]>(n)}, pairs(n) { std::iota(&values[0], &values[n], T{}); }
    template <typename U> operator U() const { return U(values[0]); }
    T &operator[](size_t i) & { return values[i]; }
    bool operator()(const T &a, const T &b) const { return a < b; }
    friend bool operator==(const Order &a, const Order &b) { return a.pairs == b.pairs; }
    ~Order() noexcept { assert(BITS >= 32); }
};
template <> Order<float>::Order(size_t n) : values(new float[n]) {}
template class Order<int>;

uint sortPairs(uint *key, uint *val, uint batch, uint length, uint dir)
{
    if (length < 2) return 0;
    bitonic<<<batch, length / 2>>>(key, val, length, dir != 0);
    mergeRanks<Direction::Up><<<2, 256>>>(key, key, length, val, length);
    mergeRanks<Direction::Down, float><<<2, 256>>>((float *)key, (float *)key, length, (float *)val, length);
    return length / 2;
}

int main() { Order<int> order(5); order[2] = sortPairs(nullptr, nullptr, 1, 512, 1); return order(1, 2) ? 0 : static_cast<int>(order); }
