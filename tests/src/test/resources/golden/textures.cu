// out = in, turned by an angle around its centre, with what lies outside of it from the address mode.
extern "C" __global__ void rotate(cudaTextureObject_t in, float *out, int width, int height, float cosine, float sine) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float u = x + 0.5f - 0.5f * width;
    float v = y + 0.5f - 0.5f * height;
    float tu = cosine * u - sine * v + 0.5f * width;
    float tv = sine * u + cosine * v + 0.5f * height;
    out[y * width + x] = tex2D<float>(in, tu, tv);
  }
}

// out = samples of a line, at positions of [0, 1).
extern "C" __global__ void line(cudaTextureObject_t in, float *out, float from, float step, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = tex1D<float>(in, from + i * step);
  }
}

// Grey of four channels, read as numbers of [0, 1].
extern "C" __global__ void grey(cudaTextureObject_t in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float4 colour = tex2D<float4>(in, x + 0.5f, y + 0.5f);
    out[y * width + x] = 0.25f * colour.x + 0.5f * colour.y + 0.25f * colour.z;
  }
}

// Each texel of a surface becomes the sum of itself and its right neighbour; outside is 0.
extern "C" __global__ void addRight(cudaSurfaceObject_t image, int width, int height) {
  int x = threadIdx.x;
  int y = threadIdx.y;
  int own = 0, right = 0;
  if (x < width && y < height) {
    own = surf2Dread<int>(image, x * 4, y);
    right = surf2Dread<int>(image, (x + 1) * 4, y, cudaBoundaryModeZero);
  }
  __syncthreads();
  if (x < width && y < height) {
    surf2Dwrite(own + right, image, x * 4, y);
  }
}

struct Scene {
  cudaTextureObject_t layers;
  float weight;
};

extern "C" __global__ void blend(Scene scene, float *out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    float a = tex1DLayered<float>(scene.layers, i + 0.5f, 0);
    float b = tex1DLayered<float>(scene.layers, i + 0.5f, 1);
    out[i] = a + scene.weight * (b - a);
  }
}

extern "C" __global__ void raise(float *x, float amount, int n) {
  int i = threadIdx.x;
  if (i < n) {
    x[i] += amount;
  }
}
