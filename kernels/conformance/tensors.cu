// Products of matrices by a warp, in the instructions of tensor cores: c = a * b, of which each block computes 16 x 8 elements with
// one warp. a has k columns, b and c have n. In the comments, g is the lane's group of four, t its place there.

#define LANE (threadIdx.x % 32)
#define GROUP (LANE / 4)
#define PLACE (LANE % 4)

static __device__ unsigned halves(float low, float high) {
  unsigned pair;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}

static __device__ unsigned bytes(const signed char *four, int step) {
  unsigned word = 0;
  for (int i = 0; i < 4; i++) word |= (four[i * step] & 255u) << 8 * i;
  return word;
}

/** Elements (g, 2t), (g, 2t + 1), (g + 8, 2t) and (g + 8, 2t + 1). */
template <class T> static __device__ void store(T *c, int n, const T *d) {
  for (int i = 0; i < 4; i++) {
    int row = blockIdx.x * 16 + GROUP + i / 2 * 8, column = blockIdx.y * 8 + 2 * PLACE + i % 2;
    c[row * n + column] = d[i];
  }
}

/** Dense, halves: a by way of shared memory and ldmatrix. */
extern "C" __global__ void tensor_half(const float *a, const float *b, float *c, int n, int k) {
  __shared__ __align__(16) unsigned tile[16][8];
  float d[4] = {};
  const float *column = b + blockIdx.y * 8 + GROUP;
  for (int first = 0; first < k; first += 16) {
    for (int i = LANE; i < 128; i += 32) {
      const float *from = a + (blockIdx.x * 16 + i / 8) * k + first + i % 8 * 2;
      tile[i / 8][i % 8] = halves(from[0], from[1]);
    }
    __syncwarp();
    unsigned x[4], y[2];
    unsigned at = (unsigned)__cvta_generic_to_shared(&tile[LANE % 16][LANE / 16 * 4]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(at) : "memory");
    for (int i = 0; i < 2; i++) {
      int row = first + 2 * PLACE + 8 * i;
      y[i] = halves(column[row * n], column[(row + 1) * n]);
    }
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    __syncwarp();
  }
  store(c, n, d);
}

/** Dense, bytes. */
extern "C" __global__ void tensor_bytes(const signed char *a, const signed char *b, int *c, int n, int k) {
  int d[4] = {};
  const signed char *column = b + blockIdx.y * 8 + GROUP;
  for (int first = 0; first < k; first += 32) {
    unsigned x[4], y[2];
    for (int i = 0; i < 4; i++) {
      int row = blockIdx.x * 16 + GROUP + i % 2 * 8;
      x[i] = bytes(a + row * k + first + 4 * PLACE + i / 2 * 16, 1);
    }
    for (int i = 0; i < 2; i++) y[i] = bytes(column + (first + 4 * PLACE + 16 * i) * n, n);
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  }
  store(c, n, d);
}

/** The two of four elements that are not zero, and two bits for the place of each. */
template <class T> static __device__ unsigned compress(const T *four, T *kept) {
  unsigned places = 0;
  int count = 0;
  for (int i = 0; i < 4; i++) {
    if (four[i] == 0) continue;
    kept[count] = four[i];
    places |= i << 2 * count++;
  }
  return places;
}

template <class T> static __device__ unsigned places(const T *four) {
  T kept[4];
  return compress(four, kept);
}

/** Sparse, halves: of four elements of a, one after the other in a row, two are not zero. */
extern "C" __global__ void tensor_sparse(const float *a, const float *b, float *c, int n, int k) {
  float d[4] = {};
  const float *column = b + blockIdx.y * 8 + GROUP;
  for (int first = 0; first < k; first += 32) {
    unsigned x[4], y[4], metadata = 0;
    for (int i = 0; i < 4; i++) {
      float kept[4];
      int row = blockIdx.x * 16 + GROUP + i % 2 * 8;
      compress(a + row * k + first + 4 * PLACE + i / 2 * 16, kept);
      x[i] = halves(kept[0], kept[1]);
      int from = first + 2 * PLACE + 8 * i;
      y[i] = halves(column[from * n], column[(from + 1) * n]);
    }
    // Lanes 0 and 1 of a group have the places of the first and of the next 16 columns, of both rows.
    for (int i = 0; i < 8 && PLACE < 2; i++) {
      int row = blockIdx.x * 16 + GROUP + i / 4 * 8;
      metadata |= places(a + row * k + first + 16 * PLACE + i % 4 * 4) << 4 * i;
    }
    asm("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7},"
        " {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0x0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]), "r"(metadata));
  }
  store(c, n, d);
}

/** Sparse, bytes. */
extern "C" __global__ void tensor_sparse_bytes(const signed char *a, const signed char *b, int *c, int n, int k) {
  int d[4] = {};
  const signed char *column = b + blockIdx.y * 8 + GROUP;
  for (int first = 0; first < k; first += 64) {
    unsigned x[4], y[4], metadata = 0;
    for (int i = 0; i < 4; i++) {
      signed char kept[8];
      const signed char *from = a + (blockIdx.x * 16 + GROUP + i % 2 * 8) * k + first + 8 * PLACE + i / 2 * 32;
      compress(from, kept);
      compress(from + 4, kept + 2);
      x[i] = bytes(kept, 1);
      y[i] = bytes(column + (first + 4 * PLACE + 16 * i) * n, n);
    }
    // Lanes 0 and 1 of a group have the places of the first 32 columns of their rows, lanes 2 and 3 of the next.
    for (int i = 0; i < 8; i++) {
      int row = blockIdx.x * 16 + GROUP + PLACE % 2 * 8;
      metadata |= places(a + row * k + first + PLACE / 2 * 32 + 4 * i) << 4 * i;
    }
    asm("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7},"
        " {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0x0;"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]), "r"(metadata));
  }
  store(c, n, d);
}
