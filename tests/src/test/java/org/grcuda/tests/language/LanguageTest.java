package org.grcuda.tests.language;

import java.util.EnumMap;
import java.util.Map;
import org.grcuda.tests.language.CudaProgram.Mode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Tests of one file of {@code kernels/language}, each in every mode of execution. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LanguageTest {

  private final String file;
  private final Map<Mode, CudaProgram> programs = new EnumMap<>(Mode.class);

  LanguageTest(String file) {
    this.file = file;
  }

  final CudaProgram program(Mode mode) {
    return programs.computeIfAbsent(mode, m -> CudaProgram.of(file, m));
  }

  @AfterAll
  void close() {
    programs.values().forEach(CudaProgram::close);
  }
}
