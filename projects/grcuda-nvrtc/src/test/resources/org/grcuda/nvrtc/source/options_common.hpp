#pragma once
#include <string>
#include <sstream>
#if !defined(IN_DOUBLES)
typedef float real;
#else
typedef double real;
#endif
#define NUM_STEPS 64
#define MAX_OPTIONS 16
#define EACH_FIELD(DO) DO(spot) DO(strike) DO(step) DO(up) DO(down)

struct Contract {
#define FIELD(name) real name;
  EACH_FIELD(FIELD)
#undef FIELD
  Contract() = default;
  Contract(real spot, real strike) : spot(spot), strike(strike) {}
  __host__ __device__ real expiry(int i) const {
    real gain = spot * exp(step * (2.0 * i - NUM_STEPS)) - strike;
    return gain > 0 ? gain : 0;
  }
  std::string text() const {
    std::ostringstream out;
    out << "spot=" << spot << ", strike=" << strike;
    return out.str();
  }
};

struct Statistics {
  unsigned long long count;
  float sum;
  __device__ void add(float x) {
    atomicAdd(&count, 1ull);
    atomicAdd(&sum, x);
  }
  double mean() const { return sum / count; }
};

inline double now() {
  static double last = 0;
  return last += 1;
}
