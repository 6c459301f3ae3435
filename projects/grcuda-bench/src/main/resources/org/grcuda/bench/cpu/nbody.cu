// Accelerations of bodies (x, y, z, mass) by gravity with softening; n must be a multiple of the block's size, 256.
extern "C" __global__ void nbody(const float4 *bodies, float4 *accelerations, float softening, int n) {
  __shared__ float4 tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += blockDim.x) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++) {
      float4 other = tile[j];
      float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      float pull = other.w * inverse * inverse * inverse;
      ax += dx * pull;
      ay += dy * pull;
      az += dz * pull;
    }
    __syncthreads();
  }
  accelerations[i] = make_float4(ax, ay, az, 0);
}
