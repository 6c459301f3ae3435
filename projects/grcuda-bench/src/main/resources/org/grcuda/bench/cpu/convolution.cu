#define RADIUS 3

// Each pixel becomes the weighted sum of the 7 x 7 around it; there is nothing beyond the edge.
extern "C" __global__ void convolution(const float *in, const float *weights, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int dy = -RADIUS; dy <= RADIUS; dy++)
    for (int dx = -RADIUS; dx <= RADIUS; dx++)
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
        sum += weights[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS] * in[(y + dy) * width + x + dx];
  out[y * width + x] = sum;
}
