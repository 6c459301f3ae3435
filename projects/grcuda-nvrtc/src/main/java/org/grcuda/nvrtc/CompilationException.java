package org.grcuda.nvrtc;

/**
 * NVRTC refused a program, crashed on it, or was stopped at a limit. If it refused, the message is
 * its log. Positions there are {@code name(line)}: the name of the {@link Program}, and the line of
 * the source as it was given.
 */
public final class CompilationException extends NvrtcException {

  /** A {@link #result} that NVRTC has no name for: its process ended. */
  public static final String CRASH = "CRASH";

  /** A {@link #result} that NVRTC has no name for: it was stopped at a limit. */
  public static final String LIMIT = "LIMIT";

  private static final long serialVersionUID = 1L;

  private final String result;

  /**
   * A refusal, a crash or a stop.
   *
   * @param result NVRTC's name of the result, {@link #CRASH} or {@link #LIMIT}
   * @param log NVRTC's log, without blank lines at its end
   */
  public CompilationException(String result, String log) {
    super(log);
    this.result = result;
  }

  /**
   * NVRTC's name of the result, such as {@code NVRTC_ERROR_COMPILATION} (enum nvrtcResult), {@link
   * #CRASH} or {@link #LIMIT}.
   */
  public String result() {
    return result;
  }
}
