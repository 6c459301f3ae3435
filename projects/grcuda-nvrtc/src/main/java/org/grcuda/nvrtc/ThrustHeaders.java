package org.grcuda.nvrtc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What makes NVRTC take Thrust, whose headers are for host and device at once: headers in place of
 * some of its own and of the host's, and options. Its algorithms then run in the calling thread.
 */
final class ThrustHeaders {

  /** Unannotated functions are of the device; the system for devices is the sequential one. */
  static final List<String> OPTIONS =
      List.of("-default-device", "-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP");

  private static final Pattern INCLUDE =
      Pattern.compile("#\\s*include\\s*[<\"](thrust/[^>\"\n]+)[>\"]");

  private static final List<String> IN_PLACE =
      List.of(
          "thrust/detail/config.h",
          "thrust/detail/execute_with_allocator.h",
          "thrust/detail/allocator/temporary_allocator.inl",
          "thrust/system/detail/bad_alloc.h");

  /** Headers of the host that Thrust includes; {@code thrust/detail/config.h} has what it needs. */
  private static final List<String> EMPTY =
      List.of(
          "exception",
          "iostream",
          "istream",
          "mutex",
          "ostream",
          "sstream",
          "stdexcept",
          "string",
          "thread",
          "unordered_map",
          "vector");

  private ThrustHeaders() {}

  /** Whether a program includes a header of Thrust that it does not bring itself. */
  static boolean areIncluded(Program program) {
    return Stream.concat(Stream.of(program.source()), program.headers().values().stream())
        .filter(text -> text.contains("thrust/"))
        .flatMap(text -> INCLUDE.matcher(text).results())
        .anyMatch(include -> !program.headers().containsKey(include.group(1)));
  }

  /**
   * The headers by name.
   *
   * @param resource gives the text of a header that is a file of this module
   */
  static Map<String, String> texts(Function<String, String> resource) {
    Map<String, String> texts = new HashMap<>();
    IN_PLACE.forEach(name -> texts.put(name, resource.apply(name)));
    EMPTY.forEach(name -> texts.put(name, "/* Of the host. */\n"));
    return texts;
  }
}
