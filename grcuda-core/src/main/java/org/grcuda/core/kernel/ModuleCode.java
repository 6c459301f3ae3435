package org.grcuda.core.kernel;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.grcuda.driver.CodeTarget;
import org.grcuda.nvrtc.CompiledProgram;

/**
 * Code of kernels, as it was compiled or found in a file.
 *
 * @param origin how messages name its source: {@code "the source"}
 * @param ptx PTX text; null if there is only machine code
 * @param image what a device of a code target loads
 * @param loweredNames the symbol of each name expression that was compiled into it
 */
record ModuleCode(
    String origin,
    String ptx,
    Function<CodeTarget, byte[]> image,
    Map<String, String> loweredNames) {

  /** A checksum of a few characters that distinguishes codes. */
  String fingerprint(CodeTarget target) {
    CRC32C checksum = new CRC32C();
    checksum.update(ptx != null ? ptx.getBytes(StandardCharsets.UTF_8) : image.apply(target));
    return "%08x".formatted(checksum.getValue());
  }

  /**
   * The code that NVRTC compiled from a source.
   *
   * @param programs by the target that they were compiled for; the module's PTX is the first one's
   */
  static ModuleCode compiled(SequencedMap<CodeTarget, CompiledProgram> programs) {
    CompiledProgram first = programs.firstEntry().getValue();
    return new ModuleCode(
        "the source", first.ptx(), target -> image(programs.get(target)), first.loweredNames());
  }

  /** Machine code, unless it was compiled to PTX alone. */
  private static byte[] image(CompiledProgram program) {
    return program.cubin().length > 0
        ? program.cubin()
        : program.ptx().getBytes(StandardCharsets.UTF_8);
  }

  /** PTX of a file: every driver takes it. */
  static ModuleCode ptx(String origin, String text) {
    return new ModuleCode(origin, text, target -> text.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  /** A cubin or a fatbin of a file. */
  static ModuleCode machineCode(String origin, byte[] image) {
    return new ModuleCode(origin, null, target -> image, Map.of());
  }
}
