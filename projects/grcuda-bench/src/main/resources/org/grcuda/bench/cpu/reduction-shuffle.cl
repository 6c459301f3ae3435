// PoCL 3.1 has no sub-groups on this device: the sums are added in local memory.
kernel void sum(global const float *x, global float *partial, int n) {
  local float sums[256];
  int thread = get_local_id(0);
  float own = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) own += x[i];
  sums[thread] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    if (thread < half_size) sums[thread] += sums[thread + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (thread == 0) partial[get_group_id(0)] = sums[0];
}
