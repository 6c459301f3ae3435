// Images: colours, filters, geometry, statistics.

#define X (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define Y (int)(blockIdx.y * blockDim.y + threadIdx.y)
typedef unsigned char u8;

extern "C" __global__ void grey(const uchar4 *in, u8 *out, int w, int h) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  uchar4 p = in[y * w + x];
  out[y * w + x] = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
}

extern "C" __global__ void yuv_to_rgb(const u8 *luma, const u8 *chroma, uchar3 *out, int w, int h) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  int c = luma[y * w + x] - 16, at = y / 2 * w + (x & ~1), d = chroma[at] - 128, e = chroma[at + 1] - 128;
  auto clip = [](int v) { return (u8)(v < 0 ? 0 : v > 255 ? 255 : v); };
  out[y * w + x] = make_uchar3(clip((298 * c + 409 * e + 128) >> 8), clip((298 * c - 100 * d - 208 * e + 128) >> 8), clip((298 * c + 516 * d + 128) >> 8));
}

extern "C" __global__ void rgb_to_hsv(const float3 *in, float3 *out, int n) {
  int i = X;
  if (i >= n) return;
  float3 p = in[i];
  float high = fmaxf(p.x, fmaxf(p.y, p.z)), low = fminf(p.x, fminf(p.y, p.z)), d = high - low, hue = 0;
  if (d > 0) {
    if (high == p.x) hue = fmodf((p.y - p.z) / d + 6, 6);
    else if (high == p.y) hue = (p.z - p.x) / d + 2;
    else hue = (p.x - p.y) / d + 4;
  }
  out[i] = make_float3(60 * hue, high > 0 ? d / high : 0, high);
}

extern "C" __global__ void sobel_edges(const u8 *in, u8 *out, int w, int h) {
  __shared__ u8 tile[10][18];
  int x = X, y = Y;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 180; i += 128) {
    int u = min(max((int)blockIdx.x * 16 + i % 18 - 1, 0), w - 1), v = min(max((int)blockIdx.y * 8 + i / 18 - 1, 0), h - 1);
    tile[i / 18][i % 18] = in[v * w + u];
  }
  __syncthreads();
  if (x >= w || y >= h) return;
  int a = threadIdx.y, b = threadIdx.x;
  int gx = tile[a][b + 2] + 2 * tile[a + 1][b + 2] + tile[a + 2][b + 2] - tile[a][b] - 2 * tile[a + 1][b] - tile[a + 2][b];
  int gy = tile[a + 2][b] + 2 * tile[a + 2][b + 1] + tile[a + 2][b + 2] - tile[a][b] - 2 * tile[a][b + 1] - tile[a][b + 2];
  out[y * w + x] = min(255, abs(gx) + abs(gy));
}

extern "C" __global__ void median_3x3(const u8 *in, u8 *out, int w, int h) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  u8 v[9];
  for (int k = 0; k < 9; k++) v[k] = in[min(max(y + k / 3 - 1, 0), h - 1) * w + min(max(x + k % 3 - 1, 0), w - 1)];
  for (int i = 0; i <= 4; i++)
    for (int j = i + 1; j < 9; j++) if (v[j] < v[i]) { u8 t = v[i]; v[i] = v[j]; v[j] = t; }
  out[y * w + x] = v[4];
}

extern "C" __global__ void bilinear(const float *in, float *out, int w, int h, int nw, int nh) {
  int x = X, y = Y;
  if (x >= nw || y >= nh) return;
  float u = fmaxf((x + 0.5f) * w / nw - 0.5f, 0), v = fmaxf((y + 0.5f) * h / nh - 0.5f, 0);
  int u0 = (int)u, v0 = (int)v, u1 = min(u0 + 1, w - 1), v1 = min(v0 + 1, h - 1);
  float a = u - u0, b = v - v0;
  out[y * nw + x] = (1 - b) * ((1 - a) * in[v0 * w + u0] + a * in[v0 * w + u1]) + b * ((1 - a) * in[v1 * w + u0] + a * in[v1 * w + u1]);
}

extern "C" __global__ void bilateral(const float *in, float *out, int w, int h, float space, float range) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  float centre = in[y * w + x], s = 0, norm = 0;
  for (int dy = -2; dy <= 2; dy++)
    for (int dx = -2; dx <= 2; dx++) {
      int u = x + dx, v = y + dy;
      if (u < 0 || v < 0 || u >= w || v >= h) continue;
      float p = in[v * w + u], d = p - centre;
      float k = expf(-(dx * dx + dy * dy) * space - d * d * range);
      s += k * p; norm += k;
    }
  out[y * w + x] = s / norm;
}

// Sums of all pixels above and to the left: rows, then columns.
extern "C" __global__ void integral_rows(const u8 *in, int *out, int w, int h) {
  int y = X;
  if (y >= h) return;
  int s = 0;
  for (int x = 0; x < w; x++) out[y * w + x] = s += in[y * w + x];
}

extern "C" __global__ void integral_columns(int *out, int w, int h) {
  int x = X;
  if (x >= w) return;
  for (int y = 1; y < h; y++) out[y * w + x] += out[(y - 1) * w + x];
}

extern "C" __global__ void box_filter(const int *integral, float *out, int w, int h, int r) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  int x0 = max(x - r, 0) - 1, y0 = max(y - r, 0) - 1, x1 = min(x + r, w - 1), y1 = min(y + r, h - 1);
  auto at = [&](int u, int v) { return u < 0 || v < 0 ? 0 : integral[v * w + u]; };
  out[y * w + x] = (float)(at(x1, y1) - at(x0, y1) - at(x1, y0) + at(x0, y0)) / ((x1 - x0) * (y1 - y0));
}

extern "C" __global__ void equalise(u8 *image, int n) {
  __shared__ unsigned bins[256], sums[256];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  for (int i = t; i < n; i += 256) atomicAdd(&bins[image[i]], 1u);
  __syncthreads();
  sums[t] = bins[t];
  for (int d = 1; d < 256; d *= 2) {
    __syncthreads();
    unsigned v = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += v;
  }
  __syncthreads();
  for (int i = t; i < n; i += 256) image[i] = (u8)(sums[image[i]] * 255ull / n);
}

extern "C" __global__ void morphology(const u8 *in, u8 *eroded, u8 *dilated, int w, int h) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  u8 low = 255, high = 0;
  #pragma unroll
  for (int k = 0; k < 9; k++) {
    int u = x + k % 3 - 1, v = y + k / 3 - 1;
    if (u < 0 || v < 0 || u >= w || v >= h) continue;
    low = min(low, in[v * w + u]);
    high = max(high, in[v * w + u]);
  }
  eroded[y * w + x] = low;
  dilated[y * w + x] = high;
}

extern "C" __global__ void rotate(const int *in, int *out, int w, int h) {
  int x = X, y = Y;
  if (x < w && y < h) out[x * h + h - 1 - y] = in[y * w + x];
}

extern "C" __global__ void alpha_blend(const unsigned *top, unsigned *bottom, int n) {
  int i = X;
  if (i >= n) return;
  unsigned a = top[i] >> 24, r = 0;
  for (int s = 0; s < 24; s += 8) {
    unsigned p = top[i] >> s & 255, q = bottom[i] >> s & 255;
    r |= ((p * a + q * (255 - a) + 127) / 255) << s;
  }
  bottom[i] = r | 0xff000000u;
}

extern "C" __global__ void floyd_steinberg_row(const float *in, u8 *out, int w) {
  float carry = 0;
  const float *row = in + X * w;
  for (int x = 0; x < w; x++) {
    float v = row[x] + carry;
    bool on = v >= 0.5f;
    carry = v - on;
    out[X * w + x] = on;
  }
}

struct Ray { float3 origin, direction; };
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ float3 minus(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ bool hit(const Ray &ray, float4 ball, float &distance) {
  float3 to = minus(make_float3(ball.x, ball.y, ball.z), ray.origin);
  float along = dot(to, ray.direction), off = dot(to, to) - along * along, square = ball.w * ball.w;
  if (along < 0 || off > square) return false;
  distance = along - sqrtf(square - off);
  return true;
}

extern "C" __global__ void ray_cast(const float4 *balls, int n, int *who, float *depth, int w, int h) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  Ray ray = {make_float3(x * 10.0f / w, y * 10.0f / h, -20), make_float3(0, 0, 1)};
  int best = -1;
  float nearest = 1e30f, d;
  for (int k = 0; k < n; k++) if (hit(ray, balls[k], d) && d < nearest) { nearest = d; best = k; }
  who[y * w + x] = best;
  depth[y * w + x] = nearest;
}
