struct Line {
  float slope;
  float start;
  int n;
};

struct Span {
  struct {
    float *y;
    const float *x;
  } to;
  char negative;
  short n;
  float factors[2];
};

extern "C" __global__ void line(Line l, float *y) {
  int i = threadIdx.x;
  if (i < l.n) {
    y[i] = l.slope * i + l.start;
  }
}

extern "C" __global__ void combine(Span s) {
  int i = threadIdx.x;
  if (i < s.n) {
    float value = s.factors[0] * s.to.x[i] + s.factors[i % 2];
    s.to.y[i] = s.negative ? -value : value;
  }
}

// Turns the order of n numbers round, all of them in shared memory.
extern "C" __global__ void turn(int4 step, int *x, int n) {
  extern __shared__ int numbers[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    numbers[i] = x[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    x[i] = numbers[n - 1 - i] + step.x + step.w;
  }
}
