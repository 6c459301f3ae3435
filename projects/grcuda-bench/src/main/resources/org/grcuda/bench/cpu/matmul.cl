kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row < n && column < n) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}
