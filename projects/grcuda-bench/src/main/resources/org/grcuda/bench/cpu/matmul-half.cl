#define TILE 16
#define ROWS 64
#define COLUMNS 32

// Halves, two in each int; a in rows, b in columns; n must be a multiple of 64.
// A work-group of 128 computes 64 x 32 elements, each work-item 8 x 2 of them.
kernel void matmul(global const int *a, global const int *b, global float *c, int n) {
  local float tile_a[ROWS][TILE + 1], tile_b[COLUMNS][TILE + 1];
  int x = get_local_id(0) % TILE, y = get_local_id(0) / TILE;
  int group = get_group_id(0), row = group / (n / COLUMNS) * ROWS, column = group % (n / COLUMNS) * COLUMNS;
  global const half *ha = (global const half *)a, *hb = (global const half *)b;
  float sums[ROWS / 8][2] = {};
  for (int first = 0; first < n; first += TILE) {
    for (int r = y; r < ROWS; r += 8) tile_a[r][x] = vload_half((row + r) * n + first + x, ha);
    for (int r = y; r < COLUMNS; r += 8) tile_b[r][x] = vload_half((column + r) * n + first + x, hb);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; k++) {
      for (int i = 0; i < ROWS / 8; i++) {
        sums[i][0] += tile_a[y + 8 * i][k] * tile_b[x][k];
        sums[i][1] += tile_a[y + 8 * i][k] * tile_b[x + TILE][k];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < ROWS / 8; i++) {
    global float *to = c + (row + y + 8 * i) * n + column + x;
    to[0] = sums[i][0];
    to[TILE] = sums[i][1];
  }
}
