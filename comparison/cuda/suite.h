// The suite in CUDA C++: command line, measurement, report, as in the other languages. The sizes and tolerances of
// the table kernels/suite/suite.json come from the command line, as comparison/compare.py has them there.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "schedule.h"

struct Settings {
  std::string benchmark;
  int size = 0;
  int iterations = 30;
  int warm_up = 3;
  int partitions = 1;
  int block_size = 256;
  int block_size_2d = 16;
  int blocks = 0;
  double tolerance = 0;
  bool reinit = false;
  bool validate = true;
  bool synchronous = false;
};

inline int whole_number(const std::string &option, const std::string &value) {
  if (value.empty() || value.find_first_not_of("0123456789") != std::string::npos ||
      value.size() > 9) {
    throw std::invalid_argument(option + ": expected a whole number, given '" + value + "'");
  }
  return std::stoi(value);
}

inline bool truth(const std::string &option, const std::string &value) {
  if (value != "" && value != "true" && value != "false") {
    throw std::invalid_argument(option + ": expected true or false, given '" + value + "'");
  }
  return value != "false";
}

inline void set(Settings &settings, const std::string &option, const std::string &value) {
  if (option == "--benchmark") {
    settings.benchmark = value;
  } else if (option == "--size") {
    settings.size = whole_number(option, value);
  } else if (option == "--iterations") {
    settings.iterations = whole_number(option, value);
  } else if (option == "--warm-up") {
    settings.warm_up = whole_number(option, value);
  } else if (option == "--partitions") {
    settings.partitions = whole_number(option, value);
  } else if (option == "--block-size") {
    settings.block_size = whole_number(option, value);
  } else if (option == "--block-size-2d") {
    settings.block_size_2d = whole_number(option, value);
  } else if (option == "--blocks") {
    settings.blocks = whole_number(option, value);
  } else if (option == "--tolerance") {
    settings.tolerance = std::stod(value);
  } else if (option == "--reinit") {
    settings.reinit = truth(option, value);
  } else if (option == "--validate") {
    settings.validate = truth(option, value);
  } else if (option == "--execution" && (value == "sync" || value == "async")) {
    settings.synchronous = value == "sync";
  } else {
    throw std::invalid_argument("unknown option or value '" + option + "=" + value + "'");
  }
}

inline Settings parse(int count, char **arguments) {
  Settings settings;
  for (int i = 1; i < count; i++) {
    std::string argument = arguments[i];
    size_t equals = argument.find('=');
    set(settings, argument.substr(0, equals),
        equals == std::string::npos ? "" : argument.substr(equals + 1));
  }
  if (settings.size < 1 || settings.iterations < 1 || settings.partitions < 1 ||
      settings.partitions > settings.size || settings.benchmark.empty()) {
    throw std::invalid_argument(
        "expected --benchmark=NAME --size=N, and --iterations=N, --partitions=N from 1");
  }
  return settings;
}

class Part {
 public:
  Part(int index, int begin, int end) : index(index), begin(begin), size(end - begin) {}
  const int index;
  const int begin;
  const int size;
};

// A benchmark: run() is what is timed, and returns a number that waits for the results; outputs() are
// these on the host, expected() what the host computes by itself.
class Benchmark {
 public:
  explicit Benchmark(const Settings &settings)
      : settings(settings), size(settings.size), schedule(settings.synchronous) {}
  virtual ~Benchmark() = default;

  // Sets what an iteration adds to; not timed.
  virtual void reset() {}
  virtual double run() = 0;
  virtual std::vector<double> outputs() = 0;
  virtual std::vector<double> expected() = 0;

  void write_inputs() {
    for (auto &write : writers_) {
      write();
    }
    fresh_ = true;
  }

  double timed_run() {
    schedule.begin();
    double value = run();
    fresh_ = false;
    return value;
  }

 protected:
  // An array that the host writes before the first iteration.
  template <typename T>
  struct Input {
    T *host;
    T *device;
    size_t count;
  };

  template <typename T>
  Input<T> input(size_t count, std::function<std::vector<T>()> values) {
    Input<T> made{host_array<T>(count), device_array<T>(count), count};
    auto cached = std::make_shared<std::vector<T>>();
    writers_.push_back([=] {
      if (cached->empty()) {
        *cached = values();
      }
      std::copy(cached->begin(), cached->end(), made.host);
    });
    return made;
  }

  // Brings a range of it to the device, if the host has written it since the last iteration.
  template <typename T>
  void upload(int stream, const Input<T> &input, size_t begin, size_t count) {
    if (fresh_) {
      schedule.copy(stream, input.device + begin, input.host + begin, count);
    }
  }

  template <typename T>
  void upload(int stream, const Input<T> &input) {
    upload(stream, input, 0, input.count);
  }

  std::vector<Part> parts() const {
    std::vector<Part> made;
    for (int p = 0; p < settings.partitions; p++) {
      made.emplace_back(p, bound(p), bound(p + 1));
    }
    return made;
  }

  // Blocks of a launch of one dimension, and of two.
  dim3 grid(int threads) const {
    return settings.blocks ? settings.blocks
                           : (threads + settings.block_size - 1) / settings.block_size;
  }
  dim3 block() const { return settings.block_size; }
  dim3 grid_2d(int columns, int rows) const {
    int side = settings.block_size_2d;
    return dim3((columns + side - 1) / side, (rows + side - 1) / side);
  }
  dim3 block_2d() const { return dim3(settings.block_size_2d, settings.block_size_2d); }

  const Settings settings;
  const int size;
  Schedule schedule;

 private:
  int bound(int part) const {
    return static_cast<int>(static_cast<long long>(part) * size / settings.partitions);
  }

  std::vector<std::function<void()>> writers_;
  bool fresh_ = false;
};

// The largest difference, relative for values above 1; infinite where one is no number.
inline double difference(const std::vector<double> &expected, const std::vector<double> &actual) {
  if (expected.size() != actual.size()) {
    throw std::logic_error("another number of values than expected");
  }
  double largest = 0;
  for (size_t i = 0; i < expected.size(); i++) {
    double error = std::fabs(actual[i] - expected[i]) / std::fmax(1, std::fabs(expected[i]));
    if (!(error <= largest)) {
      largest = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
    }
  }
  return largest;
}

inline std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return std::isfinite(value) ? text : "null";
}

inline std::string list(const std::vector<double> &values, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; i++) {
    text += (i == begin ? "" : ", ") + number(values[i]);
  }
  return "[" + text + "]";
}

inline const char *truth_name(bool value) {
  return value ? "true" : "false";
}

inline void print(const Settings &settings, const std::vector<double> &seconds, double value,
                  double error) {
  size_t warm_up = static_cast<size_t>(settings.warm_up);
  std::printf(
      "{\"benchmark\": \"%s\", \"host\": \"cuda\", \"settings\": {\"size\": %d, \"iterations\": %d, "
      "\"warm-up\": %d, \"partitions\": %d, \"block-size\": %d, \"block-size-2d\": %d, "
      "\"blocks\": %d, \"reinit\": %s, \"validate\": %s}, \"devices\": 1, "
      "\"policy\": \"by-hand\", \"execution\": \"%s\", \"seconds\": %s, \"warmUpSeconds\": %s, "
      "\"result\": %s, \"error\": %s, \"valid\": %s}\n",
      settings.benchmark.c_str(), settings.size, settings.iterations, settings.warm_up,
      settings.partitions, settings.block_size, settings.block_size_2d, settings.blocks,
      truth_name(settings.reinit), truth_name(settings.validate),
      settings.synchronous ? "sync" : "async", list(seconds, warm_up, seconds.size()).c_str(),
      list(seconds, 0, warm_up).c_str(), number(value).c_str(),
      settings.validate ? number(error).c_str() : "null",
      settings.validate ? truth_name(error <= settings.tolerance) : "null");
}

// Runs the iterations. A time is from the first launch to the result on the host.
template <typename Program>
void measure(const Settings &settings) {
  Program program(settings);
  std::vector<double> seconds, expected;
  double error = 0, value = 0;
  for (int iteration = 0; iteration < settings.warm_up + settings.iterations; iteration++) {
    if (iteration == 0 || settings.reinit) {
      program.write_inputs();
    }
    program.reset();
    CHECK(cudaDeviceSynchronize());
    auto start = std::chrono::steady_clock::now();
    value = program.timed_run();
    auto end = std::chrono::steady_clock::now();
    seconds.push_back(std::chrono::duration<double>(end - start).count());
    CHECK(cudaDeviceSynchronize());
    if (settings.validate) {
      if (expected.empty()) {
        expected = program.expected();
      }
      error = std::fmax(error, difference(expected, program.outputs()));
    }
  }
  print(settings, seconds, value, error);
}

// main() of a program. The status is 2 for a wrong command line, 1 if anything fails.
template <typename Program>
int run_suite(int count, char **arguments) {
  try {
    measure<Program>(parse(count, arguments));
    return 0;
  } catch (const std::invalid_argument &problem) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], problem.what());
    return 2;
  } catch (const std::exception &problem) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], problem.what());
    return 1;
  }
}
