kernel void mandelbrot(global int *steps, int size, int most) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= size || y >= size) return;
  float c_re = -2 + 3.0f * x / size, c_im = -1.5f + 3.0f * y / size;
  float re = 0, im = 0;
  int count = 0;
  while (count < most && re * re + im * im <= 4) {
    float next = re * re - im * im + c_re;
    im = 2 * re * im + c_im;
    re = next;
    count++;
  }
  steps[y * size + x] = count;
}
