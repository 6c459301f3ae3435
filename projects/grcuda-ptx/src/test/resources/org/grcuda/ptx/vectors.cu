extern "C" __global__ void vectors(const float4* in, float4* out, double2* d, uchar4* bytes) {
  int i = threadIdx.x;
  float4 v = in[i];
  out[i] = make_float4(v.w, v.z, v.y, v.x);
  d[i].x += 1;
  uchar4 b = bytes[i];
  bytes[i] = make_uchar4(b.w, b.x, b.y, b.z);
}
