// MUL: the product of a dense matrix and a vector, in partitions of the rows.
#include "../../kernels/suite/linear.cu"
#include "data.h"
#include "suite.h"

class MatrixVector : public Benchmark {
 public:
  explicit MatrixVector(const Settings &settings) : Benchmark(settings) {
    size_t n = size;
    a = input<float>(n * n, [=] { return floats(n * n, 1, 0, 1); });
    x = input<float>(n, [=] { return floats(n, 2, 0, 1); });
    y = device_array<float>(n);
    firsts = host_array<float>(settings.partitions);
  }

  // A stream for each part; the vector comes in the first one.
  double run() override {
    size_t n = size;
    upload(0, x);
    Mark vector = schedule.mark(0);
    for (const Part &part : parts()) {
      int stream = part.index;
      upload(stream, a, part.begin * n, part.size * n);
      schedule.wait(stream, vector);
      schedule.launch(stream, dense_product, grid(part.size), block(), a.device + part.begin * n,
                      x.device, y + part.begin, part.size, size);
      schedule.copy(stream, firsts + part.index, y + part.begin, 1);
    }
    double sum = 0;
    for (const Part &part : parts()) {
      schedule.synchronize(part.index);
      sum += firsts[part.index];
    }
    return sum;
  }

  std::vector<double> outputs() override { return widened(to_host(y, size)); }

  std::vector<double> expected() override {
    std::vector<double> product(size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        product[i] += static_cast<double>(a.host[static_cast<size_t>(i) * size + j]) * x.host[j];
      }
    }
    return product;
  }

 private:
  Input<float> a, x;
  float *y, *firsts;
};

int main(int count, char **arguments) {
  return run_suite<MatrixVector>(count, arguments);
}
