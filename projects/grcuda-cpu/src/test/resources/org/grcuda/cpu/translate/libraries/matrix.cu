// C += A * B by one warp, with the matrices of mma.h, of whole numbers.
#include <mma.h>

namespace wmma = nvcuda::wmma;

template <typename T>
struct Stored {
  typedef T type;
};

/** wmma takes tf32 from memory as float. */
template <>
struct Stored<wmma::precision::tf32> {
  typedef float type;
};

template <typename Layout>
struct IsRow {
  static const bool value = false;
};

template <>
struct IsRow<wmma::row_major> {
  static const bool value = true;
};

template <typename From, typename T>
__device__ void copy(const From *from, T *to, int count) {
  for (int i = threadIdx.x; i < count; i += 32) to[i] = T(float(from[i]));
}

template <typename T, typename C, int M, int N, int K, typename LayoutA, typename LayoutB>
__device__ void product(const int *a, const int *b, int *c, wmma::layout_t layout) {
  typedef wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> FragmentA;
  typedef wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> FragmentB;
  typedef typename Stored<T>::type S;
  __shared__ __align__(32) S sa[M * K];
  __shared__ __align__(32) S sb[K * N];
  __shared__ __align__(32) C sc[M * N];
  copy(a, sa, M * K);
  copy(b, sb, K * N);
  copy(c, sc, M * N);
  __syncwarp();
  const bool rowA = IsRow<LayoutA>::value;
  const bool rowB = IsRow<LayoutB>::value;
  FragmentA x;
  FragmentB y;
  wmma::fragment<wmma::accumulator, M, N, K, C> z, two;
  wmma::load_matrix_sync(x, sa, rowA ? K : M);
  wmma::load_matrix_sync(y, sb, rowB ? N : K);
  wmma::load_matrix_sync(z, sc, layout == wmma::mem_row_major ? N : M, layout);
  wmma::mma_sync(z, x, y, z);
  wmma::fill_fragment(two, C(2.0f));
  for (int i = 0; i < z.num_elements; i++) z.x[i] = C(float(z.x[i]) + float(two.x[i]));
  wmma::store_matrix_sync(sc, z, layout == wmma::mem_row_major ? N : M, layout);
  __syncwarp();
  for (int i = threadIdx.x; i < M * N; i += 32) c[i] = int(float(sc[i]));
}

#define PRODUCT(name, T, C, M, N, K, A, B)                                                   \
  extern "C" __global__ void name##_##M##_##N##_##K##_##A##_##B(                             \
      const int *a, const int *b, int *c, int row) {                                         \
    product<T, C, M, N, K, wmma::A, wmma::B>(                                                \
        a, b, c, row ? wmma::mem_row_major : wmma::mem_col_major);                           \
  }

#define LAYOUTS(name, T, C, M, N, K)                \
  PRODUCT(name, T, C, M, N, K, row_major, row_major) \
  PRODUCT(name, T, C, M, N, K, row_major, col_major) \
  PRODUCT(name, T, C, M, N, K, col_major, row_major) \
  PRODUCT(name, T, C, M, N, K, col_major, col_major)

LAYOUTS(half_float, half, float, 16, 16, 16)
LAYOUTS(half_half, half, half, 16, 16, 16)
LAYOUTS(half_float, half, float, 32, 8, 16)
LAYOUTS(half_float, half, float, 8, 32, 16)
LAYOUTS(bf16_float, __nv_bfloat16, float, 16, 16, 16)
LAYOUTS(tf32_float, wmma::precision::tf32, float, 16, 16, 8)
LAYOUTS(double_double, double, double, 8, 8, 4)
LAYOUTS(s8_int, signed char, int, 16, 16, 16)
LAYOUTS(u8_int, unsigned char, int, 32, 8, 16)
