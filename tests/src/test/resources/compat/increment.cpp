namespace outer {
namespace inner {
int add_one(int *values, int n, int blocks, int threads) {
  for (int i = 0; i < n; i++) {
    values[i] += 1;
  }
  return blocks * threads;
}
}  // namespace inner
}  // namespace outer

extern "C" int add_ten(int *values, int n, int blocks, int threads) {
  for (int i = 0; i < n; i++) {
    values[i] += 10;
  }
  return blocks + threads;
}

extern "C" void saxpy(int n, float alpha, const float *xs, float *ys) {
  for (int i = 0; i < n; i++) {
    ys[i] += alpha * xs[i];
  }
}
