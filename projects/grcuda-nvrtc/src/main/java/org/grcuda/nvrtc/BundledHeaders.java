package org.grcuda.nvrtc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * The headers of C and C++ that kernels use and that come from the host's compiler under nvcc, as
 * far as NVRTC's built-in declarations and libcu++ allow; and those that stand for headers of CUDA
 * that hold code of the host.
 *
 * @param texts by name
 * @param options of NVRTC that they need
 * @param identity differs if the texts differ
 */
record BundledHeaders(Map<String, String> texts, List<String> options, String identity) {

  static final BundledHeaders NONE = new BundledHeaders(Map.of(), List.of(), "");

  /** Headers of C that are a file beside this class. */
  private static final List<String> C =
      List.of(
          "stdint",
          "stddef",
          "limits",
          "float",
          "math",
          "assert",
          "stdio",
          "stdlib",
          "string",
          "stdbool",
          "time",
          "inttypes");

  /** Names of them that C++ also has in {@code std}. */
  private static final Map<String, String> IN_STD =
      Map.ofEntries(
          Map.entry(
              "stdint",
              "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t int_least8_t"
                  + " int_least16_t int_least32_t int_least64_t uint_least8_t uint_least16_t"
                  + " uint_least32_t uint_least64_t int_fast8_t int_fast16_t int_fast32_t"
                  + " int_fast64_t uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t intptr_t"
                  + " uintptr_t intmax_t uintmax_t"),
          Map.entry("stddef", "size_t ptrdiff_t nullptr_t max_align_t"),
          Map.entry("limits", ""),
          Map.entry("float", ""),
          Map.entry(
              "math",
              "abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp"
                  + " exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb isfinite"
                  + " isinf isnan ldexp lgamma llrint llround log log10 log1p log2 logb lrint"
                  + " lround modf nan nanf nearbyint nextafter pow remainder remquo rint round"
                  + " scalbln scalbn signbit sin sinh sqrt tan tanh tgamma trunc acosf asinf atanf"
                  + " atan2f ceilf cosf coshf erff expf exp2f fabsf floorf fmaf fmaxf fminf fmodf"
                  + " hypotf logf log10f log2f powf rintf roundf sinf sinhf sqrtf tanf tanhf"
                  + " truncf"),
          Map.entry("assert", ""),
          Map.entry("stdio", "printf"),
          Map.entry("stdlib", "abs labs llabs malloc free size_t"),
          Map.entry("string", "memcpy memset size_t"),
          Map.entry("stdbool", ""),
          Map.entry("time", "clock clock_t"),
          Map.entry("inttypes", "intmax_t uintmax_t"));

  /** Headers of C++ whose names libcu++ has in {@code cuda::std}; some under another name. */
  private static final List<String> CPP =
      List.of(
          "algorithm=__algorithm_",
          "array",
          "atomic",
          "bit",
          "bitset",
          "chrono",
          "complex",
          "concepts",
          "functional",
          "initializer_list",
          "iterator",
          "limits",
          "memory=__memory_",
          "new=__new_",
          "numeric",
          "optional",
          "ratio",
          "span",
          "tuple",
          "type_traits",
          "utility",
          "variant");

  /** Headers that stand for CUDA's of the same name, and include others of CUDA's. */
  private static final Set<String> IN_PLACE = Set.of("cub/cub.cuh");

  private static final Map<String, String> ALL = all();

  /** Whether there is a header of C or C++ of that name. */
  static boolean isOne(String name) {
    return ALL.containsKey(name) && !IN_PLACE.contains(name);
  }

  /** The headers that a program gets: without those that its own folders have. */
  static BundledHeaders of(Program program) {
    Map<String, String> texts = new TreeMap<>(ALL);
    boolean thrust = ThrustHeaders.areIncluded(program);
    if (thrust) {
      texts.putAll(ThrustHeaders.texts(BundledHeaders::text));
    }
    for (Path folder : folders(program.options())) {
      texts.keySet().removeIf(name -> Files.isRegularFile(folder.resolve(name)));
    }
    CRC32C sum = new CRC32C();
    texts.forEach((name, text) -> sum.update((name + text).getBytes(StandardCharsets.UTF_8)));
    List<String> options = thrust ? ThrustHeaders.OPTIONS : List.of();
    return new BundledHeaders(texts, options, " bundled " + sum.getValue() + " ");
  }

  private static List<Path> folders(List<String> options) {
    List<Path> folders = new ArrayList<>();
    for (int i = 0; i < options.size(); i++) {
      String option = options.get(i);
      if (option.equals("-I") && i + 1 < options.size()) {
        folders.add(Path.of(options.get(i + 1)));
      } else if (option.startsWith("-I")) {
        folders.add(Path.of(option.substring(2).strip()));
      } else if (option.startsWith("--include-path=")) {
        folders.add(Path.of(option.substring("--include-path=".length())));
      }
    }
    return folders;
  }

  private static Map<String, String> all() {
    Map<String, String> all = new TreeMap<>();
    for (String name : C) {
      all.put(name + ".h", text(name + ".h"));
      StringBuilder text = new StringBuilder("#include <" + name + ".h>\n");
      text.append("namespace std {\n");
      for (String symbol : IN_STD.get(name).split(" ")) {
        text.append(symbol.isEmpty() ? "" : "using ::" + symbol + ";\n");
      }
      all.put("c" + name, text.append("}\n").toString());
    }
    for (String entry : CPP) {
      String name = entry.replaceFirst("=.*", "");
      String inCuda = entry.replaceFirst(".*=", "");
      all.put(
          name,
          "#pragma once\n#include <cuda/std/%s>\nnamespace std { using namespace cuda::std; }\n"
              .formatted(inCuda));
    }
    all.put("iosfwd", text("iosfwd"));
    IN_PLACE.forEach(name -> all.put(name, text(name)));
    all.put("cuda.h", "/* The driver's interface is the host's. */\n");
    return Map.copyOf(all);
  }

  private static String text(String file) {
    try (InputStream in = BundledHeaders.class.getResourceAsStream("headers/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
