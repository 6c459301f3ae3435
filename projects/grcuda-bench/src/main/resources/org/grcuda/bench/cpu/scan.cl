kernel void scan(global const int *x, global int *y, global int *sums, int n) {
  local int own[1024];
  int thread = get_local_id(0), i = get_global_id(0);
  own[thread] = i < n ? x[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int offset = 1; offset < get_local_size(0); offset *= 2) {
    int before = thread >= offset ? own[thread - offset] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    own[thread] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) y[i] = own[thread];
  if (thread == get_local_size(0) - 1) sums[get_group_id(0)] = own[thread];
}

kernel void add(global int *y, global const int *sums, int n) {
  int i = get_global_id(0);
  if (get_group_id(0) > 0 && i < n) y[i] += sums[get_group_id(0) - 1];
}
