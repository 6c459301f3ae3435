// The Mandelbrot set: for each pixel c, how many of the steps z = z^2 + c from z = 0 stay within
// |z| <= 2.
//
//   mandelbrot(steps: out pointer sint32, width: sint32, height: sint32, left: double, top: double,
//              pixel: double, max_steps: sint32)

// steps: height rows of width values. The pixel in column x and row y is the number
// (left + x pixel) + i (top - y pixel). The grid covers width x height in two dimensions.
// Products and sums are rounded one by one (no fused multiply-add), so that a program in any
// language that does the same in doubles gets the same counts.
extern "C" __global__ void mandelbrot(int *steps, int width, int height, double left, double top,
                                      double pixel, int max_steps) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }
  double c_re = __dadd_rn(left, __dmul_rn(x, pixel));
  double c_im = __dadd_rn(top, -__dmul_rn(y, pixel));
  double re = 0, im = 0, re2 = 0, im2 = 0;
  int count = 0;
  while (count < max_steps && __dadd_rn(re2, im2) <= 4) {
    im = __dadd_rn(__dmul_rn(__dadd_rn(re, re), im), c_im);
    re = __dadd_rn(__dadd_rn(re2, -im2), c_re);
    re2 = __dmul_rn(re, re);
    im2 = __dmul_rn(im, im);
    count++;
  }
  steps[y * width + x] = count;
}
