package org.grcuda.nvrtc;

import java.util.Map;

/**
 * The result of compiling a {@link Program}.
 *
 * @param ptx PTX text
 * @param cubin machine code if the architecture was {@code sm_NN}, else empty. Not to be changed
 * @param log NVRTC's warnings and remarks; empty if there were none
 * @param loweredNames the symbol of each name expression, in their order
 */
public record CompiledProgram(
    String ptx, byte[] cubin, String log, Map<String, String> loweredNames) {

  /**
   * The symbol that {@code nameExpression} was lowered to (nvrtcGetLoweredName).
   *
   * @throws IllegalArgumentException if the program did not have that name expression
   */
  public String loweredName(String nameExpression) {
    String symbol = loweredNames.get(nameExpression);
    if (symbol == null) {
      throw new IllegalArgumentException(
          "No name expression \"" + nameExpression + "\", only " + loweredNames.keySet() + ".");
    }
    return symbol;
  }
}
