package org.grcuda.cpu.translate;

import java.util.List;
import java.util.stream.Collectors;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Statement;

/** Writes functions as text, as passes have left them. */
final class PassText {

  private PassText() {}

  /** The functions of a kernel, itself first, with the PTX line that each statement is from. */
  static String of(List<PtxFunction> functions) {
    return functions.stream()
        .map(
            f ->
                f.name() + "\n" + f.body().stream().map(PassText::of).collect(Collectors.joining()))
        .collect(Collectors.joining("\n"));
  }

  private static String of(Statement statement) {
    return "%6d  %s%n".formatted(statement.line(), statement.text());
  }
}
