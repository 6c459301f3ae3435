package org.grcuda.nvrtc;

/**
 * NVRTC refused a program. The message is NVRTC's log, in which positions are {@code name(line)}
 * with the name of the {@link Program} and the lines of the source as it was given.
 */
public final class CompilationException extends NvrtcException {

  private static final long serialVersionUID = 1L;

  private final String result;

  /**
   * @param result NVRTC's name of the result, such as {@code NVRTC_ERROR_COMPILATION}
   * @param log NVRTC's log, without blank lines at its end
   */
  CompilationException(String result, String log) {
    super(log);
    this.result = result;
  }

  /** NVRTC's name of the result, such as {@code NVRTC_ERROR_COMPILATION} (enum nvrtcResult). */
  public String result() {
    return result;
  }
}
