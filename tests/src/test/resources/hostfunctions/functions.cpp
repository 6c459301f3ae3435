#include <cstdint>

struct __half {
  std::uint16_t bits;
};

int plain(int x) { return x + 1; }

double plain(double x) { return x + 0.5; }

namespace a {
namespace b {

long dot(const int *x, const int *y, int n) {
  long sum = 0;
  for (int i = 0; i < n; i++) {
    sum += static_cast<long>(x[i]) * y[i];
  }
  return sum;
}

const char *name(char16_t, char32_t, wchar_t, long long, unsigned long long, signed char) {
  return "a::b::name";
}

}  // namespace b

__half negate(__half x) { return {static_cast<std::uint16_t>(x.bits ^ 0x8000)}; }

}  // namespace a

extern "C" int c_linkage(int x) { return 2 * x; }
