float at(global const float *image, int n, int x, int y) {
  return x >= 0 && x < n && y >= 0 && y < n ? image[y * n + x] : 0;
}

// Weights have 8 bits, as those of textures.
float fetch(global const float *image, int n, float x, float y) {
  float fx = floor(x - 0.5f), fy = floor(y - 0.5f);
  float a = floor((x - 0.5f - fx) * 256 + 0.5f) / 256, b = floor((y - 0.5f - fy) * 256 + 0.5f) / 256;
  int i = fx, j = fy;
  return (1 - b) * ((1 - a) * at(image, n, i, j) + a * at(image, n, i + 1, j)) +
         b * ((1 - a) * at(image, n, i, j + 1) + a * at(image, n, i + 1, j + 1));
}

kernel void turn(global const float *image, global float *out, int n, float cosine, float sine) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= n || y >= n) return;
  float dx = x + 0.5f - 0.5f * n, dy = y + 0.5f - 0.5f * n;
  out[y * n + x] = fetch(image, n, cosine * dx - sine * dy + 0.5f * n, sine * dx + cosine * dy + 0.5f * n);
}
