package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shared CUDA sources compile, and their header comments list their kernels. */
class KernelSourcesTest {

  private static final Pattern ENTRY = Pattern.compile("\\.visible \\.entry (\\w+)\\(");
  private static final Pattern LISTED = Pattern.compile("^//   (\\w+)\\(", Pattern.MULTILINE);

  static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../../kernels"))) {
      return files.filter(file -> file.toString().endsWith(".cu")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("sources")
  void compilesWithoutAWarning(Path file) throws IOException {
    String source = Files.readString(file);
    String name = file.getFileName().toString();
    for (String architecture : List.of("compute_80", "sm_90")) {
      CompiledProgram compiled = Nvrtc.uncached().compile(new Program(source, name, architecture));
      assertEquals("", compiled.log());
      List<String> kernels = names(ENTRY, compiled.ptx());
      assertFalse(kernels.isEmpty());
      assertEquals(names(LISTED, source), kernels);
    }
    assertTrue(source.startsWith("// "), "a header comment");
  }

  private static List<String> names(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(result -> result.group(1)).sorted().toList();
  }
}
