// What a launch costs: of a kernel that does nothing, with no argument and with four, in one stream.
//
//   launch [--launches=N] [--rounds=N]
//
// Prints, as one line of JSON, the median over the rounds of nanoseconds per launch: until the last launch has
// returned ("submit"), and until all are done ("done").
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "suite.h"

extern "C" __global__ void nothing() {}

extern "C" __global__ void touch(const float *, const float *, float *, int) {}

struct Cost {
  double submit, done;
};

template <typename Launch>
static Cost cost(int launches, int rounds, Launch launch) {
  std::vector<double> submit, done;
  for (int round = 0; round <= rounds; round++) {
    CHECK(cudaDeviceSynchronize());
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < launches; i++) {
      launch();
    }
    auto submitted = std::chrono::steady_clock::now();
    CHECK(cudaDeviceSynchronize());
    auto end = std::chrono::steady_clock::now();
    if (round > 0) {
      submit.push_back(std::chrono::duration<double, std::nano>(submitted - start).count() / launches);
      done.push_back(std::chrono::duration<double, std::nano>(end - start).count() / launches);
    }
  }
  std::sort(submit.begin(), submit.end());
  std::sort(done.begin(), done.end());
  return {submit[submit.size() / 2], done[done.size() / 2]};
}

static void run(int launches, int rounds) {
  Schedule schedule(false);
  float *x = device_array<float>(1024), *y = device_array<float>(1024);
  float *z = device_array<float>(1024);
  Cost none = cost(launches, rounds, [&] { schedule.launch(0, nothing, 4, 256); });
  Cost four = cost(launches, rounds, [&] { schedule.launch(0, touch, 4, 256, x, y, z, 1024); });
  std::printf("{\"benchmark\": \"launch\", \"host\": \"cuda\", \"launches\": %d, \"rounds\": %d, "
              "\"nanos\": {\"none\": {\"submit\": %.1f, \"done\": %.1f}, "
              "\"four\": {\"submit\": %.1f, \"done\": %.1f}}}\n",
              launches, rounds, none.submit, none.done, four.submit, four.done);
}

int main(int count, char **arguments) {
  try {
    int launches = 10000, rounds = 31;
    for (int i = 1; i < count; i++) {
      std::string argument = arguments[i];
      size_t equals = argument.find('=');
      std::string option = argument.substr(0, equals);
      int value = equals == std::string::npos ? 0 : whole_number(option, argument.substr(equals + 1));
      if (value < 1 || (option != "--launches" && option != "--rounds")) {
        throw std::invalid_argument("expected --launches=N, --rounds=N, given '" + argument + "'");
      }
      (option == "--launches" ? launches : rounds) = value;
    }
    run(launches, rounds);
    return 0;
  } catch (const std::exception &problem) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], problem.what());
    return 1;
  }
}
