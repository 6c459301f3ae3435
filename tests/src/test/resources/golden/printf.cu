extern "C" __global__ void report(const float *x, int n, char mark) {
  for (int i = 0; i < n; i++) {
    printf("%c x[%d] = %.2f\n", mark, i, x[i]);
  }
  printf("%s: %5d|%-5d|%05d|%x|%u|%lld|%%\n", "ints", n, n, n, 255, 4294967295u, 1LL << 40);
  printf("%e %g %8.3f|\n", 0.5, 1.25, 3.14159);
}
