#define RADIUS 3

kernel void convolution(global const float *in, global const float *weights, global float *out, int width,
                        int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int dy = -RADIUS; dy <= RADIUS; dy++)
    for (int dx = -RADIUS; dx <= RADIUS; dx++)
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
        sum += weights[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS] * in[(y + dy) * width + x + dx];
  out[y * width + x] = sum;
}
