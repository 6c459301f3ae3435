package org.grcuda.types;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a kernel is compiled. Immutable. Kernels of one source share its variables only if they were
 * compiled with equal options.
 *
 * @param options options of NVRTC, in order, such as {@code "-use_fast_math"}, {@code "-DN=4"}
 * @param includes the text of headers that the source includes, by the name used in the {@code
 *     #include}
 * @param lp64 whether {@code int64_t} is {@code long}, as for nvcc on Linux, and not {@code long
 *     long}, as for NVRTC; whole CUDA files have {@code long} in any case
 */
public record CompileOptions(List<String> options, Map<String, String> includes, boolean lp64) {

  /** No options, no headers. */
  public static final CompileOptions NONE = new CompileOptions(List.of(), Map.of());

  /** These options and headers, where {@code int64_t} is {@code long long}. */
  public CompileOptions(List<String> options, Map<String, String> includes) {
    this(options, includes, false);
  }

  /** Takes copies. */
  public CompileOptions {
    options = List.copyOf(options);
    includes = Map.copyOf(includes);
  }

  /** These options of NVRTC, and no headers. */
  public static CompileOptions of(String... options) {
    return new CompileOptions(List.of(options), Map.of());
  }

  /** These with {@code added} after the options. */
  public CompileOptions withOptions(String... added) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(added));
    return new CompileOptions(all, includes, lp64);
  }

  /** These with one more header. */
  public CompileOptions withInclude(String name, String text) {
    Map<String, String> all = new LinkedHashMap<>(includes);
    all.put(name, text);
    return new CompileOptions(options, all, lp64);
  }

  /** These, where {@code int64_t} is {@code long}. */
  public CompileOptions withLp64() {
    return new CompileOptions(options, includes, true);
  }
}
