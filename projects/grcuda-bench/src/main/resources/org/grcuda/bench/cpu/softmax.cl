kernel void softmax(global const float *in, global float *out, int columns) {
  local float own[256];
  int thread = get_local_id(0), threads = get_local_size(0);
  global const float *x = in + get_group_id(0) * columns;
  global float *y = out + get_group_id(0) * columns;
  float most = -3.4e38f;
  for (int i = thread; i < columns; i += threads) most = fmax(most, x[i]);
  own[thread] = most;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = threads / 2; half_size > 0; half_size /= 2) {
    if (thread < half_size) own[thread] = fmax(own[thread], own[thread + half_size]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  most = own[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = thread; i < columns; i += threads) {
    float e = exp(x[i] - most);
    y[i] = e;
    sum += e;
  }
  own[thread] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = threads / 2; half_size > 0; half_size /= 2) {
    if (thread < half_size) own[thread] += own[thread + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float scale = 1 / own[0];
  for (int i = thread; i < columns; i += threads) y[i] *= scale;
}
