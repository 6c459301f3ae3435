// Kernels as whole applications have them: searches in trees, compression, matching, tracking, sorting by buckets, wavelets.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

// ---- a tree of ORDER keys in a node; a block searches for one number, a thread for each key

#define ORDER 8

static __device__ int leaf_of(const int *keys, const int *children, int levels, int wanted) {
  __shared__ int node;
  if (threadIdx.x == 0) node = 0;
  for (int level = 0; level < levels; level++) {
    __syncthreads();
    int own = node, at = own * ORDER + threadIdx.x;
    bool last = threadIdx.x == ORDER - 1;
    bool mine = (threadIdx.x == 0 || keys[at] <= wanted) && (last || wanted < keys[at + 1]);
    __syncthreads();
    if (mine) node = children[at];
  }
  __syncthreads();
  int leaf = node;
  __syncthreads();
  return leaf;
}

/** The place of each number among the leaves' values; -1 if it is not there. */
extern "C" __global__ void tree_find(const int *keys, const int *children, int levels, const int *values,
                                     const int *wanted, int *places) {
  int leaf = leaf_of(keys, children, levels, wanted[blockIdx.x]);
  if (threadIdx.x == 0) places[blockIdx.x] = values[leaf] == wanted[blockIdx.x] ? leaf : -1;
}

/** How many values are from low to high. */
extern "C" __global__ void tree_range(const int *keys, const int *children, int levels, const int *values,
                                      const int *low, const int *high, int *counts) {
  int first = leaf_of(keys, children, levels, low[blockIdx.x]);
  int last = leaf_of(keys, children, levels, high[blockIdx.x]);
  if (threadIdx.x > 0) return;
  if (values[first] < low[blockIdx.x]) first++;
  if (values[last] <= high[blockIdx.x]) last++;
  counts[blockIdx.x] = last > first ? last - first : 0;
}

// ---- codes of different lengths: a block packs 256 symbols, of at most 16 bits each

extern "C" __global__ void huffman_pack(const unsigned char *data, const unsigned *codes, const unsigned *lengths,
                                        unsigned *packed, unsigned *bits) {
  __shared__ unsigned ends[256], words[129];
  int t = threadIdx.x;
  unsigned symbol = data[INDEX], length = lengths[symbol];
  ends[t] = length;
  if (t < 129) words[t] = 0;
  for (int step = 1; step < 256; step *= 2) {
    __syncthreads();
    unsigned before = t >= step ? ends[t - step] : 0;
    __syncthreads();
    ends[t] += before;
  }
  __syncthreads();
  unsigned at = ends[t] - length;
  // The first bit of a word is its highest one.
  unsigned long long code = (unsigned long long)codes[symbol] << (64 - length - at % 32);
  atomicOr(&words[at / 32], (unsigned)(code >> 32));
  atomicOr(&words[at / 32 + 1], (unsigned)code);
  __syncthreads();
  if (t < 128) packed[blockIdx.x * 128 + t] = words[t];
  if (t == 255) bits[blockIdx.x] = ends[t];
}

// ---- the longest part of a text that stands in a reference: a walk down the tree of its suffixes

extern "C" __global__ void longest_matches(const int *children, const char *text, int length, int *matched) {
  int first = INDEX;
  if (first >= length) return;
  int node = 0, count = 0;
  while (first + count < length) {
    int base = text[first + count] == 'A' ? 0 : text[first + count] == 'C' ? 1 : text[first + count] == 'G' ? 2 : 3;
    int next = children[node * 4 + base];
    if (next < 0) break;
    node = next;
    count++;
  }
  matched[first] = count;
}

// ---- cells in an image: rings of gradients, and the largest value around

#define ANGLES 16
#define RADII 4

/** Makes the rings. One thread. */
extern "C" __global__ void make_rings(int *x, int *y) {
  for (int r = 0; r < RADII; r++) {
    for (int a = 0; a < ANGLES; a++) {
      float angle = a * 6.2831853f / ANGLES;
      x[r * ANGLES + a] = (int)rintf((r + 2) * cosf(angle));
      y[r * ANGLES + a] = (int)rintf((r + 2) * sinf(angle));
    }
  }
}

/** The square of the mean of gradients along a ring over their variance; of all rings the largest. */
extern "C" __global__ void ring_scores(const float *gx, const float *gy, const int *x, const int *y, float *scores,
                                       int width, int height) {
  int column = INDEX % width, row = INDEX / width;
  if (row >= height) return;
  float best = 0;
  int margin = RADII + 2;
  bool inside = row >= margin && column >= margin && row < height - margin && column < width - margin;
  for (int r = 0; r < RADII && inside; r++) {
    float sum = 0, squares = 0;
    for (int a = 0; a < ANGLES; a++) {
      int at = (row + y[r * ANGLES + a]) * width + column + x[r * ANGLES + a];
      float angle = a * 6.2831853f / ANGLES;
      float along = gx[at] * cosf(angle) + gy[at] * sinf(angle);
      sum += along;
      squares += along * along;
    }
    float mean = sum / ANGLES, variance = squares / ANGLES - mean * mean;
    best = fmaxf(best, mean * mean / (variance + 0.01f));
  }
  scores[INDEX] = best;
}

extern "C" __global__ void dilate(const float *in, float *out, int width, int height, int radius) {
  int column = INDEX % width, row = INDEX / width;
  if (row >= height) return;
  float most = in[INDEX];
  for (int y = -radius; y <= radius; y++) {
    for (int x = -radius; x <= radius; x++) {
      bool in_disc = x * x + y * y <= radius * radius;
      bool in_image = row + y >= 0 && row + y < height && column + x >= 0 && column + x < width;
      if (in_disc && in_image) most = fmaxf(most, in[(row + y) * width + column + x]);
    }
  }
  out[INDEX] = most;
}

// ---- where a small picture has gone: a block looks for one, each thread tries one displacement

extern "C" __global__ void track(const float *frame, int width, const float *pictures, int side, const int *rows,
                                 const int *columns, int reach, int *found) {
  extern __shared__ float picture[];
  __shared__ float best_sums[256];
  __shared__ int best_places[256];
  int t = threadIdx.x, tries = 2 * reach + 1;
  for (int i = t; i < side * side; i += blockDim.x) picture[i] = pictures[blockIdx.x * side * side + i];
  __syncthreads();
  float sum = -1;
  if (t < tries * tries) {
    const float *from = frame + (rows[blockIdx.x] - reach + t / tries) * width + columns[blockIdx.x] - reach + t % tries;
    sum = 0;
    for (int i = 0; i < side * side; i++) {
      float difference = picture[i] - from[i / side * width + i % side];
      sum += difference * difference;
    }
  }
  best_sums[t] = sum < 0 ? 3e38f : sum;
  best_places[t] = t;
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    __syncthreads();
    if (t < step && best_sums[t + step] < best_sums[t]) {
      best_sums[t] = best_sums[t + step];
      best_places[t] = best_places[t + step];
    }
  }
  if (t == 0) found[blockIdx.x] = best_places[0];
}

// ---- numbers in buckets, each sorted by a block

static __device__ int bucket_of(const float *pivots, int count, float value) {
  int low = 0, high = count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (pivots[middle] <= value) low = middle + 1; else high = middle;
  }
  return low;
}

extern "C" __global__ void bucket_counts(const float *values, int n, const float *pivots, int count, int *counts) {
  extern __shared__ int own[];
  for (int i = threadIdx.x; i <= count; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[bucket_of(pivots, count, values[i])], 1);
  __syncthreads();
  for (int i = threadIdx.x; i <= count; i += blockDim.x) atomicAdd(&counts[i], own[i]);
}

/** `next` has where each bucket begins, and where it ends afterwards. */
extern "C" __global__ void bucket_moves(const float *values, int n, const float *pivots, int count, int *next,
                                        float *moved) {
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
    moved[atomicAdd(&next[bucket_of(pivots, count, values[i])], 1)] = values[i];
  }
}

/** Merges runs within a bucket of at most 512 numbers: 1, 2, 4, ... numbers by a thread. */
extern "C" __global__ void bucket_sorts(float *values, const int *begins) {
  __shared__ float runs[2][512];
  int first = begins[blockIdx.x], n = begins[blockIdx.x + 1] - first, from = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) runs[0][i] = values[first + i];
  __syncthreads();
  for (int run = 1; run < n; run *= 2) {
    for (int begin = threadIdx.x * 2 * run; begin < n; begin += blockDim.x * 2 * run) {
      int middle = min(begin + run, n), end = min(begin + 2 * run, n), a = begin, b = middle;
      for (int i = begin; i < end; i++) {
        bool left = b == end || (a < middle && runs[from][a] <= runs[from][b]);
        runs[1 - from][i] = runs[from][left ? a++ : b++];
      }
    }
    from = 1 - from;
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[first + i] = runs[from][i];
}

// ---- the reversible wavelet of 5 and 3 taps, of a row by a block; low parts first

static __device__ int mirrored(int i, int n) {
  return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i;
}

extern "C" __global__ void wavelet_rows(const int *in, int *out, int width) {
  extern __shared__ int row[];
  const int *from = in + blockIdx.x * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x) row[i] = from[i];
  __syncthreads();
  for (int i = 2 * threadIdx.x + 1; i < width; i += 2 * blockDim.x) {
    row[i] -= (row[i - 1] + row[mirrored(i + 1, width)]) >> 1;
  }
  __syncthreads();
  for (int i = 2 * threadIdx.x; i < width; i += 2 * blockDim.x) {
    row[i] += (row[mirrored(i - 1, width)] + row[mirrored(i + 1, width)] + 2) >> 2;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    out[blockIdx.x * width + i / 2 + (i % 2 ? (width + 1) / 2 : 0)] = row[i];
  }
}
