extern "C" {
__global__ void vadd(const float* x, const float* y, float* z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}
__global__ void saxpy(float a, const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}
__global__ void mandelbrot(int* out, int width, int height, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  float cx = -2.5f + 3.5f * px / width, cy = -1.25f + 2.5f * py / height, x = 0, y = 0;
  int k = 0;
  while (k < limit && x * x + y * y < 4.0f) { float t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; k++; }
  out[py * width + px] = k;
}
__global__ void reduce(const float* x, float* out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) v += x[i];
  s[t] = v;
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) atomicAdd(out, s[0]);
}
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int m = 0; m < (n + 15) / 16; m++) {
    as[ty][tx] = row < n && m * 16 + tx < n ? a[row * n + m * 16 + tx] : 0;
    bs[ty][tx] = col < n && m * 16 + ty < n ? b[(m * 16 + ty) * n + col] : 0;
    __syncthreads();
    for (int k = 0; k < 16; k++) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = sum;
}
__global__ void naive(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}
__global__ void histogram(const unsigned char* data, int* bins, int n) {
  __shared__ int local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}
__global__ void earlyExit(int* out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t >= n) return;
  s[t] = t + 1;
  __syncthreads();
  out[t] = s[n - 1 - t];
}
__global__ void divergentBarriers(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int round = 0; round < 5; round++) {
    int k = t % 7;
    while (k > 0) { sum += k; k -= 2; }
    s[t] = sum;
    __syncthreads();
    if (round % 2 == 0) sum += s[(t + 1) % 64]; else sum -= s[(t + 63) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
__global__ void hang(int* out) { if (threadIdx.x == 0) { asm volatile("bar.sync 1, 64;"); } out[threadIdx.x] = 1; }
__constant__ float table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ int counter = 40;
__device__ int* pointer = &counter;
__global__ void constants(float* out) { out[threadIdx.x] = table[threadIdx.x % 8]; atomicAdd(pointer, 1); }
__global__ void readCounter(int* out) { *out = counter; }
__global__ void localArray(int* out, const int* index, int n) {
  int local[32];
  for (int i = 0; i < 32; i++) local[i] = i * i + threadIdx.x;
  for (int i = 0; i < n; i++) local[index[i]] += local[index[(i + 1) % n]];
  int sum = 0;
  for (int i = 0; i < 32; i++) sum = sum * 3 + local[i];
  out[threadIdx.x] = sum;
}
__global__ void print(int n) {
  if (threadIdx.x < n) printf("thread %d of %u: %5.2f|%-6s|%c|%lld|%x %%\n", threadIdx.x, blockDim.x, 1.5 * threadIdx.x, "ab", 'x', -5000000000LL, 255);
}
__global__ void outOfBounds(int* p, long long i) { p[i] = 1; }
__global__ void misaligned(char* p) { *(int*)(p + 1) = 1; }
__global__ void trapped(int n) { if (threadIdx.x == n) __trap(); }
struct Five { int v[5]; };
__device__ __noinline__ Five rotate(Five f, int k) { Five r; for (int i = 0; i < 5; i++) r.v[i] = f.v[(i + k) % 5]; return r; }
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ float scale(float a, double b) { return a * (float)b; }
__global__ void calls(int* out, float* f, Five s) {
  int t = threadIdx.x;
  Five r = rotate(s, t);
  out[t] = r.v[1] * 1000 + fib(t);
  f[t] = scale(f[t], 0.5);
}
__device__ __noinline__ int deep(int n) { volatile int pad[16]; pad[n & 15] = n; return n == 0 ? 0 : deep(n - 1) + pad[n & 15]; }
__global__ void recurse(int* out, int n) { *out = deep(n); }
__global__ void warpReduce(const float* x, float* out, int n) {
  int t = threadIdx.x;
  float v = t < n ? x[t] : 0;
  for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
  if (t % 32 == 0) out[t / 32] = v;
}
__global__ void warpMix(int* out) {
  int t = threadIdx.x, lane = t & 31;
  int r = __shfl_sync(~0u, t * 3, 5);
  r += __shfl_up_sync(~0u, t, 2) * 100;
  r += __shfl_xor_sync(~0u, t, 1) * 10000;
  unsigned ballot = __ballot_sync(~0u, t % 3 == 0);
  int all = __all_sync(~0u, t < 1000), any = __any_sync(~0u, t == 33);
  int div = 0;
  if (lane < 10) div = __shfl_sync(0x3ff, lane * 7, 3); else div = __popc(__activemask());
  __syncwarp();
  unsigned match = __match_any_sync(~0u, lane / 4);
  int sum = __reduce_add_sync(~0u, lane);
  out[t * 6] = r; out[t * 6 + 1] = (int)ballot; out[t * 6 + 2] = all * 2 + any; out[t * 6 + 3] = div; out[t * 6 + 4] = (int)match; out[t * 6 + 5] = sum;
}
__global__ void spin(int* lock, int* count) {
  bool done = false;
  while (!done) { if (atomicCAS(lock, 0, 1) == 0) { *(volatile int*)count += 1; __threadfence(); atomicExch(lock, 0); done = true; } }
}
__global__ void flag(volatile int* f, int* out) {
  if (threadIdx.x == 0) { while (f[0] == 0) {} out[0] = f[1]; } else if (threadIdx.x == 63) { f[1] = 17; __threadfence(); f[0] = 1; }
}
__global__ void counted(int* out) { int p = threadIdx.x % 3 == 0; out[threadIdx.x] = __syncthreads_count(p) * 100 + __syncthreads_and(p) * 10 + __syncthreads_or(p); }
__global__ void dynamicShared(int* x) {
  extern __shared__ int s[];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void atomics(int* i, unsigned* u, unsigned long long* l, float* f, double* d) {
  int t = threadIdx.x;
  atomicAdd(&i[0], t); atomicSub(&i[1], t); atomicMin(&i[2], 50 - t); atomicMax(&i[3], t - 50); atomicAnd(&i[4], ~t); atomicOr(&i[5], t); atomicXor(&i[6], t); atomicExch(&i[7], 9); atomicCAS(&i[8], t, t + 1);
  atomicInc(&u[0], 9); atomicDec(&u[1], 9); atomicMin(&u[2], (unsigned)-t); atomicMax(&u[3], (unsigned)-t);
  atomicAdd(&l[0], (unsigned long long)t << 33); atomicMax(&l[1], (unsigned long long)t << 40); atomicCAS(&l[2], (unsigned long long)t, t + 1ull);
  atomicAdd(f, 0.5f); atomicAdd(d, 0.25);
}
__global__ void indices(int* out) {
  int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z), per = blockDim.x * blockDim.y * blockDim.z;
  int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[b * per + t] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z + 1000 * blockIdx.x + 10000 * blockIdx.y + 100000 * blockIdx.z;
}
}
