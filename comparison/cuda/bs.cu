// B&S: prices of options, in independent partitions.
#include "../../kernels/suite/black_scholes.cu"
#include "data.h"
#include "suite.h"

constexpr double STRIKE = 60, RATE = 0.035, VOLATILITY = 0.2, YEARS = 0.75;

static double host_cdf(double x) {
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

class BlackScholes : public Benchmark {
 public:
  explicit BlackScholes(const Settings &settings) : Benchmark(settings) {
    size_t n = size;
    spot = input<double>(n, [=] { return values<double>(n, 1, 40, 80); });
    call = device_array<double>(n);
    firsts = host_array<double>(settings.partitions);
  }

  // A stream for each part.
  double run() override {
    for (const Part &part : parts()) {
      int stream = part.index, a = part.begin, n = part.size;
      upload(stream, spot, a, n);
      schedule.launch(stream, black_scholes, grid(n), block(), spot.device + a, call + a, STRIKE, RATE,
                      VOLATILITY, YEARS, n);
      schedule.copy(stream, firsts + part.index, call + a, 1);
    }
    double sum = 0;
    for (const Part &part : parts()) {
      schedule.synchronize(part.index);
      sum += firsts[part.index];
    }
    return sum;
  }

  std::vector<double> outputs() override { return to_host(call, size); }

  std::vector<double> expected() override {
    double deviation = VOLATILITY * std::sqrt(YEARS);
    double discounted = STRIKE * std::exp(-RATE * YEARS);
    std::vector<double> prices(size);
    for (int i = 0; i < size; i++) {
      double d1 = (std::log(spot.host[i] / STRIKE) +
                   (RATE + VOLATILITY * VOLATILITY / 2) * YEARS) / deviation;
      prices[i] = spot.host[i] * host_cdf(d1) - discounted * host_cdf(d1 - deviation);
    }
    return prices;
  }

 private:
  Input<double> spot;
  double *call, *firsts;
};

int main(int count, char **arguments) {
  return run_suite<BlackScholes>(count, arguments);
}
