// Steps of z = z^2 + c from z = 0 until |z| > 2, for c in [-2, 1] + i [-1.5, 1.5].
extern "C" __global__ void mandelbrot(int *steps, int size, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
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
