// CG: conjugate gradients on a sparse system, the five-point stencil of a grid, and 1 on the diagonal.
#include "../../kernels/suite/linear.cu"
#include "data.h"
#include "suite.h"

constexpr int STEPS = 8;

struct Csr {
  std::vector<int> rows{0}, columns;
  std::vector<float> values;
};

// Vertex i has the neighbours i +- 1 and i +- width.
static Csr stencil(int n) {
  int width = static_cast<int>(std::sqrt(static_cast<double>(n)));
  std::vector<int> offsets = width > 1 ? std::vector<int>{-width, -1, 0, 1, width}
                                       : std::vector<int>{-1, 0, 1};
  Csr made;
  for (int i = 0; i < n; i++) {
    for (int offset : offsets) {
      if (i + offset >= 0 && i + offset < n) {
        made.columns.push_back(i + offset);
        made.values.push_back(offset == 0 ? 5 : -1);
      }
    }
    made.rows.push_back(static_cast<int>(made.columns.size()));
  }
  return made;
}

class ConjugateGradients : public Benchmark {
 public:
  explicit ConjugateGradients(const Settings &settings)
      : Benchmark(settings), matrix(stencil(size)) {
    size_t n = size;
    b = input<float>(n, [=] { return floats(n, 7, 0, 1); });
    rows = input<int>(matrix.rows.size(), [=] { return matrix.rows; });
    columns = input<int>(matrix.columns.size(), [=] { return matrix.columns; });
    values = input<float>(matrix.values.size(), [=] { return matrix.values; });
    x = device_array<float>(n);
    r = device_array<float>(n);
    p = device_array<float>(n);
    ap = device_array<float>(n);
    rr = device_array<float>(STEPS + 1);
    pap = device_array<float>(STEPS);
    first = host_array<float>(1);
  }

  void reset() override {
    CHECK(cudaMemset(x, 0, size * sizeof(float)));
    CHECK(cudaMemset(rr, 0, (STEPS + 1) * sizeof(float)));
    CHECK(cudaMemset(pap, 0, STEPS * sizeof(float)));
    CHECK(cudaMemcpy(r, b.host, size * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(p, b.host, size * sizeof(float), cudaMemcpyHostToDevice));
  }

  // A chain in stream 0, beside which stream 1 brings the matrix and advances x.
  double run() override {
    int n = size;
    upload(1, rows);
    upload(1, columns);
    upload(1, values);
    Mark matrix_there = schedule.mark(1);
    schedule.launch(0, dot, grid(n), block(), r, r, rr, n);
    schedule.wait(0, matrix_there);
    for (int k = 0; k < STEPS; k++) {
      schedule.launch(0, sparse_product, grid(n), block(), rows.device, columns.device, values.device,
                      p, ap, n);
      schedule.launch(0, dot, grid(n), block(), p, ap, pap + k, n);
      schedule.wait(1, schedule.mark(0));
      schedule.launch(1, step_along, grid(n), block(), x, p, rr + k, pap + k, 1, n);
      schedule.launch(0, step_along, grid(n), block(), r, ap, rr + k, pap + k, -1, n);
      schedule.launch(0, dot, grid(n), block(), r, r, rr + k + 1, n);
      schedule.wait(0, schedule.mark(1));
      schedule.launch(0, next_direction, grid(n), block(), p, r, rr + k + 1, rr + k, n);
    }
    schedule.copy(1, first, x, 1);
    schedule.synchronize(1);
    return *first;
  }

  std::vector<double> outputs() override { return widened(to_host(x, size)); }

  std::vector<double> expected() override {
    std::vector<double> solution(size), residual(b.host, b.host + size), direction = residual;
    double before = inner(residual, residual);
    for (int k = 0; k < STEPS; k++) {
      std::vector<double> product = host_product(direction);
      double alpha = before / inner(direction, product);
      for (int i = 0; i < size; i++) {
        solution[i] += alpha * direction[i];
        residual[i] -= alpha * product[i];
      }
      double now = inner(residual, residual);
      for (int i = 0; i < size; i++) {
        direction[i] = residual[i] + now / before * direction[i];
      }
      before = now;
    }
    return solution;
  }

 private:
  std::vector<double> host_product(const std::vector<double> &vector) const {
    std::vector<double> product(vector.size());
    for (size_t i = 0; i < vector.size(); i++) {
      for (int k = matrix.rows[i]; k < matrix.rows[i + 1]; k++) {
        product[i] += matrix.values[k] * vector[matrix.columns[k]];
      }
    }
    return product;
  }

  const Csr matrix;
  Input<float> b, values;
  Input<int> rows, columns;
  float *x, *r, *p, *ap, *rr, *pap, *first;
};

int main(int count, char **arguments) {
  return run_suite<ConjugateGradients>(count, arguments);
}
