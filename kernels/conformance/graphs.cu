// Graphs, dynamic programming and clustering.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void bfs_level(const int *starts, const int *edges, int *distance, int level, int *changed, int n) {
  int i = INDEX;
  if (i >= n || distance[i] != level) return;
  for (int k = starts[i]; k < starts[i + 1]; k++)
    if (distance[edges[k]] < 0) { distance[edges[k]] = level + 1; *changed = 1; }
}

// With a queue, in one block.
extern "C" __global__ void bfs_queue(const int *starts, const int *edges, int *distance, int *queue, int root) {
  __shared__ int head, tail, next;
  if (threadIdx.x == 0) { head = 0; tail = next = 1; queue[0] = root; distance[root] = 0; }
  __syncthreads();
  while (head < tail) {
    for (int q = head + threadIdx.x; q < tail; q += blockDim.x) {
      int u = queue[q];
      for (int k = starts[u]; k < starts[u + 1]; k++)
        if (atomicCAS(&distance[edges[k]], -1, distance[u] + 1) == -1) queue[atomicAdd(&next, 1)] = edges[k];
    }
    __syncthreads();
    if (threadIdx.x == 0) { head = tail; tail = next; }
    __syncthreads();
  }
}

extern "C" __global__ void bellman_ford(const int *from, const int *to, const int *weight, int *distance, int *changed, int edges) {
  int e = INDEX;
  if (e >= edges) return;
  int d = ((volatile int *)distance)[from[e]];
  if (d < 0x3fffffff && d + weight[e] < atomicMin(&distance[to[e]], d + weight[e])) *changed = 1;
}

extern "C" __global__ void floyd_warshall(float *d, int n, int k) {
  int j = INDEX, i = blockIdx.y;
  if (j < n) d[i * n + j] = fminf(d[i * n + j], d[i * n + k] + d[k * n + j]);
}

extern "C" __global__ void page_rank(const int *starts, const int *sources, const int *degree, const double *rank, double *next, int n) {
  int i = INDEX;
  if (i >= n) return;
  double s = 0;
  for (int k = starts[i]; k < starts[i + 1]; k++) s += rank[sources[k]] / degree[sources[k]];
  next[i] = 0.15 / n + 0.85 * s;
}

__device__ int find_root(int *parent, int x) {
  while (parent[x] != x) { parent[x] = parent[parent[x]]; x = parent[x]; }
  return x;
}

extern "C" __global__ void union_find(const int *from, const int *to, int *parent, int edges) {
  int e = INDEX;
  if (e >= edges) return;
  int a = from[e], b = to[e];
  while (true) {
    a = find_root(parent, a);
    b = find_root(parent, b);
    if (a == b) return;
    if (a < b) { int t = a; a = b; b = t; }
    if (atomicCAS(&parent[a], a, b) == a) return;
  }
}

extern "C" __global__ void label_components(const unsigned char *pixels, int *labels, int *changed, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h || !pixels[y * w + x]) return;
  int best = labels[y * w + x];
  const int dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
  for (int k = 0; k < 4; k++) {
    int u = x + dx[k], v = y + dy[k];
    if (u >= 0 && v >= 0 && u < w && v < h && pixels[v * w + u]) best = min(best, labels[v * w + u]);
  }
  if (best < labels[y * w + x]) { labels[y * w + x] = best; *changed = 1; }
}

extern "C" __global__ void triangles(const int *starts, const int *edges, int *count, int n) {
  int u = INDEX;
  if (u >= n) return;
  int found = 0;
  for (int k = starts[u]; k < starts[u + 1]; k++) {
    int v = edges[k], a = starts[u], b = starts[v];
    if (v <= u) continue;
    while (a < starts[u + 1] && b < starts[v + 1]) {
      int p = edges[a], q = edges[b];
      if (p == q && p > v) found++;
      a += p <= q;
      b += q <= p;
    }
  }
  if (found) atomicAdd(count, found);
}

// Diagonals of the matrix, one after the other.
extern "C" __global__ void needleman_wunsch(const char *a, const char *b, int *m, int la, int lb, int gap) {
  int w = lb + 1;
  for (int i = threadIdx.x; i <= max(la, lb); i += blockDim.x) {
    if (i <= la) m[i * w] = -gap * i;
    if (i <= lb) m[i] = -gap * i;
  }
  for (int d = 2; d <= la + lb; d++) {
    __syncthreads();
    for (int i = max(1, d - lb) + threadIdx.x; i <= min(la, d - 1); i += blockDim.x) {
      int j = d - i;
      int s = m[(i - 1) * w + j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
      m[i * w + j] = max(s, max(m[(i - 1) * w + j], m[i * w + j - 1]) - gap);
    }
  }
}

extern "C" __global__ void edit_distance(const char *words, int length, int *out, int n) {
  int i = blockIdx.x, j = threadIdx.x;
  unsigned char row[33];
  if (j >= n) return;
  for (int k = 0; k <= length; k++) row[k] = k;
  for (int p = 1; p <= length; p++) {
    int diagonal = row[0];
    row[0] = p;
    for (int q = 1; q <= length; q++) {
      int old = row[q];
      row[q] = min(min(row[q], row[q - 1]) + 1, diagonal + (words[i * length + p - 1] != words[j * length + q - 1]));
      diagonal = old;
    }
  }
  out[i * n + j] = row[length];
}

extern "C" __global__ void knapsack(const int *weights, const int *values, int *best, int items, int capacity) {
  extern __shared__ int rows[];
  int *now = rows, *next = rows + capacity + 1;
  for (int c = threadIdx.x; c <= capacity; c += blockDim.x) now[c] = 0;
  for (int k = 0; k < items; k++) {
    __syncthreads();
    for (int c = threadIdx.x; c <= capacity; c += blockDim.x)
      next[c] = c >= weights[k] ? max(now[c], now[c - weights[k]] + values[k]) : now[c];
    int *t = now; now = next; next = t;
  }
  __syncthreads();
  if (threadIdx.x == 0) *best = now[capacity];
}

// Rodinia's pathfinder: a pyramid of rows per block.
extern "C" __global__ void path_finder(const int *cost, int *result, int columns, int rows) {
  __shared__ int prev[128], now[128];
  int t = threadIdx.x, x = blockIdx.x * (128 - 2 * (rows - 1)) + t - (rows - 1);
  prev[t] = x >= 0 && x < columns ? cost[x] : 0x3fffffff;
  for (int r = 1; r < rows; r++) {
    __syncthreads();
    bool valid = t >= r && t < 128 - r && x >= 0 && x < columns;
    if (valid) now[t] = min(prev[t], min(prev[t - 1], prev[t + 1])) + cost[r * columns + x];
    __syncthreads();
    if (valid) prev[t] = now[t];
  }
  if (t >= rows - 1 && t < 128 - (rows - 1) && x < columns) result[x] = prev[t];
}

extern "C" __global__ void k_means_assign(const float *points, const float *centres, int *owner, float *sums, int *counts, int n, int k) {
  int i = INDEX;
  if (i >= n) return;
  float best = 3.4e38f;
  int who = 0;
  for (int c = 0; c < k; c++) {
    float d = 0;
    for (int j = 0; j < 3; j++) { float e = points[3 * i + j] - centres[3 * c + j]; d += e * e; }
    if (d < best) { best = d; who = c; }
  }
  owner[i] = who;
  for (int j = 0; j < 3; j++) atomicAdd(&sums[3 * who + j], points[3 * i + j]);
  atomicAdd(&counts[who], 1);
}

// The k nearest of each query, kept sorted in registers.
extern "C" __global__ void nearest_neighbours(const float2 *points, const float2 *queries, int *out, int n, int m) {
  int i = INDEX;
  if (i >= m) return;
  float distance[4];
  int index[4];
  #pragma unroll
  for (int k = 0; k < 4; k++) { distance[k] = 1e30f; index[k] = -1; }
  for (int p = 0; p < n; p++) {
    float dx = points[p].x - queries[i].x, dy = points[p].y - queries[i].y, d = dx * dx + dy * dy;
    int who = p;
    #pragma unroll
    for (int k = 0; k < 4; k++)
      if (d < distance[k]) { float t = distance[k]; distance[k] = d; d = t; int u = index[k]; index[k] = who; who = u; }
  }
  for (int k = 0; k < 4; k++) out[4 * i + k] = index[k];
}
