// Calls: through pointers, virtual, recursive, with barriers inside, and with exit inside.

typedef float (*Operation)(float, float);
__device__ float plus(float a, float b) { return a + b; }
__device__ float times(float a, float b) { return a * b; }
__device__ float minus(float a, float b) { return a - b; }
__device__ Operation table[3] = {plus, times, minus};
__constant__ Operation constants[3] = {plus, times, minus};
__device__ Operation stored;

extern "C" __global__ void pointers(float *x, const int *which, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = table[which[i]](x[i], 2.f) + constants[which[i]](1.f, 2.f);
}

__device__ __noinline__ float apply(Operation f, float a, float b) { return f(a, b); }
extern "C" __global__ void arguments(float *x, const int *which) {
  int i = threadIdx.x;
  Operation f = which[i] == 0 ? plus : which[i] == 1 ? times : minus;
  x[i] = apply(f, x[i], 3.f);
}

extern "C" __global__ void keep(int k) { stored = k == 0 ? plus : times; }
extern "C" __global__ void call_kept(float *x) { x[threadIdx.x] = stored(x[threadIdx.x], 5.f); }
extern "C" __global__ void call_address(float *x, long long address) {
  x[0] = ((Operation)address)(1.f, 2.f);
}

__device__ int rotated(int *s, int k) {
  __syncthreads();
  int v = s[(threadIdx.x + k) % blockDim.x];
  __syncthreads();
  return v;
}
__device__ int summed(int *s, int k) { return __reduce_add_sync(~0u, s[threadIdx.x]) + k; }
extern "C" __global__ void barriers_behind_pointers(int *x, int which) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int (*f)(int *, int) = which == 0 ? rotated : summed;
  x[threadIdx.x] = f(s, 3);
}

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  float radius;
  __device__ Circle(float r) : radius(r) {}
  __device__ float area() const override { return 3 * radius * radius; }
};
struct Rectangle : Square {
  float height;
  __device__ Rectangle(float s, float h) : Square(s), height(h) {}
  __device__ float area() const override { return side * height; }
};
__device__ __noinline__ float total(Shape *const *shapes, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += shapes[i]->area();
  return sum;
}
extern "C" __global__ void virtuals(float *out) {
  int i = threadIdx.x;
  Square a(i);
  Circle b(i + 1);
  Rectangle c(i, 2);
  Shape *shapes[3] = {&a, &b, &c};
  out[i] = shapes[i % 3]->area() + 1000 * total(shapes, 3);
}
extern "C" __global__ void virtuals_on_the_heap(float *out) {
  int i = threadIdx.x;
  Shape *shape;
  if (i % 2) shape = new Square(i);
  else shape = new Circle(i);
  out[i] = shape->area();
  delete shape;
}

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
extern "C" __global__ void recursion(int *x) {
  x[threadIdx.x] = fibonacci(threadIdx.x % 16) + 1000 * ackermann(2, threadIdx.x % 4);
}

__device__ __noinline__ int tree(int *s, int depth) {
  __syncthreads();
  if (depth == 0) return s[threadIdx.x];
  int left = tree(s, depth - 1);
  s[threadIdx.x] += 1;
  __syncthreads();
  int next = s[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  return left + tree(s, depth - 1) + next;
}
extern "C" __global__ void recursion_with_barriers(int *x) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  x[threadIdx.x] = tree(s, 3);
}

struct Eight {
  int v[8];
};
__device__ __noinline__ Eight mixed(Eight b, int depth) {
  if (depth == 0) return b;
  for (int i = 0; i < 8; i++) b.v[i] += __shfl_xor_sync(~0u, b.v[(i + 1) % 8], 1);
  return mixed(b, depth - 1);
}
extern "C" __global__ void recursion_with_shuffles(int *x) {
  Eight b;
  for (int i = 0; i < 8; i++) b.v[i] = threadIdx.x + i;
  b = mixed(b, 3);
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += b.v[i] * (i + 1);
  x[threadIdx.x] = sum;
}

__device__ __noinline__ void leave(int *x, int i) {
  x[i] = 1;
  if (i % 3 == 0) asm volatile("exit;");
  x[i] = 2;
}
extern "C" __global__ void exit_in_function(int *x) {
  leave(x, threadIdx.x);
  x[threadIdx.x] += 10;
}
extern "C" __global__ void exit_before_barrier(int *x) {
  leave(x, threadIdx.x);
  int others = __syncthreads_count(1);
  x[threadIdx.x] += 10 * others;
}
__device__ __noinline__ int dive(int *x, int depth) {
  if (depth == 0) asm volatile("exit;");
  return dive(x, depth - 1) + x[depth];
}
extern "C" __global__ void exit_in_recursion(int *x) {
  int i = threadIdx.x;
  x[i] = 5;
  if (i & 1) x[i] = dive(x, i);
  else x[i] = 6;
}

struct Mixed {
  float a;
  double b;
  int c[3];
  char d;
};
extern "C" __global__ void by_value(Mixed p, float *out) {
  out[0] = p.a;
  out[1] = p.b;
  for (int i = 0; i < 3; i++) out[2 + i] = p.c[i];
  out[5] = p.d;
  out[6 + threadIdx.x] = p.c[threadIdx.x % 3];
}
__device__ __noinline__ Mixed doubled(Mixed p) {
  p.a *= 2;
  p.b *= 2;
  for (int i = 0; i < 3; i++) p.c[i] *= 2;
  return p;
}
extern "C" __global__ void passed_on(Mixed p, float *out) {
  Mixed q = doubled(doubled(p));
  out[0] = q.a;
  out[1] = q.b;
  out[2] = q.c[2];
}
struct View {
  float *x;
  int n;
  float factor;
};
extern "C" __global__ void view(View v) {
  int i = threadIdx.x;
  if (i < v.n) v.x[i] *= v.factor;
}
__device__ __noinline__ Mixed exchanged(Mixed p) {
  p.c[0] += __shfl_sync(~0u, p.c[1], 0);
  __syncthreads();
  p.c[2] = p.c[0];
  return p;
}
extern "C" __global__ void structs_and_barriers(Mixed p, int *out) {
  p.c[0] = threadIdx.x;
  p = exchanged(p);
  out[threadIdx.x] = p.c[2] + p.c[0];
}
__device__ __noinline__ float2 turned(float2 a) {
  __syncthreads();
  return make_float2(a.y, a.x + 1);
}
extern "C" __global__ void vectors(float2 *x) { x[threadIdx.x] = turned(x[threadIdx.x]); }
__device__ __noinline__ int small(char4 c, short2 s) {
  __syncwarp();
  return c.x + c.y * c.z + c.w + s.x - s.y;
}
extern "C" __global__ void small_parts(int *out) {
  int i = threadIdx.x;
  out[i] = small(make_char4(i, 2, 3, 4), make_short2(7, i));
}
extern "C" __global__ void constant_struct(const __grid_constant__ int4 v, int *x) {
  const int *p = &v.x;
  x[threadIdx.x] = p[threadIdx.x % 4];
}
__device__ __noinline__ int chosen(int k, int v) {
  switch (k) {
    case 0: return v + 1;
    case 1: return v * 2;
    case 2: return v - 3;
    case 3: return v * v;
    case 4: return ~v;
    case 5: return v << 2;
    case 6: return v >> 1;
    default: return 0;
  }
}
extern "C" __global__ void switches(int *x) { x[threadIdx.x] = chosen(threadIdx.x % 8, x[threadIdx.x]); }
