#define CND(x) (0.5f * erfcf(-(x) * 0.70710678f))
extern "C" {
__global__ void blackScholesFloat(const float* s, float* c, float x, float r, float v, float t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float d1 = (logf(s[i] / x) + (r + 0.5f * v * v) * t) / (v * sqrtf(t)), d2 = d1 - v * sqrtf(t); c[i] = s[i] * CND(d1) - x * expf(-r * t) * CND(d2); }
}
__global__ void blackScholesDouble(const double* s, double* c, double x, double r, double v, double t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { double d1 = (log(s[i] / x) + (r + 0.5 * v * v) * t) / (v * sqrt(t)), d2 = d1 - v * sqrt(t); c[i] = s[i] * normcdf(d1) - x * exp(-r * t) * normcdf(d2); }
}
__global__ void floatFunctions(const float* x, float* out, int n) {
  int i = threadIdx.x; if (i >= n) return;
  float a = x[i]; float* o = out + i * 20;
  o[0] = expf(a); o[1] = logf(fabsf(a)); o[2] = sinf(a); o[3] = cosf(a); o[4] = tanf(a); o[5] = erff(a); o[6] = sqrtf(fabsf(a)); o[7] = powf(fabsf(a), 1.3f); o[8] = tanhf(a); o[9] = atanf(a);
  o[10] = cbrtf(a); o[11] = exp2f(a); o[12] = log2f(fabsf(a)); o[13] = floorf(a); o[14] = ceilf(a); o[15] = truncf(a); o[16] = rintf(a); o[17] = fmodf(a, 0.7f); o[18] = rsqrtf(fabsf(a)); o[19] = atan2f(a, 2.0f);
}
__global__ void doubleFunctions(const double* x, double* out, int n) {
  int i = threadIdx.x; if (i >= n) return;
  double a = x[i]; double* o = out + i * 16;
  o[0] = exp(a); o[1] = log(fabs(a)); o[2] = sin(a); o[3] = cos(a); o[4] = tan(a); o[5] = erf(a); o[6] = sqrt(fabs(a)); o[7] = pow(fabs(a), 1.3); o[8] = tanh(a); o[9] = atan(a);
  o[10] = cbrt(a); o[11] = exp2(a); o[12] = log10(fabs(a)); o[13] = fmod(a, 0.7); o[14] = 1 / a; o[15] = hypot(a, 3.0);
}
__global__ void fastMath(const float* x, float* out, int n) {
  int i = threadIdx.x; if (i >= n) return;
  float a = x[i]; float* o = out + i * 8;
  o[0] = __expf(a); o[1] = __logf(fabsf(a)); o[2] = __sinf(a); o[3] = __cosf(a); o[4] = __fdividef(a, 3.0f); o[5] = __powf(fabsf(a), 1.5f); o[6] = __saturatef(a); o[7] = __frsqrt_rn(fabsf(a));
}
__global__ void rounding(const float* x, const float* y, float* out, int n) {
  int i = threadIdx.x; if (i >= n) return;
  float a = x[i], b = y[i]; float* o = out + i * 16;
  o[0] = __fadd_rz(a, b); o[1] = __fadd_rd(a, b); o[2] = __fadd_ru(a, b); o[3] = __fmul_rz(a, b); o[4] = __fmul_rd(a, b); o[5] = __fmul_ru(a, b);
  o[6] = __fmaf_rz(a, b, a); o[7] = __fmaf_rd(a, b, a); o[8] = __fmaf_ru(a, b, a); o[9] = __fdiv_rz(a, b); o[10] = __fdiv_rd(a, b); o[11] = __fdiv_ru(a, b); o[12] = __fsqrt_rd(fabsf(a)); o[13] = __fsqrt_ru(fabsf(a)); o[14] = __frcp_rd(b); o[15] = __fadd_rn(a, b);
}
__global__ void integers(const int* x, const int* y, int* out, int n) {
  int i = threadIdx.x; if (i >= n) return;
  int a = x[i], b = y[i]; unsigned u = a, v = b; int* o = out + i * 40;
  o[0] = a / b; o[1] = a % b; o[2] = u / v; o[3] = u % v; o[4] = __mulhi(a, b); o[5] = __umulhi(u, v); o[6] = __popc(a); o[7] = __clz(a); o[8] = __brev(a); o[9] = __ffs(a);
  o[10] = a << (b & 31); o[11] = a >> (b & 31); o[12] = u >> (b & 31); o[13] = __byte_perm(a, b, 0x5416); o[14] = min(a, b); o[15] = max(u, v); o[16] = abs(a); o[17] = __sad(a, b, 5); o[18] = __funnelshift_l(a, b, 9); o[19] = __funnelshift_r(a, b, 9);
  o[20] = (a ^ b) & ~(a | 7); o[21] = (short)a; o[22] = (unsigned char)a; o[23] = (signed char)b; o[24] = (int)(((long long)a * b) >> 20); o[25] = (int)(((unsigned long long)u * v) >> 13); o[26] = __hadd(a, b); o[27] = __rhadd(a, b); o[28] = __uhadd(u, v); o[29] = __dp4a(a, b, 3);
  o[30] = a == b; o[31] = u < v; o[32] = a < b; o[33] = (int)(float)a; o[34] = (int)(unsigned)(double)u; o[35] = __mul24(a, b); o[36] = __vadd4(a, b); o[37] = __vmaxs2(a, b); o[38] = (int)((long long)a / (b | 1)); o[39] = (int)(((unsigned long long)u << 20) % (v | 1u));
}
__global__ void conversions(const float* x, const double* d, long long* out, int n) {
  int i = threadIdx.x; if (i >= n) return;
  float a = x[i]; double b = d[i]; long long* o = out + i * 20;
  o[0] = (int)a; o[1] = (unsigned)a; o[2] = (long long)a; o[3] = (unsigned long long)a; o[4] = (int)b; o[5] = (unsigned)b; o[6] = (long long)b; o[7] = (unsigned long long)b; o[8] = (short)a; o[9] = (unsigned char)a;
  o[10] = __float2int_rn(a); o[11] = __float2int_rd(a); o[12] = __float2int_ru(a); o[13] = __double2uint_rn(b); o[14] = __float_as_int((float)b); o[15] = __float_as_int(__double2float_rz(b)); o[16] = __float_as_int((float)o[2]); o[17] = __float_as_int((float)(unsigned long long)o[3]); o[18] = __double_as_longlong((double)o[6]); o[19] = __float_as_int(__ll2float_rd(o[6]));
}
__global__ void comparisons(const float* x, const float* y, int* out, int n) {
  int i = threadIdx.x; if (i >= n) return;
  float a = x[i], b = y[i]; int m = 0;
  m |= (a < b) << 0; m |= (a <= b) << 1; m |= (a > b) << 2; m |= (a >= b) << 3; m |= (a == b) << 4; m |= (a != b) << 5; m |= !(a < b) << 6; m |= !(a >= b) << 7; m |= isnan(a) << 8; m |= isinf(a) << 9; m |= (fminf(a, b) == a) << 10; m |= (fmaxf(a, b) == b) << 11; m |= signbit(a) << 12;
  out[i] = m;
}
}
