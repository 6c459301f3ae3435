#include <cstdint>
#include <cstring>

extern "C" {

std::int8_t negated(std::int8_t x) { return -x; }
std::uint8_t next(std::uint8_t x) { return x + 1; }
std::uint64_t largest(std::uint64_t x) { return ~x; }
bool both(bool x, bool y) { return x && y; }

double sum(const float *x, int n) {
  double total = 0;
  for (int i = 0; i < n; i++) {
    total += x[i];
  }
  return total;
}

void ramp(float *x, float step, int n) {
  for (int i = 0; i < n; i++) {
    x[i] = i * step;
  }
}

std::uint64_t letters(const char *text) { return text == nullptr ? 99 : std::strlen(text); }
const char *rest(const char *text, int from) { return from < 0 ? nullptr : text + from; }
bool is_null(const void *x) { return x == nullptr; }

}  // extern "C"

namespace numbers {

long dot(const int *x, const int *y, int n) {
  long total = 0;
  for (int i = 0; i < n; i++) {
    total += static_cast<long>(x[i]) * y[i];
  }
  return total;
}

void reverse(int *x, int n) {
  for (int i = 0; i < n / 2; i++) {
    int other = x[i];
    x[i] = x[n - 1 - i];
    x[n - 1 - i] = other;
  }
}

double half(double x) { return x / 2; }
float half(float x) { return x / 4; }

}  // namespace numbers
