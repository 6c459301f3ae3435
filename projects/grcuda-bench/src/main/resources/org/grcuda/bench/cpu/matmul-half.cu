// c = a b by tensor cores: halves, two in each int; a in rows, b in columns; n must be a multiple of 32.
// A warp computes 16 x 32 elements; blocks of four warps.
extern "C" __global__ void matmul(const int *a, const int *b, float *c, int n) {
  int warp = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
  int group = lane / 4, place = lane % 4, pairs = n / 2;
  int row = warp / (n / 32) * 16 + group, column = warp % (n / 32) * 32;
  float d[4][4] = {};
  for (int first = 0; first < pairs; first += 8) {
    int k = first + place;
    int upper = a[row * pairs + k], lower = a[(row + 8) * pairs + k];
    int upper4 = a[row * pairs + k + 4], lower4 = a[(row + 8) * pairs + k + 4];
#pragma unroll
    for (int j = 0; j < 4; j++) {
      const int *from = b + (column + 8 * j + group) * pairs + k;
      asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
          : "r"(upper), "r"(lower), "r"(upper4), "r"(lower4), "r"(from[0]), "r"(from[4]));
    }
  }
#pragma unroll
  for (int j = 0; j < 4; j++) {
    float *to = c + row * n + column + 8 * j + 2 * place;
    to[0] = d[j][0];
    to[1] = d[j][1];
    to[8 * n] = d[j][2];
    to[8 * n + 1] = d[j][3];
  }
}
