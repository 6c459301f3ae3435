// Stencils, convolutions, lattices and particles.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define X (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define Y (int)(blockIdx.y * blockDim.y + threadIdx.y)
#define Z (int)(blockIdx.z * blockDim.z + threadIdx.z)

#define RADIUS 3
__constant__ float weights[2 * RADIUS + 1] = {0.05f, 0.1f, 0.2f, 0.3f, 0.2f, 0.1f, 0.05f};

extern "C" __global__ void stencil_1d(const float *in, float *out, int n) {
  __shared__ float s[64 + 2 * RADIUS];
  int i = INDEX, t = threadIdx.x + RADIUS;
  s[t] = i < n ? in[i] : 0;
  if (threadIdx.x < RADIUS) {
    s[t - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
    s[t + 64] = i + 64 < n ? in[i + 64] : 0;
  }
  __syncthreads();
  float r = 0;
  for (int k = -RADIUS; k <= RADIUS; k++) r += weights[k + RADIUS] * s[t + k];
  if (i < n) out[i] = r;
}

extern "C" __global__ void heat_2d(const double *in, double *out, int w, int h, double a) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  int i = y * w + x;
  if (x == 0 || y == 0 || x == w - 1 || y == h - 1) { out[i] = in[i]; return; }
  out[i] = in[i] + a * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] - 4 * in[i]);
}

extern "C" __global__ void laplace_3d(const float *in, float *out, int nx, int ny, int nz) {
  int x = X, y = Y, z = Z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  int i = (z * ny + y) * nx + x, p = nx * ny;
  out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - p] + in[i + p] - 6 * in[i];
}

// Planes along z in registers.
extern "C" __global__ void stencil_25d(const float *in, float *out, int nx, int ny, int nz) {
  __shared__ float tile[6][10];
  int x = X, y = Y, tx = threadIdx.x + 1, ty = threadIdx.y + 1, p = nx * ny;
  bool inside = x < nx && y < ny;
  int i = y * nx + x;
  float below = 0, here = inside ? in[i] : 0, above = inside && nz > 1 ? in[i + p] : 0;
  for (int z = 0; z < nz; z++) {
    __syncthreads();
    tile[ty][tx] = here;
    if (tx == 1) tile[ty][0] = x > 0 && inside ? in[z * p + i - 1] : 0;
    if (tx == 8) tile[ty][9] = x + 1 < nx && inside ? in[z * p + i + 1] : 0;
    if (ty == 1) tile[0][tx] = y > 0 && inside ? in[z * p + i - nx] : 0;
    if (ty == 4) tile[5][tx] = y + 1 < ny && inside ? in[z * p + i + nx] : 0;
    __syncthreads();
    if (inside) out[z * p + i] = 0.5f * here + (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] + below + above) / 12;
    below = here; here = above; above = inside && z + 2 < nz ? in[(z + 2) * p + i] : 0;
  }
}

extern "C" __global__ void convolve_2d(const float *in, const float *mask, float *out, int w, int h, int mw, int mh) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  float s = 0;
  for (int j = 0; j < mh; j++)
    for (int i = 0; i < mw; i++) {
      int u = x + i - mw / 2, v = y + j - mh / 2;
      if (u >= 0 && u < w && v >= 0 && v < h) s += in[v * w + u] * mask[j * mw + i];
    }
  out[y * w + x] = s;
}

extern "C" __global__ void convolve_rows(const float *in, float *out, int w, int h) {
  extern __shared__ float row[];
  int y = blockIdx.x;
  for (int x = threadIdx.x; x < w; x += blockDim.x) row[x] = in[y * w + x];
  __syncthreads();
  for (int x = threadIdx.x; x < w; x += blockDim.x) {
    float s = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) s += weights[k + RADIUS] * row[min(max(x + k, 0), w - 1)];
    out[y * w + x] = s;
  }
}

extern "C" __global__ void life(const unsigned char *in, unsigned char *out, int w, int h) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy) alive += in[(y + dy + h) % h * w + (x + dx + w) % w];
  out[y * w + x] = alive == 3 || (alive == 2 && in[y * w + x]);
}

// 64 cells in a word, added with carries.
extern "C" __global__ void life_bits(const unsigned long long *in, unsigned long long *out, int h) {
  int y = INDEX;
  if (y >= h) return;
  unsigned long long ones = 0, twos = 0, fours = 0;
  auto add = [&](unsigned long long v) {
    unsigned long long c = ones & v, d = twos & c;
    ones ^= v; twos ^= c; fours ^= d;
  };
  for (int d = -1; d <= 1; d++) {
    unsigned long long r = in[(y + d + h) % h];
    add(r << 1 | r >> 63);
    add(r >> 1 | r << 63);
    if (d) add(r);
  }
  out[y] = twos & ~fours & (ones | in[y]);
}

// A step of the lattice Boltzmann method on nine directions, pulling.
__constant__ int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ double cw[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

extern "C" __global__ void lattice_boltzmann(const double *f, double *g, int w, int h, double omega) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  double d[9], rho = 0, ux = 0, uy = 0;
  #pragma unroll
  for (int k = 0; k < 9; k++) {
    int u = (x - cx[k] + w) % w, v = (y - cy[k] + h) % h;
    d[k] = f[(k * h + v) * w + u];
    rho += d[k]; ux += cx[k] * d[k]; uy += cy[k] * d[k];
  }
  ux /= rho; uy /= rho;
  double uu = 1.5 * (ux * ux + uy * uy);
  #pragma unroll
  for (int k = 0; k < 9; k++) {
    double cu = 3 * (cx[k] * ux + cy[k] * uy);
    g[(k * h + y) * w + x] = d[k] + omega * (cw[k] * rho * (1 + cu + 0.5 * cu * cu - uu) - d[k]);
  }
}

extern "C" __global__ void wave(const float *now, const float *before, float *next, int w, int h, float c) {
  int x = X, y = Y;
  if (x >= w || y >= h) return;
  int i = y * w + x;
  float l = x > 0 ? now[i - 1] : 0, r = x < w - 1 ? now[i + 1] : 0, u = y > 0 ? now[i - w] : 0, d = y < h - 1 ? now[i + w] : 0;
  next[i] = 2 * now[i] - before[i] + c * (l + r + u + d - 4 * now[i]);
}

extern "C" __global__ void red_black(double *p, int w, int h, int colour) {
  int x = X, y = Y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1 || (x + y) % 2 != colour) return;
  p[y * w + x] = 0.25 * (p[y * w + x - 1] + p[y * w + x + 1] + p[(y - 1) * w + x] + p[(y + 1) * w + x]);
}

extern "C" __global__ void n_body(const float4 *bodies, float3 *forces, int n) {
  __shared__ float4 tile[32];
  int i = INDEX;
  float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += 32) {
    int k = first + threadIdx.x;
    tile[threadIdx.x] = k < n ? bodies[k] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int j = 0; j < 32; j++) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float d = dx * dx + dy * dy + dz * dz + 0.01f, inverse = rsqrtf(d);
      float f = tile[j].w * inverse * inverse * inverse;
      ax += f * dx; ay += f * dy; az += f * dz;
    }
    __syncthreads();
  }
  if (i < n) forces[i] = make_float3(ax, ay, az);
}

struct Body { double x, v; };

// Runge-Kutta of order 4 for a damped pendulum.
extern "C" __global__ void runge_kutta(Body *b, double h, int steps, int n) {
  int i = INDEX;
  if (i >= n) return;
  Body s = b[i];
  auto slope = [](const Body &q) { Body r; r.x = q.v; r.v = -sin(q.x) - 0.1 * q.v; return r; };
  for (int k = 0; k < steps; k++) {
    Body a = slope(s), p = slope(Body{s.x + h / 2 * a.x, s.v + h / 2 * a.v});
    Body c = slope(Body{s.x + h / 2 * p.x, s.v + h / 2 * p.v}), d = slope(Body{s.x + h * c.x, s.v + h * c.v});
    s.x += h / 6 * (a.x + 2 * p.x + 2 * c.x + d.x);
    s.v += h / 6 * (a.v + 2 * p.v + 2 * c.v + d.v);
  }
  b[i] = s;
}

__device__ float2 multiply(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// Decimation in time, 128 points in shared memory.
extern "C" __global__ void fft(float2 *x, int inverse) {
  __shared__ float2 s[128];
  int t = threadIdx.x;
  x += blockIdx.x * 128;
  s[__brev(t) >> 25] = x[t];
  s[__brev(t + 64) >> 25] = x[t + 64];
  for (int half = 1; half < 128; half *= 2) {
    __syncthreads();
    int k = t % half, a = (t / half) * 2 * half + k;
    float c, d;
    sincospif((inverse ? 1.0f : -1.0f) * k / half, &d, &c);
    float2 u = s[a], v = multiply(s[a + half], make_float2(c, d));
    s[a] = make_float2(u.x + v.x, u.y + v.y);
    s[a + half] = make_float2(u.x - v.x, u.y - v.y);
  }
  __syncthreads();
  x[t] = s[t];
  x[t + 64] = s[t + 64];
}

extern "C" __global__ void dct_8x8(const float *in, float *out) {
  __shared__ float s[8][8];
  int u = threadIdx.x, v = threadIdx.y;
  in += blockIdx.x * 64; out += blockIdx.x * 64;
  float r = 0;
  for (int k = 0; k < 8; k++) r += in[v * 8 + k] * cospif((2 * k + 1) * u / 16.0f);
  s[v][u] = r * (u ? 0.5f : 0.35355339f);
  __syncthreads();
  r = 0;
  for (int k = 0; k < 8; k++) r += s[k][u] * cospif((2 * k + 1) * v / 16.0f);
  out[v * 8 + u] = r * (v ? 0.5f : 0.35355339f);
}

extern "C" __global__ void haar(float *x, int n) {
  extern __shared__ float h[];
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) h[i] = x[i];
  for (int length = n / 2; length > 0; length /= 2) {
    __syncthreads();
    float a = 0, b = 0;
    if (t < length) { a = h[2 * t]; b = h[2 * t + 1]; }
    __syncthreads();
    if (t < length) { h[t] = (a + b) / 2; h[length + t] = (a - b) / 2; }
  }
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x) x[i] = h[i];
}

extern "C" __global__ void walsh_hadamard(int *x) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = x[INDEX];
  for (int d = 1; d < 128; d *= 2) {
    __syncthreads();
    int a = s[t & ~d], b = s[t | d];
    __syncthreads();
    s[t] = t & d ? a - b : a + b;
  }
  x[INDEX] = s[t];
}
