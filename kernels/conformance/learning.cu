// Layers, activations, losses and optimisers of neural networks.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define FULL 0xffffffffu

__device__ float warp_sum(float v) { for (int d = 16; d; d /= 2) v += __shfl_xor_sync(FULL, v, d); return v; }
__device__ float warp_max(float v) { for (int d = 16; d; d /= 2) v = fmaxf(v, __shfl_xor_sync(FULL, v, d)); return v; }

// A warp for each row.
extern "C" __global__ void softmax(const float *x, float *y, int rows, int columns) {
  int row = INDEX / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  x += row * columns; y += row * columns;
  float m = -3.4e38f, s = 0;
  for (int c = lane; c < columns; c += 32) m = fmaxf(m, x[c]);
  m = warp_max(m);
  for (int c = lane; c < columns; c += 32) s += expf(x[c] - m);
  s = warp_sum(s);
  for (int c = lane; c < columns; c += 32) y[c] = expf(x[c] - m) / s;
}

// Maximum and sum in one pass, a block for each row.
extern "C" __global__ void online_softmax(const float *x, float *y, int columns) {
  __shared__ float2 s[64];
  int t = threadIdx.x;
  x += blockIdx.x * columns; y += blockIdx.x * columns;
  auto join = [](float2 a, float2 b) {
    float m = fmaxf(a.x, b.x);
    return make_float2(m, a.y * expf(a.x - m) + b.y * expf(b.x - m));
  };
  float2 v = make_float2(-1e30f, 0);
  for (int c = t; c < columns; c += 64) v = join(v, make_float2(x[c], 1));
  s[t] = v;
  for (int d = 32; d > 0; d /= 2) { __syncthreads(); if (t < d) s[t] = join(s[t], s[t + d]); }
  __syncthreads();
  for (int c = t; c < columns; c += 64) y[c] = expf(x[c] - s[0].x) / s[0].y;
}

extern "C" __global__ void log_softmax_loss(const float *x, const int *target, float *loss, float *gradient, int rows, int columns) {
  int row = INDEX;
  if (row >= rows) return;
  const float *r = x + row * columns;
  float m = r[0], s = 0;
  for (int c = 1; c < columns; c++) m = fmaxf(m, r[c]);
  for (int c = 0; c < columns; c++) s += expf(r[c] - m);
  float norm = m + logf(s);
  loss[row] = norm - r[target[row]];
  for (int c = 0; c < columns; c++) gradient[row * columns + c] = (expf(r[c] - norm) - (c == target[row])) / rows;
}

extern "C" __global__ void layer_norm(const float *x, const float *gamma, const float *beta, float *y, int columns) {
  __shared__ float sums[2];
  int t = threadIdx.x;
  x += blockIdx.x * columns; y += blockIdx.x * columns;
  float s = 0, q = 0;
  for (int c = t; c < columns; c += 32) { s += x[c]; q += x[c] * x[c]; }
  s = warp_sum(s); q = warp_sum(q);
  if (t == 0) { float mean = s / columns; sums[0] = mean; sums[1] = rsqrtf(q / columns - mean * mean + 1e-5f); }
  __syncwarp();
  for (int c = t; c < columns; c += 32) y[c] = (x[c] - sums[0]) * sums[1] * gamma[c] + beta[c];
}

extern "C" __global__ void rms_norm(const float *x, const float *weight, float *y, int columns) {
  x += blockIdx.x * columns; y += blockIdx.x * columns;
  __shared__ float warps[4];
  float q = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) q = fmaf(x[c], x[c], q);
  q = warp_sum(q);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = q;
  __syncthreads();
  float scale = rsqrtf((warps[0] + warps[1] + warps[2] + warps[3]) / columns + 1e-6f);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) y[c] = x[c] * scale * weight[c];
}

extern "C" __global__ void batch_norm(const float *x, const float *mean, const float *variance, float *y, int channels, int area, int n) {
  int i = INDEX;
  if (i >= n) return;
  int c = i / area % channels;
  y[i] = (x[i] - mean[c]) / sqrtf(variance[c] + 1e-5f);
}

extern "C" __global__ void activations(const float *x, float *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  float v = x[i], *r = y + 9 * i;
  r[0] = fmaxf(v, 0.0f);
  r[1] = v > 0 ? v : 0.01f * v;
  r[2] = 1 / (1 + expf(-v));
  r[3] = tanhf(v);
  r[4] = 0.5f * v * (1 + erff(v * 0.70710678f));
  r[5] = 0.5f * v * (1 + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
  r[6] = v / (1 + expf(-v));
  r[7] = v > 0 ? v : expm1f(v);
  r[8] = v > 20 ? v : log1pf(expf(v));
}

extern "C" __global__ void conv2d_direct(const float *in, const float *w, const float *bias, float *out, int ci, int co, int h, int wd, int k, int stride, int pad) {
  int oh = (h + 2 * pad - k) / stride + 1, ow = (wd + 2 * pad - k) / stride + 1;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, o = blockIdx.z;
  if (x >= ow || y >= oh) return;
  float s = bias[o];
  for (int c = 0; c < ci; c++)
    for (int p = 0; p < k; p++)
      for (int q = 0; q < k; q++) {
        int u = y * stride + p - pad, v = x * stride + q - pad;
        if (u >= 0 && u < h && v >= 0 && v < wd) s += in[(c * h + u) * wd + v] * w[((o * ci + c) * k + p) * k + q];
      }
  out[(o * oh + y) * ow + x] = s;
}

extern "C" __global__ void pooling(const float *in, float *largest, int *where, float *average, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, ow = (w + 1) / 2, oh = (h + 1) / 2;
  if (x >= ow || y >= oh) return;
  float best = -3.4e38f, s = 0;
  int at = -1, count = 0;
  for (int v = 2 * y; v < min(2 * y + 2, h); v++)
    for (int u = 2 * x; u < min(2 * x + 2, w); u++) {
      float p = in[v * w + u];
      if (p > best) { best = p; at = v * w + u; }
      s += p; count++;
    }
  largest[y * ow + x] = best; where[y * ow + x] = at; average[y * ow + x] = s / count;
}

// Scaled attention of one head: scores stay in shared memory.
extern "C" __global__ void attention(const float *q, const float *k, const float *v, float *out, int length, int width, int causal) {
  extern __shared__ float scores[];
  int row = blockIdx.x, t = threadIdx.x, last = causal ? row + 1 : length;
  float scale = rsqrtf((float)width);
  for (int j = t; j < last; j += blockDim.x) {
    float s = 0;
    for (int c = 0; c < width; c++) s += q[row * width + c] * k[j * width + c];
    scores[j] = s * scale;
  }
  __syncthreads();
  float m = -1e30f, s = 0;
  for (int j = 0; j < last; j++) m = fmaxf(m, scores[j]);
  for (int j = 0; j < last; j++) s += expf(scores[j] - m);
  for (int c = t; c < width; c += blockDim.x) {
    float r = 0;
    for (int j = 0; j < last; j++) r += expf(scores[j] - m) * v[j * width + c];
    out[row * width + c] = r / s;
  }
}

extern "C" __global__ void quantise(const float *x, signed char *q, unsigned char *u, float scale, int zero, int n) {
  int i = INDEX;
  if (i >= n) return;
  q[i] = (signed char)max(-128, min(127, __float2int_rn(x[i] / scale)));
  u[i] = (unsigned char)min(max(__float2int_rn(x[i] / scale) + zero, 0), 255);
}

// Two weights of four bits in each byte, a scale for each 16.
extern "C" __global__ void dequantise_4bit(const unsigned char *packed, const float *scales, float *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  int nibble = i & 1 ? packed[i / 2] >> 4 : packed[i / 2] & 15;
  out[i] = (nibble - 8) * scales[i / 16];
}

extern "C" __global__ void adam(float *w, const float *g, float *m, float *v, float rate, float b1, float b2, int step, int n) {
  int i = INDEX;
  if (i >= n) return;
  m[i] = b1 * m[i] + (1 - b1) * g[i];
  v[i] = b2 * v[i] + (1 - b2) * g[i] * g[i];
  float mh = m[i] / (1 - powf(b1, step)), vh = v[i] / (1 - powf(b2, step));
  w[i] -= rate * mh / (sqrtf(vh) + 1e-8f);
}

extern "C" __global__ void embedding(const int *tokens, const float4 *table, float4 *out, int width, int n) {
  int i = INDEX;
  if (i < n * width) out[i] = table[tokens[i / width] * width + i % width];
}

extern "C" __global__ void embedding_gradient(const int *tokens, const float *g, float *table, int width, int n) {
  int i = INDEX;
  if (i < n * width) atomicAdd(&table[tokens[i / width] * width + i % width], g[i]);
}

extern "C" __global__ void rotary(float2 *x, int heads, int half, int n) {
  int i = INDEX;
  if (i >= n) return;
  int position = i / (heads * half), k = i % half;
  float angle = position * powf(10000.0f, -(float)k / half), s, c;
  sincosf(angle, &s, &c);
  x[i] = make_float2(x[i].x * c - x[i].y * s, x[i].x * s + x[i].y * c);
}

extern "C" __global__ void dropout(const float *x, float *y, unsigned char *mask, float p, unsigned seed, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned h = i * 2654435761u ^ seed;
  h ^= h >> 16; h *= 0x85ebca6b; h ^= h >> 13; h *= 0xc2b2ae35; h ^= h >> 16;
  bool keep = h * 2.3283064365386963e-10f >= p;
  mask[i] = keep;
  y[i] = keep ? x[i] / (1 - p) : 0;
}

// Errors go back through one hidden layer: a sample for each block.
extern "C" __global__ void back_propagate(const float *x, const float *w1, const float *w2, const float *target, float *g1, float *g2, int in, int hidden) {
  __shared__ float h[16], error;
  int t = threadIdx.x;
  x += blockIdx.x * in;
  if (t < hidden) {
    float s = 0;
    for (int i = 0; i < in; i++) s += w1[t * in + i] * x[i];
    h[t] = 1 / (1 + expf(-s));
  }
  __syncthreads();
  if (t == 0) {
    float o = 0;
    for (int j = 0; j < hidden; j++) o += w2[j] * h[j];
    error = o - target[blockIdx.x];
  }
  __syncthreads();
  if (t < hidden) {
    atomicAdd(&g2[t], error * h[t]);
    float d = error * w2[t] * h[t] * (1 - h[t]);
    for (int i = 0; i < in; i++) atomicAdd(&g1[t * in + i], d * x[i]);
  }
}

extern "C" __global__ void top_k(const float *x, float *values, int *indices, int n, int k) {
  __shared__ float s[256];
  __shared__ float best[64];
  __shared__ int where[64];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) s[i] = x[blockIdx.x * n + i];
  for (int r = 0; r < k; r++) {
    __syncthreads();
    float b = -3e38f; int w = 0;
    for (int i = t; i < n; i += 64) if (s[i] > b) { b = s[i]; w = i; }
    best[t] = b; where[t] = w;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
      if (t < d && best[t + d] > best[t]) { best[t] = best[t + d]; where[t] = where[t + d]; }
      __syncthreads();
    }
    if (t == 0) { values[blockIdx.x * k + r] = best[0]; indices[blockIdx.x * k + r] = where[0]; s[where[0]] = -3.3e38f; }
  }
}
