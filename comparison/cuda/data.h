// Input data: the same numbers in every language.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// A prime, so that it does not fall in with the sizes of partitions and blocks.
constexpr int CYCLE = 997;

// count whole numbers below 2^31 - 1, from Lehmer's generator.
inline std::vector<int64_t> draws(size_t count, int64_t seed) {
  constexpr int64_t modulus = (int64_t{1} << 31) - 1;
  int64_t state = seed * 7919 + 1;
  std::vector<int64_t> drawn(count);
  for (int64_t &value : drawn) {
    state = state * 48271 % modulus;
    value = state;
  }
  return drawn;
}

// count numbers from low to below high: a cycle over and over.
template <typename T>
std::vector<T> values(size_t count, int seed, double low, double high) {
  std::vector<int64_t> drawn = draws(std::min<size_t>(CYCLE, count), seed);
  std::vector<T> made(count);
  for (size_t i = 0; i < count; i++) {
    made[i] = static_cast<T>(low + (high - low) * static_cast<double>(drawn[i % CYCLE] % 1024) / 1024);
  }
  return made;
}

inline std::vector<float> floats(size_t count, int seed, double low, double high) {
  return values<float>(count, seed, low, high);
}

inline std::vector<double> widened(const std::vector<float> &values) {
  return std::vector<double>(values.begin(), values.end());
}

inline double inner(const std::vector<double> &x, const std::vector<double> &y) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); i++) {
    sum += x[i] * y[i];
  }
  return sum;
}
