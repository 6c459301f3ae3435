package org.grcuda.cpu;

import java.nio.charset.StandardCharsets;
import org.grcuda.driver.Device;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/** Modules of which kernel {@code k} runs in clusters, as bytecode or interpreted. */
final class ClusterPrograms {

  /** Calls a function that calls itself: a kernel with this is interpreted. */
  static final String RECURSION = "{ .param .b32 n; st.param.b32 [n], 3; call deep, (n); }";

  private static final String FUNCTION =
      """
      .func deep(.param .b32 n) {
      .reg .b32 n; .reg .pred p;
      ld.param.b32 n, [n];
      bar.warp.sync -1;
      setp.eq.u32 p, n, 0;
      @p ret;
      sub.u32 n, n, 1;
      { .param .b32 m; st.param.b32 [m], n; call deep, (m); }
      ret;
      }
      """;

  private ClusterPrograms() {}

  /**
   * Loads a module.
   *
   * @param ptx with {@code CALL} in the kernel and {@code FUNCTION} ahead of it
   * @param call nothing, or {@link #RECURSION}
   */
  static Module module(Device device, String ptx, String call) {
    String text = ptx.replace("FUNCTION", FUNCTION).replace("CALL", call);
    return device.loadModule(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Launches the kernel and waits for its end. */
  static void launch(Device device, Module module, LaunchShape shape, long... parameters) {
    Stream stream = device.createStream();
    Submission submission = new Submission();
    submission.launch(stream, module.function("k"), shape, parameters, 8 * parameters.length);
    device.submit(submission);
    stream.synchronize();
  }
}
