package org.grcuda.cpu.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.grcuda.cpu.differential.GridRunner.Shape;
import org.grcuda.cpu.translate.TranslationOptions;
import org.grcuda.cpu.x86.Processor;
import org.grcuda.ptx.PtxSyntaxException;
import org.junit.jupiter.api.Test;

/**
 * Random programs compute the same bits on all engines. {@code -Dgrcuda.test.programs=1000000} runs
 * so many, {@code -Dgrcuda.test.seed=7} begins with the program of that seed.
 */
final class RandomProgramTest {

  private static final long SECONDS = 20;

  private final Map<String, TranslationOptions> engines = Engines.all();
  private int machineCodes;

  @Test
  void enginesAgree() {
    engines.computeIfPresent(
        "native",
        (name, options) ->
            options.withListener(
                (kernel, pass, result) -> machineCodes += pass.equals("GangAssembler") ? 1 : 0));
    long wanted = Long.getLong("grcuda.test.programs", 0);
    long first = Long.getLong("grcuda.test.seed", 1);
    List<InstructionForm> forms =
        InstructionCatalog.forms().stream()
            .filter(InstructionForm::isWritable)
            .filter(f -> Probe.refusal(f, engines.get("interpreter")).isEmpty())
            .toList();
    List<InstructionForm> inMachineCode = forms.stream().filter(Probe::hasMachineCode).toList();
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    long programs = 0;
    try (GridRunner runner = new GridRunner()) {
      while (wanted > 0 ? programs < wanted : System.nanoTime() < end) {
        long seed = first + programs;
        boolean plain = seed % 2 == 0;
        check(runner, new RandomProgram(plain ? inMachineCode : forms, seed, plain), seed);
        programs++;
        if (programs % 10_000 == 0) {
          System.out.println(programs + " random programs agree so far");
        }
      }
    }
    System.out.println(
        programs
            + " random programs agree on "
            + engines.keySet()
            + ", seeds from "
            + first
            + "; "
            + machineCodes
            + " times a program became machine code");
    assertTrue(machineCodes > programs / 4 || !Processor.current().hasAvx512(), "machine code");
  }

  private void check(GridRunner runner, RandomProgram program, long seed) {
    Shape shape = Shape.random(new Random(seed));
    String difference = difference(runner, program, shape, seed);
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
    Object expected = null;
    int before = machineCodes;
    for (Map.Entry<String, TranslationOptions> engine : engines.entrySet()) {
      if (engine.getKey().equals(Engines.PIECES) && seed % 8 != 0) {
        continue;
      }
      // Without machine code the native engine has run the same bytecode.
      if (engine.getKey().equals("bytecode") && machineCodes == before) {
        continue;
      }
      Object result = runner.run(ptx, engine.getValue(), shape, seed);
      if (expected == null) {
        expected = result;
      } else if (expected instanceof byte[] a && result instanceof byte[] b) {
        int at = Arrays.mismatch(a, b);
        if (at >= 0) {
          return engine.getKey() + " stores another byte at " + KernelText.place(at);
        }
      } else if (!expected.equals(result)) {
        return engine.getKey() + " gives " + text(result) + ", not " + text(expected);
      }
    }
    return null;
  }

  private static String text(Object result) {
    return result instanceof String fault ? fault : "no fault";
  }
}
