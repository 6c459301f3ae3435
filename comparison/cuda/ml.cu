// ML: the vote of two classifiers, naive Bayes and ridge regression, over partitions of the rows.
#include "../../kernels/suite/ensemble.cu"
#include "data.h"
#include "suite.h"

constexpr int FEATURES = 200, CLASSES = 10;

using Matrix = std::vector<std::vector<double>>;

static Matrix products(const Matrix &rows, const float *weights) {
  Matrix made(rows.size(), std::vector<double>(CLASSES));
  for (size_t i = 0; i < rows.size(); i++) {
    for (int f = 0; f < FEATURES; f++) {
      for (int c = 0; c < CLASSES; c++) {
        made[i][c] += rows[i][f] * weights[f * CLASSES + c];
      }
    }
  }
  return made;
}

static void standardised(Matrix &rows) {
  for (int f = 0; f < FEATURES; f++) {
    double sum = 0, squares = 0, n = static_cast<double>(rows.size());
    for (const auto &row : rows) {
      sum += row[f];
      squares += row[f] * row[f];
    }
    double mean = sum / n, variance = squares / n - mean * mean;
    double scale = variance > 0 ? 1 / std::sqrt(variance) : 0;
    for (auto &row : rows) {
      row[f] = (row[f] - mean) * scale;
    }
  }
}

static void to_probabilities(std::vector<double> &scores) {
  double greatest = *std::max_element(scores.begin(), scores.end()), total = 0;
  for (double &score : scores) {
    score = std::exp(score - greatest);
    total += score;
  }
  for (double &score : scores) {
    score /= total;
  }
}

class MachineLearning : public Benchmark {
 public:
  explicit MachineLearning(const Settings &settings) : Benchmark(settings) {
    size_t n = size, weights = FEATURES * CLASSES;
    x = input<float>(n * FEATURES, [=] { return floats(n * FEATURES, 1, 0, 4); });
    likelihoods = input<float>(weights, [=] { return floats(weights, 2, -0.25, 0); });
    ridge = input<float>(weights, [=] { return floats(weights, 3, -0.125, 0.125); });
    intercepts = input<float>(CLASSES, [=] { return floats(CLASSES, 4, 0, 1); });
    z = device_array<float>(n * FEATURES);
    partial = device_array<float>(2 * FEATURES * settings.partitions);
    moments = device_array<float>(2 * FEATURES);
    bayes = device_array<float>(n * CLASSES);
    regression = device_array<float>(n * CLASSES);
    greatest = device_array<float>(n);
    sums = device_array<float>(n);
    labels = device_array<int>(n);
    confidence = device_array<float>(n);
    firsts = host_array<float>(settings.partitions);
  }

  // Two streams for each part, one for each classifier; all regressions wait for the moments of all rows.
  double run() override {
    upload(0, likelihoods);
    upload(0, ridge);
    upload(0, intercepts);
    Mark weights_there = schedule.mark(0);
    for (const Part &part : parts()) {
      size_t begin = static_cast<size_t>(part.begin) * FEATURES;
      upload(bayes_of(part), x, begin, static_cast<size_t>(part.size) * FEATURES);
      schedule.wait(ridge_of(part), schedule.mark(bayes_of(part)));
      schedule.launch(ridge_of(part), partial_moments, grid(FEATURES), block(), x.device + begin,
                      partial + 2 * FEATURES * part.index, part.size, FEATURES);
      schedule.wait(ridge_of(parts()[0]), schedule.mark(ridge_of(part)));
    }
    schedule.launch(1, combine_moments, grid(FEATURES), block(), partial, moments,
                    settings.partitions, size, FEATURES);
    Mark moments_there = schedule.mark(1);
    for (const Part &part : parts()) {
      schedule.wait(bayes_of(part), weights_there);
      naive_bayes(bayes_of(part), part);
      schedule.wait(ridge_of(part), weights_there);
      schedule.wait(ridge_of(part), moments_there);
      ridge_regression(ridge_of(part), part);
      schedule.wait(bayes_of(part), schedule.mark(ridge_of(part)));
      int a = part.begin, wide = a * CLASSES;
      schedule.launch(bayes_of(part), vote, grid(part.size), block(), bayes + wide, regression + wide,
                      labels + a, confidence + a, part.size, CLASSES);
      schedule.copy(bayes_of(part), firsts + part.index, confidence + a, 1);
    }
    double sum = 0;
    for (const Part &part : parts()) {
      schedule.synchronize(bayes_of(part));
      sum += firsts[part.index];
    }
    return sum;
  }

  // How sure the vote is, and how sure the host is of the labels: so that it may be a tie.
  std::vector<double> outputs() override {
    std::vector<double> sure = widened(to_host(confidence, size));
    std::vector<int> chosen = to_host(labels, size);
    for (int i = 0; i < size; i++) {
      sure.push_back(probabilities[i].at(chosen[i]));
    }
    return sure;
  }

  std::vector<double> expected() override {
    Matrix rows(size);
    for (int i = 0; i < size; i++) {
      const float *row = x.host + static_cast<size_t>(i) * FEATURES;
      rows[i].assign(row, row + FEATURES);
    }
    probabilities = products(rows, likelihoods.host);
    standardised(rows);
    Matrix other = products(rows, ridge.host);
    std::vector<double> sure;
    for (int i = 0; i < size; i++) {
      for (int c = 0; c < CLASSES; c++) {
        other[i][c] += intercepts.host[c];
      }
      to_probabilities(probabilities[i]);
      to_probabilities(other[i]);
      for (int c = 0; c < CLASSES; c++) {
        probabilities[i][c] = (probabilities[i][c] + other[i][c]) / 2;
      }
      sure.push_back(*std::max_element(probabilities[i].begin(), probabilities[i].end()));
    }
    std::vector<double> twice = sure;
    twice.insert(twice.end(), sure.begin(), sure.end());
    return twice;
  }

 private:
  static int bayes_of(const Part &part) { return 2 * part.index; }
  static int ridge_of(const Part &part) { return 2 * part.index + 1; }

  void naive_bayes(int stream, const Part &part) {
    int n = part.size, a = part.begin;
    float *scores = bayes + a * CLASSES;
    schedule.launch(stream, linear_scores, grid(n * CLASSES), block(),
                    x.device + static_cast<size_t>(a) * FEATURES, likelihoods.device, scores, n,
                    FEATURES, CLASSES);
    schedule.launch(stream, row_maximum, grid(n), block(), scores, greatest + a, n, CLASSES);
    schedule.launch(stream, row_log_sum, grid(n), block(), scores, greatest + a, sums + a, n, CLASSES);
    schedule.launch(stream, posterior, grid(n * CLASSES), block(), scores, sums + a, n, CLASSES);
  }

  void ridge_regression(int stream, const Part &part) {
    int n = part.size, a = part.begin;
    size_t begin = static_cast<size_t>(a) * FEATURES;
    float *scores = regression + a * CLASSES;
    schedule.launch(stream, standardise, grid(n * FEATURES), block(), x.device + begin, moments,
                    z + begin, n, FEATURES);
    schedule.launch(stream, linear_scores, grid(n * CLASSES), block(), z + begin, ridge.device, scores,
                    n, FEATURES, CLASSES);
    schedule.launch(stream, add_intercepts, grid(n * CLASSES), block(), scores, intercepts.device, n,
                    CLASSES);
    schedule.launch(stream, softmax, grid(n), block(), scores, n, CLASSES);
  }

  Matrix probabilities;
  Input<float> x, likelihoods, ridge, intercepts;
  float *z, *partial, *moments, *bayes, *regression, *greatest, *sums, *confidence, *firsts;
  int *labels;
};

int main(int count, char **arguments) {
  return run_suite<MachineLearning>(count, arguments);
}
