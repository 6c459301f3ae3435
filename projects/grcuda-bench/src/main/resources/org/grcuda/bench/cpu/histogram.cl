kernel void histogram(global const int *values, global int *counts, int n) {
  local int own[256];
  int thread = get_local_id(0);
  own[thread] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_add(&own[values[i] & 255], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[thread], own[thread]);
}
