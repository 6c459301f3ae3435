// Filters on grey images: rows x columns floats, row by row, usually from 0 to 1. Pixels beyond a
// border are those of the border. The grid covers columns x rows in two dimensions, except where a
// kernel says otherwise.
//
//   gaussian_blur(out: out pointer float, image: in pointer float, rows: sint32, columns: sint32,
//                 mask: in pointer float, diameter: sint32)
//   sobel(out: out pointer float, image: in pointer float, rows: sint32, columns: sint32)
//   extrema(bounds: inout pointer float, image: in pointer float, n: sint32)
//   stretch(image: inout pointer float, bounds: in pointer float, gain: float, n: sint32)
//   unsharpen(out: out pointer float, image: in pointer float, blurred: in pointer float,
//             amount: float, n: sint32)
//   blend(out: out pointer float, a: in pointer float, b: in pointer float,
//         weight: in pointer float, n: sint32)

__device__ float pixel(const float *image, int rows, int columns, int row, int column) {
  row = min(max(row, 0), rows - 1);
  column = min(max(column, 0), columns - 1);
  return image[row * columns + column];
}

// Convolves with a mask of diameter x diameter weights (diameter odd; the weights' sum is usually
// 1). Needs diameter^2 floats of dynamic shared memory per block.
extern "C" __global__ void gaussian_blur(float *out, const float *image, int rows, int columns,
                                         const float *mask, int diameter) {
  extern __shared__ float weights[];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = thread; i < diameter * diameter; i += blockDim.x * blockDim.y) {
    weights[i] = mask[i];
  }
  __syncthreads();
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) {
    return;
  }
  int radius = diameter / 2;
  float sum = 0;
  for (int y = -radius; y <= radius; y++) {
    for (int x = -radius; x <= radius; x++) {
      float weight = weights[(y + radius) * diameter + x + radius];
      sum += weight * pixel(image, rows, columns, row + y, column + x);
    }
  }
  out[row * columns + column] = sum;
}

// Strength of edges: the length of the gradient, by Sobel's two 3 x 3 masks. From 0 to 4 sqrt(2)
// for an image from 0 to 1.
extern "C" __global__ void sobel(float *out, const float *image, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) {
    return;
  }
  float across = 0;
  float down = 0;
  for (int step = -1; step <= 1; step++) {
    float weight = step == 0 ? 2 : 1;
    across += weight * (pixel(image, rows, columns, row + step, column + 1) -
                        pixel(image, rows, columns, row + step, column - 1));
    down += weight * (pixel(image, rows, columns, row + 1, column + step) -
                      pixel(image, rows, columns, row - 1, column + step));
  }
  out[row * columns + column] = sqrtf(across * across + down * down);
}

// Lowers bounds[0] to the least and raises bounds[1] to the greatest of n pixels, none of them
// negative: such floats are ordered as their bits are. Set bounds first, to a large value and 0.
// Grid and block are one-dimensional, of any size.
extern "C" __global__ void extrema(float *bounds, const float *image, int n) {
  __shared__ int least;
  __shared__ int greatest;
  const int infinity = 0x7f800000;
  if (threadIdx.x == 0) {
    least = infinity;
    greatest = 0;
  }
  __syncthreads();
  int low = infinity;
  int high = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int bits = __float_as_int(image[i]);
    low = min(low, bits);
    high = max(high, bits);
  }
  atomicMin(&least, low);
  atomicMax(&greatest, high);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicMin((int *)&bounds[0], least);
    atomicMax((int *)&bounds[1], greatest);
  }
}

// Maps the values from bounds[0] to bounds[1] to those from 0 to gain, and cuts off at 1. Grid and
// block are one-dimensional, of any size; so they are in the kernels below.
extern "C" __global__ void stretch(float *image, const float *bounds, float gain, int n) {
  float low = bounds[0];
  float range = bounds[1] - low;
  float scale = range > 0 ? gain / range : 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    image[i] = fminf((image[i] - low) * scale, 1);
  }
}

// Sharpens: adds amount times what the blurred image lost, within 0 and 1.
extern "C" __global__ void unsharpen(float *out, const float *image, const float *blurred,
                                     float amount, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float sharp = image[i] + amount * (image[i] - blurred[i]);
    out[i] = fminf(fmaxf(sharp, 0), 1);
  }
}

// Mixes two images by a third: a where weight is 1, b where it is 0.
extern "C" __global__ void blend(float *out, const float *a, const float *b, const float *weight,
                                 int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = a[i] * weight[i] + b[i] * (1 - weight[i]);
  }
}
