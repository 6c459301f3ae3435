static int first(int t, int stride) { return 2 * t - (t & (stride - 1)); }

static void compare(local int *keys, int i, int stride, int up) {
  int a = keys[i], b = keys[i + stride];
  if ((a > b) == up) {
    keys[i] = b;
    keys[i + stride] = a;
  }
}

static void merge(local int *own, int size, int half_size) {
  for (int stride = half_size; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = first(get_local_id(0), stride);
    compare(own, i, stride, ((get_group_id(0) * 1024 + i) & size) == 0);
  }
}

kernel void sort_blocks(global int *keys) {
  local int own[1024];
  int thread = get_local_id(0);
  global int *block = keys + get_group_id(0) * 1024;
  own[thread] = block[thread];
  own[thread + 512] = block[thread + 512];
  for (int size = 2; size <= 1024; size *= 2) merge(own, size, size / 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  block[thread] = own[thread];
  block[thread + 512] = own[thread + 512];
}

kernel void merge_blocks(global int *keys, int size) {
  local int own[1024];
  int thread = get_local_id(0);
  global int *block = keys + get_group_id(0) * 1024;
  own[thread] = block[thread];
  own[thread + 512] = block[thread + 512];
  merge(own, size, 512);
  barrier(CLK_LOCAL_MEM_FENCE);
  block[thread] = own[thread];
  block[thread + 512] = own[thread + 512];
}

kernel void merge_step(global int *keys, int size, int stride) {
  int i = first(get_global_id(0), stride);
  int up = (i & size) == 0;
  int a = keys[i], b = keys[i + stride];
  if ((a > b) == up) {
    keys[i] = b;
    keys[i + stride] = a;
  }
}
