// IMG: an image is sharpened where it has edges, and blurred elsewhere.
#include "../../kernels/image.cu"
#include "data.h"
#include "suite.h"

constexpr float GAIN = 5, AMOUNT = 0.5f, FAR = 1e30f;

// The weights of a blur, of sum 1.
static std::vector<float> gaussian(int diameter, double deviation) {
  int radius = diameter / 2;
  std::vector<double> weights;
  double total = 0;
  for (int y = -radius; y <= radius; y++) {
    for (int x = -radius; x <= radius; x++) {
      weights.push_back(std::exp(-(x * x + y * y) / (2 * deviation * deviation)));
      total += weights.back();
    }
  }
  std::vector<float> mask;
  for (double weight : weights) {
    mask.push_back(static_cast<float>(weight / total));
  }
  return mask;
}

static double convolved(const std::vector<double> &image, int n, int i, const std::vector<double> &mask,
                        int diameter) {
  int radius = diameter / 2;
  double sum = 0;
  for (int y = -radius; y <= radius; y++) {
    for (int x = -radius; x <= radius; x++) {
      int row = std::min(std::max(i / n + y, 0), n - 1);
      int column = std::min(std::max(i % n + x, 0), n - 1);
      sum += mask[(y + radius) * diameter + x + radius] * image[row * n + column];
    }
  }
  return sum;
}

static std::vector<double> edges(const std::vector<double> &image, int n) {
  std::vector<double> strength(image.size());
  for (int i = 0; i < n * n; i++) {
    double across = convolved(image, n, i, {-1, 0, 1, -2, 0, 2, -1, 0, 1}, 3);
    double down = convolved(image, n, i, {-1, -2, -1, 0, 0, 0, 1, 2, 1}, 3);
    strength[i] = std::sqrt(across * across + down * down);
  }
  return strength;
}

class Images : public Benchmark {
 public:
  explicit Images(const Settings &settings) : Benchmark(settings), pixels(size * size) {
    int n = pixels;
    image = input<float>(n, [=] { return floats(n, 1, 0, 1); });
    small = blur(3, 1);
    large = blur(5, 10);
    unsharp = blur(3, 5);
    for (float **made : {&small_edges, &large_edges, &sharp, &coarse, &result}) {
      *made = device_array<float>(n);
    }
    bounds = device_array<float>(2);
    first = host_array<float>(1);
  }

  void reset() override {
    float start[] = {FAR, 0};
    CHECK(cudaMemcpy(bounds, start, sizeof start, cudaMemcpyHostToDevice));
  }

  // The small blur in stream 0, the large one in stream 1, the sharp image in stream 2; they join in 1, then 0.
  double run() override {
    int n = pixels, side = size;
    dim3 plane = grid_2d(side, side);
    upload(0, image);
    Mark image_there = schedule.mark(0);
    filter(0, small);
    schedule.launch(0, sobel, plane, block_2d(), small_edges, small.out, side, side);
    schedule.wait(1, image_there);
    filter(1, large);
    schedule.launch(1, sobel, plane, block_2d(), large_edges, large.out, side, side);
    schedule.launch(1, extrema, grid(n), block(), bounds, large_edges, n);
    schedule.launch(1, stretch, grid(n), block(), large_edges, bounds, GAIN, n);
    schedule.wait(2, image_there);
    filter(2, unsharp);
    schedule.launch(2, unsharpen, grid(n), block(), sharp, image.device, unsharp.out, AMOUNT, n);
    schedule.wait(1, schedule.mark(2));
    schedule.launch(1, blend, grid(n), block(), coarse, sharp, large.out, large_edges, n);
    schedule.wait(0, schedule.mark(1));
    schedule.launch(0, blend, grid(n), block(), result, coarse, small.out, small_edges, n);
    schedule.copy(0, first, result, 1);
    schedule.synchronize(0);
    return *first;
  }

  std::vector<double> outputs() override { return widened(to_host(result, pixels)); }

  std::vector<double> expected() override {
    std::vector<double> source(image.host, image.host + pixels);
    std::vector<double> fine = blurred(source, small), wide = blurred(source, large);
    std::vector<double> soft = blurred(source, unsharp);
    std::vector<double> fine_edges = edges(fine, size), wide_edges = edges(wide, size);
    double low = *std::min_element(wide_edges.begin(), wide_edges.end());
    double high = *std::max_element(wide_edges.begin(), wide_edges.end());
    double scale = high > low ? GAIN / (high - low) : 0;
    std::vector<double> mixed(pixels);
    for (int i = 0; i < pixels; i++) {
      double edge = std::min((wide_edges[i] - low) * scale, 1.0);
      double clear = std::min(std::max(source[i] + AMOUNT * (source[i] - soft[i]), 0.0), 1.0);
      double both = clear * edge + wide[i] * (1 - edge);
      mixed[i] = both * fine_edges[i] + fine[i] * (1 - fine_edges[i]);
    }
    return mixed;
  }

 private:
  struct Blur {
    int diameter;
    Input<float> mask;
    float *out;
  };

  Blur blur(int diameter, double deviation) {
    return {diameter,
            input<float>(diameter * diameter, [=] { return gaussian(diameter, deviation); }),
            device_array<float>(pixels)};
  }

  void filter(int stream, const Blur &blur) {
    upload(stream, blur.mask);
    schedule.launch_shared(stream, gaussian_blur, grid_2d(size, size), block_2d(),
                           blur.mask.count * sizeof(float), blur.out, image.device, size, size,
                           blur.mask.device, blur.diameter);
  }

  std::vector<double> blurred(const std::vector<double> &source, const Blur &blur) const {
    std::vector<double> mask(blur.mask.host, blur.mask.host + blur.mask.count);
    std::vector<double> made(pixels);
    for (int i = 0; i < pixels; i++) {
      made[i] = convolved(source, size, i, mask, blur.diameter);
    }
    return made;
  }

  const int pixels;
  Input<float> image;
  Blur small, large, unsharp;
  float *small_edges, *large_edges, *sharp, *coarse, *result, *bounds, *first;
};

int main(int count, char **arguments) {
  return run_suite<Images>(count, arguments);
}
