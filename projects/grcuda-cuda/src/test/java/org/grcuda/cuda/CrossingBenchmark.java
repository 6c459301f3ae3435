package org.grcuda.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Submission;

/**
 * What a submission of two waits, a launch and a record costs over the same four calls made in C.
 * The double only returns. Run as a program; prints nanoseconds of the thread, medians of rounds
 * side by side.
 */
public final class CrossingBenchmark {

  private static final int ROUNDS = 15;
  private static final int CALLS = 1_000_000;

  private CrossingBenchmark() {}

  /** Measures and prints. */
  @SuppressWarnings("restricted")
  public static void main(String[] arguments) throws Throwable {
    Recording recording = Recording.current().reset(1, 1L << 20);
    MethodHandle direct =
        Linker.nativeLinker()
            .downcallHandle(
                SymbolLookup.libraryLookup(recording.library(), Arena.global())
                    .find("recording_direct_nanos")
                    .orElseThrow(),
                FunctionDescriptor.of(
                    ValueLayout.JAVA_DOUBLE,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT));
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      CudaDevice device = (CudaDevice) driver.device(0);
      CudaStream stream = (CudaStream) device.createStream();
      CudaEvent event = (CudaEvent) device.createEvent(false);
      CudaFunction add = (CudaFunction) Workload.load(device).function("add");
      recording.beQuiet(true);
      Submission submission = new Submission();
      CommandWriter writer = new CommandWriter();
      fill(submission, stream, event, add);
      int words = writer.write(submission, device);
      double[][] nanos = new double[4][ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        nanos[0][round] =
            (double) direct.invokeExact(stream.handle(), event.handle(), add.handle(), CALLS);
        nanos[1][round] =
            timed(
                calls -> {
                  for (int i = 0; i < calls; i++) {
                    DriverApi.submit(
                        device.sessionHandle(), device.context(), writer.address(), words);
                  }
                  return 0;
                });
        nanos[2][round] =
            timed(
                calls -> {
                  for (int i = 0; i < calls; i++) {
                    device.submit(submission);
                  }
                  return 0;
                });
        nanos[3][round] =
            timed(
                calls -> {
                  for (int i = 0; i < calls; i++) {
                    submission.clear();
                    fill(submission, stream, event, add);
                    device.submit(submission);
                  }
                  return 0;
                });
      }
      recording.beQuiet(false);
      String[] names = {
        "the four calls in C",
        "one crossing (JNI)",
        "Device.submit: checked, written, crossed",
        "the same, and the Submission made"
      };
      for (int i = 0; i < names.length; i++) {
        Arrays.sort(nanos[i]);
        System.out.printf("%-42s %7.1f ns%n", names[i], nanos[i][ROUNDS / 2]);
      }
    }
  }

  private static void fill(
      Submission submission, CudaStream stream, CudaEvent event, CudaFunction add) {
    submission.waitFor(stream, event);
    submission.waitFor(stream, event);
    submission.launch(stream, add, new LaunchShape(1, 1, 1, 32, 1, 1, 0), new long[2], 16);
    submission.record(stream, event);
  }

  private static double timed(IntToDoubleFunction loop) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long begin = threads.getCurrentThreadCpuTime();
    loop.applyAsDouble(CALLS);
    return (double) (threads.getCurrentThreadCpuTime() - begin) / CALLS;
  }
}
