#define TILE 16

// Halves, two in each int; a in rows, b in columns. Blocks of 128: eight rows of a tile are a work-group's.
kernel void matmul(global const int *a, global const int *b, global float *c, int n) {
  local float tile_a[TILE][TILE + 1], tile_b[TILE][TILE + 1];
  int x = get_local_id(0) % TILE, y = get_local_id(0) / TILE;
  int column = get_group_id(0) % (n / 2 / TILE) * 2 * TILE, row = get_group_id(0) / (n / 2 / TILE) * TILE;
  global const half *ha = (global const half *)a, *hb = (global const half *)b;
  float sum[4] = {0, 0, 0, 0};
  local float other[TILE][TILE + 1];
  for (int first = 0; first < n; first += TILE) {
    for (int r = y; r < TILE; r += 8) {
      tile_a[r][x] = vload_half((row + r) * n + first + x, ha);
      tile_b[r][x] = vload_half((column + r) * n + first + x, hb);
      other[r][x] = vload_half((column + TILE + r) * n + first + x, hb);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; k++) {
      sum[0] += tile_a[y][k] * tile_b[x][k];
      sum[1] += tile_a[y + 8][k] * tile_b[x][k];
      sum[2] += tile_a[y][k] * other[x][k];
      sum[3] += tile_a[y + 8][k] * other[x][k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[(row + y) * n + column + x] = sum[0];
  c[(row + y + 8) * n + column + x] = sum[1];
  c[(row + y) * n + column + TILE + x] = sum[2];
  c[(row + y + 8) * n + column + TILE + x] = sum[3];
}
