kernel void square(global const float *x, global float *y, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = x[i] * x[i];
}
