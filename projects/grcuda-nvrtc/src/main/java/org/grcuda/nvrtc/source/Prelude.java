package org.grcuda.nvrtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a file that nvcc compiles has without including anything for it, or from a header of the
 * host: written before the file, as far as device code names it and the file does not declare it.
 */
final class Prelude {

  /** The name of the header that holds it. */
  static final String NAME = "__grcuda_prelude.h";

  /** The template of texture references. */
  static final String TEXTURE = "texture";

  private static final Map<String, String> HEADERS =
      Map.of(
          "limits.h",
          "CHAR_BIT SCHAR_MIN SCHAR_MAX UCHAR_MAX CHAR_MIN CHAR_MAX SHRT_MIN SHRT_MAX USHRT_MAX"
              + " INT_MIN INT_MAX UINT_MAX LONG_MIN LONG_MAX ULONG_MAX LLONG_MIN LLONG_MAX"
              + " ULLONG_MAX",
          "float.h",
          "FLT_RADIX FLT_MANT_DIG FLT_DIG FLT_MIN_EXP FLT_MAX_EXP FLT_MIN_10_EXP FLT_MAX_10_EXP"
              + " FLT_MIN FLT_MAX FLT_EPSILON FLT_TRUE_MIN DBL_MANT_DIG DBL_DIG DBL_MIN_EXP"
              + " DBL_MAX_EXP DBL_MIN_10_EXP DBL_MAX_10_EXP DBL_MIN DBL_MAX DBL_EPSILON"
              + " DBL_TRUE_MIN",
          "math.h",
          "INFINITY NAN HUGE_VAL HUGE_VALF M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4"
              + " M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2",
          "stdint.h",
          "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t"
              + " intmax_t uintmax_t int_fast8_t int_fast16_t int_fast32_t int_fast64_t"
              + " uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t INT8_MIN INT8_MAX"
              + " UINT8_MAX INT16_MIN INT16_MAX UINT16_MAX INT32_MIN INT32_MAX UINT32_MAX INT64_MIN"
              + " INT64_MAX UINT64_MAX SIZE_MAX INT64_C UINT64_C INT32_C UINT32_C",
          "stddef.h",
          "offsetof",
          "cuda_bf16.h",
          "__nv_bfloat16 __nv_bfloat162 nv_bfloat16 nv_bfloat162",
          "cuda_fp16.h",
          "__half __half2",
          "cuComplex.h",
          "cuFloatComplex cuDoubleComplex cuComplex make_cuFloatComplex make_cuDoubleComplex"
              + " make_cuComplex cuCrealf cuCimagf cuConjf cuCaddf cuCsubf cuCmulf cuCdivf cuCabsf"
              + " cuCfmaf cuCreal cuCimag cuConj cuCadd cuCsub cuCmul cuCdiv cuCabs cuCfma");

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("uint", "unsigned int"),
          Map.entry("ushort", "unsigned short"),
          Map.entry("uchar", "unsigned char"),
          Map.entry("ulong", "unsigned long"),
          Map.entry("u_int", "unsigned int"),
          Map.entry("u_char", "unsigned char"),
          Map.entry("ssize_t", "long"),
          Map.entry("CUdevice", "int"),
          Map.entry("CUdeviceptr", "unsigned long long"),
          Map.entry("CUtexObject", "unsigned long long"),
          Map.entry("CUsurfObject", "unsigned long long"),
          Map.entry("CUcontext", "struct CUctx_st *"),
          Map.entry("CUmodule", "struct CUmod_st *"),
          Map.entry("CUfunction", "struct CUfunc_st *"),
          Map.entry("CUarray", "struct CUarray_st *"),
          Map.entry("CUstream", "struct CUstream_st *"),
          Map.entry("CUevent", "struct CUevent_st *"),
          Map.entry("cufftReal", "float"),
          Map.entry("cufftDoubleReal", "double"),
          Map.entry("cufftComplex", "float2"),
          Map.entry("cufftDoubleComplex", "double2"),
          Map.entry("cufftHandle", "int"),
          Map.entry("cudaStream_t", "struct CUstream_st *"),
          Map.entry("cudaEvent_t", "struct CUevent_st *"));

  private static final Map<String, String> MACROS =
      Map.of(
          "RAND_MAX", "2147483647",
          "EXIT_SUCCESS", "0",
          "EXIT_FAILURE", "1",
          "__const__", "const",
          "__const", "const",
          "__auto_type", "auto");

  /** The names of gcc's operator for the type of an expression. */
  static final List<String> TYPE_OF = List.of("__typeof__", "__typeof", "typeof");

  /**
   * Functions of CUDA's device runtime. Kernels make no calls that could fail, so the last error is
   * always none.
   */
  private static final Map<String, String> FUNCTIONS =
      Map.of(
          "cudaGetLastError",
          "inline __device__ cudaError_t cudaGetLastError() { return cudaSuccess; }",
          "cudaPeekAtLastError",
          "inline __device__ cudaError_t cudaPeekAtLastError() { return cudaSuccess; }",
          "cudaGetErrorName",
          "inline __device__ const char *cudaGetErrorName(cudaError_t error)"
              + " { return error == cudaSuccess ? \"cudaSuccess\" : \"unrecognized error code\"; }",
          "cudaGetErrorString",
          "inline __device__ const char *cudaGetErrorString(cudaError_t error)"
              + " { return error == cudaSuccess ? \"no error\" : \"unrecognized error code\"; }");

  /** Headers that declare {@code uint64_t} by themselves under NVRTC, as another type. */
  private static final Set<String> BARRIERS =
      Set.of(
          "cuda_pipeline.h",
          "cuda_pipeline_primitives.h",
          "cuda_awbarrier.h",
          "cuda_awbarrier_primitives.h");

  /** A header that includes one of these. */
  private static final String COPIES = "cooperative_groups/memcpy_async.h";

  /** Names of {@code std} that come from templates here, where libcu++ is not included. */
  private static final Map<String, String> TEMPLATES =
      Map.of(
          "min",
          "template <class T> __host__ __device__ constexpr const T &min(const T &a, const T &b)"
              + " { return b < a ? b : a; }",
          "max",
          "template <class T> __host__ __device__ constexpr const T &max(const T &a, const T &b)"
              + " { return a < b ? b : a; }",
          "swap",
          "template <class T> __host__ __device__ void swap(T &a, T &b)"
              + " { T c = static_cast<T &&>(a); a = static_cast<T &&>(b);"
              + " b = static_cast<T &&>(c); }");

  /** Names of Thrust that come with iterators over other iterators of its own. */
  private static final List<String> COUNTED =
      List.of("shuffle", "shuffle_copy", "transform_iterator");

  /** The types that counting iterators count in. */
  private static final List<String> INTEGERS =
      List.of("int", "unsigned", "long", "unsigned long", "long long", "unsigned long long");

  private static final List<String> MATH =
      Arrays.asList(
          ("abs fabs sqrt cbrt exp exp2 expm1 log log2 log10 log1p pow sin cos tan asin acos atan"
                  + " atan2 sinh cosh tanh floor ceil round trunc fmod fma fmin fmax hypot isnan"
                  + " isinf isfinite signbit copysign erf erfc tgamma lgamma ldexp frexp rint"
                  + " nearbyint sqrtf fabsf expf logf powf sinf cosf fminf fmaxf floorf ceilf")
              .split(" "));

  private Prelude() {}

  /** The names that a header declares or defines. */
  static List<String> names(String header) {
    return List.of(HEADERS.get(header).split(" "));
  }

  /**
   * The text of the prelude.
   *
   * @param named what device code names
   * @param own what the files declare or define themselves
   * @param included headers of the compiler that are included
   */
  static String text(Set<String> named, Set<String> own, Set<String> included) {
    StringBuilder text = new StringBuilder("#pragma once\n#define " + Lp64.MACRO + " 1\n");
    new TreeMap<>(HEADERS)
        .forEach(
            (header, names) -> {
              List<String> all = List.of(names.split(" "));
              if (all.stream().anyMatch(name -> named.contains(name) && !own.contains(name))) {
                text.append("#include <").append(header).append(">\n");
                all.stream()
                    .filter(own::contains)
                    .forEach(name -> text.append("#undef ").append(name).append('\n'));
              }
            });
    new TreeMap<>(MACROS)
        .forEach(
            (name, value) -> {
              if (named.contains(name) && !own.contains(name)) {
                text.append("#define ").append(name).append(' ').append(value).append('\n');
              }
            });
    new TreeMap<>(TYPES)
        .forEach(
            (name, type) -> {
              if (named.contains(name) && !own.contains(name)) {
                text.append("typedef ").append(type).append(' ').append(name).append(";\n");
              }
            });
    new TreeMap<>(FUNCTIONS)
        .forEach(
            (name, function) -> {
              if (named.contains(name) && !own.contains(name)) {
                text.append(function).append('\n');
              }
            });
    typeOf(named, own, text);
    if (named.contains("thrust") && (named.contains("seq") || named.contains("device"))) {
      text.append("#include <thrust/execution_policy.h>\n");
    }
    if (named.contains("thrust") && COUNTED.stream().anyMatch(named::contains)) {
      counting(text);
    }
    Set<String> barriers = new TreeSet<>(included);
    barriers.retainAll(BARRIERS);
    if (included.contains(COPIES)) {
      barriers.add("cuda_pipeline.h");
    }
    barriers.forEach(name -> barriers(name, text));
    if (named.contains(TEXTURE) && !own.contains(TEXTURE)) {
      text.append(resource("texture_references.h"));
    }
    if (named.contains("std")) {
      standard(named, included, text);
    }
    return text.toString();
  }

  /**
   * Asks for the systems of counting iterators: the compiler finds none if it is first asked within
   * another iterator whose type is named.
   */
  private static void counting(StringBuilder text) {
    text.append("#include <thrust/iterator/counting_iterator.h>\n");
    for (String type : INTEGERS) {
      String system = "thrust::iterator_system<thrust::counting_iterator<" + type + ">>::type";
      text.append("static_assert(sizeof(" + system + ") > 0, \"\");\n");
    }
  }

  private static void typeOf(Set<String> named, Set<String> own, StringBuilder text) {
    List<String> wanted =
        TYPE_OF.stream().filter(name -> named.contains(name) && !own.contains(name)).toList();
    if (!wanted.isEmpty()) {
      text.append("template <class T> struct __grcuda_typeof { typedef T type; };\n");
      text.append("template <class T> struct __grcuda_typeof<T &> { typedef T type; };\n");
      text.append("template <class T> struct __grcuda_typeof<T &&> { typedef T type; };\n");
    }
    for (String name : wanted) {
      text.append(
          "#define " + name + "(...) typename __grcuda_typeof<decltype(__VA_ARGS__)>::type\n");
    }
  }

  private static String resource(String name) {
    try (InputStream in = Prelude.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Includes a header whose names of integers are not to be those of stdint.h. */
  private static void barriers(String header, StringBuilder text) {
    List<String> names = List.of("uint32_t", "uint64_t", "uintptr_t");
    text.append("#include <stdint.h>\n");
    names.forEach(name -> text.append("#define " + name + " __grcuda_" + name + "\n"));
    text.append("#include <").append(header).append(">\n");
    names.forEach(name -> text.append("#undef ").append(name).append('\n'));
  }

  private static void standard(Set<String> named, Set<String> included, StringBuilder text) {
    if (MATH.stream().anyMatch(named::contains)) {
      text.append("#include <cmath>\n");
    }
    text.append("namespace std {\n");
    boolean algorithm = included.contains("algorithm") || included.contains("utility");
    new TreeMap<>(TEMPLATES)
        .forEach(
            (name, template) -> {
              if (named.contains(name) && !algorithm) {
                text.append(template).append('\n');
              }
            });
    if (!included.contains("cstdint")) {
      for (String type : names("stdint.h")) {
        if (type.endsWith("_t") && named.contains(type)) {
          text.append("using ::").append(type).append(";\n");
        }
      }
    }
    text.append("using ::size_t; using nullptr_t = decltype(nullptr);\n}\n");
  }
}
