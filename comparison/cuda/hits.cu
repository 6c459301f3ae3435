// HITS: hubs and authorities among the vertices of a random graph.
#include "../../kernels/suite/vector.cu"
#include "data.h"
#include "suite.h"

constexpr int STEPS = 5, DEGREE = 3;

struct Graph {
  std::vector<int> rows, columns;
};

// Where the edges of each source begin, and the targets, by source.
static Graph by_source(const std::vector<int> &sources, const std::vector<int> &targets, int n) {
  Graph made{std::vector<int>(n + 1), std::vector<int>(targets.size())};
  for (int source : sources) {
    made.rows[source + 1]++;
  }
  for (int i = 0; i < n; i++) {
    made.rows[i + 1] += made.rows[i];
  }
  std::vector<int> free = made.rows;
  for (size_t e = 0; e < targets.size(); e++) {
    made.columns[free[sources[e]]++] = targets[e];
  }
  return made;
}

static std::vector<double> gathered(const Graph &graph, const std::vector<double> &scores) {
  std::vector<double> sums(scores.size());
  double total = 0;
  for (size_t i = 0; i < scores.size(); i++) {
    for (int k = graph.rows[i]; k < graph.rows[i + 1]; k++) {
      sums[i] += scores[graph.columns[k]];
    }
    total += sums[i];
  }
  for (double &sum : sums) {
    sum /= total;
  }
  return sums;
}

class Hits : public Benchmark {
 public:
  explicit Hits(const Settings &settings) : Benchmark(settings) {
    size_t n = size;
    std::vector<int> sources(DEGREE * n), targets(DEGREE * n);
    std::vector<int64_t> drawn = draws(DEGREE * n, 1);
    for (size_t e = 0; e < DEGREE * n; e++) {
      sources[e] = static_cast<int>(e / DEGREE);
      targets[e] = static_cast<int>(drawn[e] % size);
    }
    out = by_source(sources, targets, size);
    in = by_source(targets, sources, size);
    out_rows = input<int>(n + 1, [this] { return out.rows; });
    out_columns = input<int>(DEGREE * n, [this] { return out.columns; });
    in_rows = input<int>(n + 1, [this] { return in.rows; });
    in_columns = input<int>(DEGREE * n, [this] { return in.columns; });
    hubs = device_array<float>(n);
    authorities = device_array<float>(n);
    new_hubs = device_array<float>(n);
    new_authorities = device_array<float>(n);
    sums = device_array<float>(2 * STEPS);
    firsts = host_array<float>(2);
  }

  void reset() override {
    std::vector<float> equal(size, static_cast<float>(1.0 / size));
    CHECK(cudaMemcpy(hubs, equal.data(), size * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(authorities, equal.data(), size * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(sums, 0, 2 * STEPS * sizeof(float)));
  }

  // Two chains that read each other: authorities in stream 0, hubs in stream 1.
  double run() override {
    int n = size;
    upload(0, in_rows);
    upload(0, in_columns);
    upload(1, out_rows);
    upload(1, out_columns);
    for (int step = 0; step < STEPS; step++) {
      float *a = sums + 2 * step, *h = a + 1;
      schedule.launch(0, gather, grid(n), block(), in_rows.device, in_columns.device, hubs,
                      new_authorities, n);
      Mark hubs_read = schedule.mark(0);
      schedule.launch(1, gather, grid(n), block(), out_rows.device, out_columns.device, authorities,
                      new_hubs, n);
      Mark authorities_read = schedule.mark(1);
      schedule.launch(0, add_up, grid(n), block(), new_authorities, a, n);
      schedule.launch(1, add_up, grid(n), block(), new_hubs, h, n);
      schedule.wait(0, authorities_read);
      schedule.launch(0, divide, grid(n), block(), new_authorities, a, authorities, n);
      schedule.wait(1, hubs_read);
      schedule.launch(1, divide, grid(n), block(), new_hubs, h, hubs, n);
      Mark authorities_written = schedule.mark(0);
      schedule.wait(0, schedule.mark(1));
      schedule.wait(1, authorities_written);
    }
    schedule.copy(0, firsts, authorities, 1);
    schedule.copy(1, firsts + 1, hubs, 1);
    schedule.synchronize(0);
    schedule.synchronize(1);
    return static_cast<double>(firsts[0]) * n + static_cast<double>(firsts[1]) * n;
  }

  // Scores, times the number of vertices, so that they are about 1.
  std::vector<double> outputs() override {
    return scaled(widened(to_host(authorities, size)), widened(to_host(hubs, size)));
  }

  std::vector<double> expected() override {
    std::vector<double> a(size, 1.0 / size), h = a;
    for (int step = 0; step < STEPS; step++) {
      std::vector<double> next = gathered(in, h);
      h = gathered(out, a);
      a = next;
    }
    return scaled(a, h);
  }

 private:
  std::vector<double> scaled(std::vector<double> a, const std::vector<double> &h) const {
    a.insert(a.end(), h.begin(), h.end());
    for (double &score : a) {
      score *= size;
    }
    return a;
  }

  Graph out, in;
  Input<int> out_rows, out_columns, in_rows, in_columns;
  float *hubs, *authorities, *new_hubs, *new_authorities, *sums, *firsts;
};

int main(int count, char **arguments) {
  return run_suite<Hits>(count, arguments);
}
