#define TILE 32
#define ROWS 8

kernel void transpose(global const float *in, global float *out, int n) {
  local float tile[TILE][TILE + 1];
  int tx = get_local_id(0), ty = get_local_id(1);
  int x = get_group_id(0) * TILE + tx, y = get_group_id(1) * TILE + ty;
  for (int i = 0; i < TILE; i += ROWS) tile[ty + i][tx] = in[(y + i) * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + tx;
  y = get_group_id(0) * TILE + ty;
  for (int i = 0; i < TILE; i += ROWS) out[(y + i) * n + x] = tile[tx][ty + i];
}
