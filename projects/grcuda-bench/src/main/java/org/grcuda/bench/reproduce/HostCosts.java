package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.grcuda.GrCuda;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.bench.suite.SuiteFiles;
import org.grcuda.bench.suite.host.GuestProgram;
import org.grcuda.bench.suite.host.JavaProgram;

/**
 * Measures what a computation costs the host program and the scheduler, in each language. The
 * devices compute nothing and complete everything at once.
 */
final class HostCosts implements AutoCloseable {

  static final List<String> HOSTS = List.of(JavaProgram.HOST, "js", "python");

  private static final int SIZE = 1600;

  /**
   * Computations of one iteration of VEC: three kernels for each partition, and the fill that
   * resets the sums.
   */
  private static final int COMPUTATIONS = 3 * Workload.VEC.partitions() + 1;

  /** The smallest number of warm-up iterations. */
  static final int LEAST = 15;

  private static final int SAMPLES = 3;
  private static final double NANOS_PER_MICRO = 1e3;

  private final int warmUp;
  private final SuiteFiles files = SuiteFiles.find();
  private final Engine engine =
      Engine.newBuilder()
          .option("engine.WarnInterpreterOnly", "false")
          .option("python.WarnExperimentalFeatures", "false")
          .build();

  /**
   * @param warmUp number of warm-up iterations, at least {@link #LEAST}. The measurement then
   *     compares a run of a fifteenth as many iterations with a run of six fifteenths
   */
  HostCosts(int warmUp) {
    this.warmUp = warmUp;
  }

  /** Runs a program. */
  @FunctionalInterface
  private interface Program {
    ProgramResult run(List<String> arguments) throws IOException;
  }

  /**
   * Microseconds of processor time for a computation of VEC. The result comes from the difference
   * between a run of many iterations and a run of few. So neither opening a context nor building
   * kernels counts.
   */
  double micros(String host) throws IOException {
    if (host.equals(JavaProgram.HOST)) {
      try (GrCuda cuda = GrCuda.builder().option("Backend", "null").open()) {
        return micros(arguments -> JavaProgram.run(cuda, host, files, arguments));
      }
    }
    try (Context context =
        Context.newBuilder()
            .engine(engine)
            .allowAllAccess(true)
            .option("js.esm-eval-returns-exports", "true")
            .option("grcuda.Backend", "null")
            .build()) {
      return micros(arguments -> GuestProgram.run(context, host, files, arguments));
    }
  }

  private double micros(Program program) throws IOException {
    int few = warmUp / LEAST;
    int many = 6 * few;
    nanos(program, warmUp);
    long ofFew = Long.MAX_VALUE;
    long ofMany = Long.MAX_VALUE;
    for (int i = 0; i < SAMPLES; i++) {
      ofFew = Math.min(ofFew, nanos(program, few));
      ofMany = Math.min(ofMany, nanos(program, many));
    }
    return (ofMany - ofFew) / NANOS_PER_MICRO / (many - few) / COMPUTATIONS;
  }

  private static long nanos(Program program, int iterations) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    program.run(
        List.of(
            Workload.VEC.benchmark(),
            "--size=" + SIZE,
            "--partitions=" + Workload.VEC.partitions(),
            "--data=touch",
            "--warm-up=0",
            "--iterations=" + iterations));
    return threads.getCurrentThreadCpuTime() - start;
  }

  @Override
  public void close() {
    engine.close();
  }
}
