kernel void stencil(global const float *u, global float *v, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= width || y >= height) return;
  int i = y * width + x;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    v[i] = 0.2f * (u[i] + u[i - 1] + u[i + 1] + u[i - width] + u[i + width]);
  else
    v[i] = u[i];
}
