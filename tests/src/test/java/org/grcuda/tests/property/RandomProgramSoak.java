package org.grcuda.tests.property;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs over the full product of options, for hours. The name keeps it out of the suite;
 * run it by {@code scripts/test -pl tests -am -Dsurefire.failIfNoSpecifiedTests=false
 * -Dtest=RandomProgramSoak} with the system properties:
 *
 * <ul>
 *   <li>{@code grcuda.test.programs}: how many, 1,000,000 by default
 *   <li>{@code grcuda.test.seed}: of the first, 0 by default; each has the next
 *   <li>{@code grcuda.test.programs.context}: how many one context runs before the next
 *       configuration, 20 by default: opening contexts and translating kernels takes longer than
 *       the programs
 *   <li>{@code grcuda.test.options}: {@code NAME=VALUE,...}, for that configuration alone; then the
 *       same programs of one context are run again and again
 *   <li>{@code grcuda.test.threads}: contexts side by side, by default as many as there are cores
 * </ul>
 *
 * <p>Programs are short and call for collections of garbage: with {@code
 * JAVA_TOOL_OPTIONS="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmn64m"} 4,000 of them took half the
 * processor time.
 */
final class RandomProgramSoak {

  private static final long PROGRAMS = Long.getLong("grcuda.test.programs", 1_000_000);
  private static final long FIRST = Long.getLong("grcuda.test.seed", 0);
  private static final String OPTIONS = System.getProperty("grcuda.test.options", "");
  private static final int THREADS =
      Integer.getInteger("grcuda.test.threads", Runtime.getRuntime().availableProcessors());
  private static final long IN_CONTEXT = Long.getLong("grcuda.test.programs.context", 20);
  private static final long REPORTS = 100;

  private final PrintStream out = System.out;
  private Iterator<Configuration> configurations;
  private long started;

  @Test
  void equalsSequentialExecution(@TempDir Path folder) throws Exception {
    ProgramRunner runner = new ProgramRunner(folder);
    if (!OPTIONS.isEmpty()) {
      Configuration one = OptionSpace.parse(OPTIONS);
      for (long i = 0; i < PROGRAMS; i += IN_CONTEXT) {
        runner.run(one, FIRST, IN_CONTEXT);
      }
      return;
    }
    configurations = OptionSpace.product(PROGRAMS / IN_CONTEXT).iterator();
    out.printf("%,d configurations, %,d programs%n", OptionSpace.productSize(), PROGRAMS);
    List<Callable<Void>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      all.add(() -> work(runner));
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      for (Future<Void> done : pool.invokeAll(all)) {
        done.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private Void work(ProgramRunner runner) throws IOException {
    while (true) {
      Configuration next;
      long seed;
      synchronized (this) {
        if (!configurations.hasNext()) {
          return null;
        }
        next = configurations.next();
        seed = FIRST + started;
        started += IN_CONTEXT;
        report();
      }
      runner.run(next, seed, IN_CONTEXT);
    }
  }

  /** What a program costs, warmed up, is seen from the difference of two lines. */
  private void report() {
    if (started * REPORTS / PROGRAMS > (started - IN_CONTEXT) * REPORTS / PROGRAMS) {
      out.printf(
          "%,d programs, %.1f s of processor time%n",
          started,
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
              / 1e9);
    }
  }
}
