package org.grcuda.nvrtc.source;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Which headers device code can do without. */
final class HostHeaders {

  /** Headers of CUDA whose contents are built into NVRTC, or are of the host. */
  private static final Pattern CUDA =
      Pattern.compile(
          "(crt/.*|cuda_runtime(_api)?|cuda_device_runtime_api|cuda_profiler_api|cudaProfiler"
              + "|cuda_(gl|egl|vdpau)_interop\\w*|cuda(GL|EGL|VDPAU)\\w*|cuda_(texture|surface)_types|device_\\w+"
              + "|driver_(types|functions)|vector_(types|functions)|builtin_types|host_(defines|config)"
              + "|math_functions\\w*|channel_descriptor|(texture|surface)_\\w+|common_functions"
              + "|sm_\\d+_\\w+|library_types)\\.(h|hpp)");

  /** Headers of CUB and Thrust that hold only code of the host. */
  private static final Pattern CCCL =
      Pattern.compile(
          "cub/(device/.*|(util_(allocator|device)|grid/grid_barrier)\\.cuh)"
              + "|thrust/((async|system/(cuda|omp|tbb))/.*|(event|future|system_error)\\.h)");

  /** Other headers of the host. */
  private static final Pattern HOST =
      Pattern.compile(
          "(algorithm|any|array|atomic|barrier|bit|bitset|c(assert|ctype|errno|fenv|float|inttypes"
              + "|limits|locale|math|setjmp|signal|stdarg|stddef|stdint|stdio|stdlib|string|time"
              + "|uchar|wchar|wctype)|charconv|chrono|codecvt|compare|complex|concepts"
              + "|condition_variable|coroutine|deque|exception|execution|expected|filesystem|format"
              + "|forward_list|fstream|functional|future|initializer_list|iomanip|ios|iosfwd"
              + "|iostream|istream|iterator|latch|limits|list|locale|map|memory|memory_resource"
              + "|mutex|new|numbers|numeric|optional|ostream|print|queue|random|ranges|ratio|regex"
              + "|scoped_allocator|semaphore|set|shared_mutex|source_location|span|sstream|stack"
              + "|stdexcept|stop_token|streambuf|string|string_view|strstream|syncstream"
              + "|system_error|thread|tuple|type_traits|typeindex|typeinfo|unordered_map"
              + "|unordered_set|utility|valarray|variant|vector|version)|(experimental|ext|bits|backward)/.*"
              + "|(sys|linux|arpa|netinet|GL|boost|tbb|X11|mpi)/.*|(helper|cutil|nvToolsExt|nvtx3)\\S*"
              + "|(cublas|cusparse|cufft|cusolver|curand|cudnn|nccl|nvml|nvrtc|npp)\\w*\\.h"
              + "|(stdarg|errno|ctype|signal|unistd|pthread|getopt|fcntl|omp|mpi|locale|wchar|complex"
              + "|fenv|setjmp|malloc|memory|strings|dirent|poll|sched|semaphore|termios|dlfcn|libgen"
              + "|immintrin|x86intrin|xmmintrin|emmintrin|windows|conio|alloca|iso646|tgmath|uchar"
              + "|wctype|stdatomic|stdalign|threads|search|glob|values|iostream|fstream)\\.h");

  /** Namespaces of libraries of the host, of which device code has a part at most. */
  private static final Set<String> NAMESPACES = Set.of("std", "thrust", "cub", "boost");

  /** Headers of the host for which a file of device code is needed, too. */
  private static final Pattern DEVICE =
      Pattern.compile("(helper_math|cutil\\w*|curand\\w+|helper_cuda\\w*)\\.(h|hpp|cuh)");

  /** Names of the standard library that device code may use without {@code std::}. */
  private static final Set<String> STANDARD =
      Set.of(
          "numeric_limits",
          "array",
          "pair",
          "make_pair",
          "tuple",
          "make_tuple",
          "complex",
          "is_same",
          "is_same_v",
          "enable_if",
          "enable_if_t",
          "conditional",
          "conditional_t",
          "forward",
          "move",
          "optional",
          "span",
          "integral_constant",
          "true_type",
          "false_type",
          "decay_t",
          "remove_reference_t",
          "declval",
          "initializer_list",
          "plus",
          "less",
          "greater",
          "bit_cast",
          "popcount",
          "clamp");

  /**
   * A library for host and device.
   *
   * @param headers its headers
   * @param names those by one of which device code uses it
   */
  private record Library(Pattern headers, Pattern names) {

    static Library of(String headers, String names) {
      return new Library(Pattern.compile(headers), Pattern.compile(names));
    }
  }

  private static final List<Library> LIBRARIES =
      List.of(
          Library.of("thrust/.*", "thrust"),
          Library.of("cub/.*", "cub"),
          Library.of("curand\\w*\\.h", "_?curand.*"),
          Library.of("mma\\.h", "nvcuda"));

  private HostHeaders() {}

  /** Whether a header that the compiler does not have is one of the host. */
  static boolean isKnown(String name) {
    return HOST.matcher(name).matches() || CUDA.matcher(name).matches();
  }

  /** Whether a header of the host may hold device code that a file uses. */
  static boolean mayHoldDeviceCode(String name) {
    return DEVICE.matcher(name).matches();
  }

  /** Whether a name is that of a library of the host. */
  static boolean isNamespace(String name) {
    return NAMESPACES.contains(name);
  }

  /** Whether a header that the compiler has would only cost time. */
  static boolean isNeedless(String name, Set<String> named) {
    if (CUDA.matcher(name).matches() || CCCL.matcher(name).matches()) {
      return true;
    }
    for (Library library : LIBRARIES) {
      if (library.headers().matcher(name).matches()) {
        return named.stream().noneMatch(used -> library.names().matcher(used).matches());
      }
    }
    boolean plain = name.indexOf('.') < 0 && name.indexOf('/') < 0;
    return plain && !named.contains("std") && STANDARD.stream().noneMatch(named::contains);
  }
}
