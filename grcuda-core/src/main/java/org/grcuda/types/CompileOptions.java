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
 */
public record CompileOptions(List<String> options, Map<String, String> includes) {

  /** No options, no headers. */
  public static final CompileOptions NONE = new CompileOptions(List.of(), Map.of());

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
    return new CompileOptions(all, includes);
  }

  /** These with one more header. */
  public CompileOptions withInclude(String name, String text) {
    Map<String, String> all = new LinkedHashMap<>(includes);
    all.put(name, text);
    return new CompileOptions(options, all);
  }
}
