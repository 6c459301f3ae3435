kernel void nbody(global const float4 *bodies, global float4 *accelerations, float softening, int n) {
  local float4 tile[256];
  int i = get_global_id(0), thread = get_local_id(0), threads = get_local_size(0);
  float4 own = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += threads) {
    tile[thread] = bodies[first + thread];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < threads; j++) {
      float4 other = tile[j];
      float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
      float pull = other.w * inverse * inverse * inverse;
      ax += dx * pull;
      ay += dy * pull;
      az += dz * pull;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  accelerations[i] = (float4)(ax, ay, az, 0);
}
