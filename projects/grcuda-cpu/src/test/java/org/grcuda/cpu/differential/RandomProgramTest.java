package org.grcuda.cpu.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.grcuda.cpu.differential.GridRunner.Shape;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.x86.Processor;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.PtxSyntaxException;
import org.junit.jupiter.api.Test;

/**
 * Random programs compute the same bits on all engines. {@code -Dgrcuda.test.programs=1000000} runs
 * so many, {@code -Dgrcuda.test.seconds=600} as many as fit, {@code -Dgrcuda.test.seed=7} begins
 * with the program of that seed, {@code -Dgrcuda.test.coverage=true} prints which instructions the
 * programs had, {@code -Dgrcuda.test.machine=true} compares only machine code with the interpreter,
 * on programs of instructions that have machine code, {@code -Dgrcuda.test.singles=false} leaves
 * out gangs of one thread.
 */
final class RandomProgramTest {

  /** Of so many programs one runs in pieces too. */
  private static final int PIECES_EVERY = 32;

  private static final int REPORT_EVERY = 10_000;

  private final List<InstructionSet> sets = Processor.current().available();
  private final Map<String, TranslationOptions> engines = Engines.all();
  private final Map<String, Long> comparisons = new LinkedHashMap<>();
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Probe.Assembled assembled = new Probe.Assembled();
  private final boolean onlyMachineCode = Boolean.getBoolean("grcuda.test.machine");
  private final boolean withSingles =
      !System.getProperty("grcuda.test.singles", "true").equals("false");
  private final Coverage coverage =
      Boolean.getBoolean("grcuda.test.coverage") ? new Coverage() : null;
  private long faults;

  @Test
  void enginesAgree() {
    engines.replaceAll(
        (name, options) -> isMachineCode(name) ? options.withListener(assembled) : options);
    long wanted = Long.getLong("grcuda.test.programs", 0);
    long first = Long.getLong("grcuda.test.seed", 1);
    List<InstructionForm> forms =
        InstructionCatalog.forms().stream()
            .filter(InstructionForm::isWritable)
            .filter(f -> Probe.refusal(f, engines.get("interpreter")).isEmpty())
            .toList();
    InstructionPools all = new InstructionPools(forms, false);
    InstructionPools plain =
        sets.isEmpty()
            ? all
            : new InstructionPools(
                forms.stream().filter(f -> Probe.hasMachineCode(f, sets.getFirst())).toList(),
                true);
    long begin = system.getProcessCpuTime();
    long end = System.nanoTime() + Long.getLong("grcuda.test.seconds", 20) * 1_000_000_000L;
    long programs = 0;
    try (GridRunner runner = new GridRunner()) {
      while (wanted > 0 ? programs < wanted : System.nanoTime() < end) {
        long seed = first + programs;
        Shape shape = Shape.random(new SplittableRandom(seed));
        InstructionPools pools = onlyMachineCode || seed % 2 == 0 ? plain : all;
        check(runner, new RandomProgram(pools, seed, shape), shape, seed);
        programs++;
        if (programs % REPORT_EVERY == 0) {
          report(programs, first, begin);
        }
      }
    }
    report(programs, first, begin);
    if (coverage != null) {
      System.out.print(coverage);
    }
    for (InstructionSet set : programs < 100 ? List.<InstructionSet>of() : sets) {
      assertTrue(comparisons.getOrDefault(set.text(), 0L) > programs / 4, set.text());
      String singles = Engines.singles(set);
      assertTrue(!withSingles || comparisons.getOrDefault(singles, 0L) > programs / 8, singles);
    }
  }

  private void report(long programs, long first, long begin) {
    System.out.printf(
        "%d random programs agree, seeds %d to %d: the interpreter against %s; %d faults; "
            + "%.2f ms of processor time each%n",
        programs,
        first,
        first + programs - 1,
        comparisons,
        faults,
        (system.getProcessCpuTime() - begin) / 1e6 / programs);
  }

  private void check(GridRunner runner, RandomProgram program, Shape shape, long seed) {
    runner.prepare(shape, seed);
    String difference;
    try {
      difference = difference(runner, program, shape, seed);
    } catch (UnsupportedPtxException refused) {
      throw new AssertionError("seed %d, %s:%n%s".formatted(seed, shape, program), refused);
    }
    if (difference != null) {
      new Shrinker(() -> stillFails(runner, program, shape, seed)).run(program);
      fail(
          "seed %d, %s: %s%n%s"
              .formatted(seed, shape, difference(runner, program, shape, seed), program));
    }
  }

  private boolean stillFails(GridRunner runner, RandomProgram program, Shape shape, long seed) {
    try {
      return difference(runner, program, shape, seed) != null;
    } catch (PtxSyntaxException damaged) {
      return false;
    }
  }

  /** How the engines differ on a program; null if they do not. */
  private String difference(GridRunner runner, RandomProgram program, Shape shape, long seed) {
    String ptx = program.toString();
    PtxModule parsed = PtxParser.parse(ptx);
    String expected = runner.run(parsed, ptx, engines.get("interpreter"), shape);
    faults += expected == null ? 0 : 1;
    runner.expectThis();
    boolean ranBytecode = false;
    for (Map.Entry<String, TranslationOptions> engine : engines.entrySet()) {
      String name = engine.getKey();
      if (name.equals("interpreter")
          || onlyMachineCode && !isMachineCode(name)
          || !withSingles && isSingles(name)
          || name.equals("bytecode") && ranBytecode
          || name.equals(Engines.PIECES) && seed % PIECES_EVERY != 0) {
        continue;
      }
      int before = assembled.kernels();
      String fault = runner.run(parsed, ptx, engine.getValue(), shape);
      if (isMachineCode(name) && assembled.kernels() == before) {
        // Without machine code the engine has run the bytecode.
        ranBytecode = true;
        name = "bytecode";
      }
      if (!Objects.equals(expected, fault)) {
        return name + " gives " + text(fault) + ", not " + text(expected);
      }
      int at = expected == null ? runner.mismatch() : -1;
      if (at >= 0) {
        return name + " stores another byte at " + KernelText.place(at);
      }
      comparisons.merge(name, 1L, Long::sum);
      if (coverage != null) {
        coverage.add(program, name);
      }
    }
    return null;
  }

  private boolean isMachineCode(String engine) {
    return isSingles(engine) || sets.stream().anyMatch(set -> engine.equals(set.text()));
  }

  private boolean isSingles(String engine) {
    return sets.stream().anyMatch(set -> engine.equals(Engines.singles(set)));
  }

  private static String text(String fault) {
    return fault == null ? "no fault" : fault;
  }
}
