// The image turned around its centre: each pixel is read between those of the texture; there is nothing beyond the edge.
extern "C" __global__ void turn(cudaTextureObject_t image, float *out, int n, float cosine, float sine) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float dx = x + 0.5f - 0.5f * n, dy = y + 0.5f - 0.5f * n;
  out[y * n + x] = tex2D<float>(image, cosine * dx - sine * dy + 0.5f * n, sine * dx + cosine * dy + 0.5f * n);
}
