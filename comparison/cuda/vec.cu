// VEC: the sum of the differences of two squared vectors.
#include "../../kernels/suite/vector.cu"
#include "data.h"
#include "suite.h"

class Vec : public Benchmark {
 public:
  explicit Vec(const Settings &settings) : Benchmark(settings) {
    size_t n = size;
    x = input<float>(n, [=] { return floats(n, 1, 1, 2); });
    y = input<float>(n, [=] { return floats(n, 2, 0, 1); });
    x2 = device_array<float>(n);
    y2 = device_array<float>(n);
    sums = device_array<float>(settings.partitions);
    result = host_array<float>(settings.partitions);
  }

  void reset() override { CHECK(cudaMemset(sums, 0, settings.partitions * sizeof(float))); }

  // Two streams for each part: one for each square, the first also for what joins them.
  double run() override {
    for (const Part &part : parts()) {
      int first = 2 * part.index, second = first + 1, a = part.begin, n = part.size;
      upload(first, x, a, n);
      schedule.launch(first, square, grid(n), block(), x.device + a, x2 + a, n);
      upload(second, y, a, n);
      schedule.launch(second, square, grid(n), block(), y.device + a, y2 + a, n);
      schedule.wait(first, schedule.mark(second));
      schedule.launch(first, sum_difference, grid(n), block(), x2 + a, y2 + a, sums + part.index, n);
      schedule.copy(first, result + part.index, sums + part.index, 1);
    }
    for (const Part &part : parts()) {
      schedule.synchronize(2 * part.index);
    }
    return total();
  }

  std::vector<double> outputs() override { return {total()}; }

  std::vector<double> expected() override {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      double xi = x.host[i], yi = y.host[i];
      sum += xi * xi - yi * yi;
    }
    return {sum};
  }

 private:
  double total() const {
    double sum = 0;
    for (int p = 0; p < settings.partitions; p++) {
      sum += result[p];
    }
    return sum;
  }

  Input<float> x, y;
  float *x2, *y2, *sums, *result;
};

int main(int count, char **arguments) {
  return run_suite<Vec>(count, arguments);
}
