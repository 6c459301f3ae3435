kernel void tiny(global const float *x, global float *y) {
  int i = get_local_id(0);
  y[i] = x[i] + 1;
}
