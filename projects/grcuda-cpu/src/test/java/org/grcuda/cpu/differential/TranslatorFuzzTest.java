package org.grcuda.cpu.differential;

import static org.junit.jupiter.api.Assertions.fail;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Damaged programs run, or are refused with their line. {@code -Dgrcuda.test.mutants=100000} tries
 * so many, from {@code -Dgrcuda.test.seed}.
 */
final class TranslatorFuzzTest {

  private static final List<String> PARTS =
      List.of(
          "%r1",
          "%rd1",
          "%f1",
          "%fd1",
          "%p1",
          "%h1",
          "!%p2",
          "[%rd1]",
          "[%r1+4]",
          "7",
          "-1",
          "0f3F800000",
          "_",
          "{%r1, %r2}",
          "%r1|%p1",
          "constants",
          "END",
          "shared",
          "%tid.x");

  private static final List<String> MODIFIERS =
      List.of(
          ".u32", ".s64", ".f32", ".f16", ".b128", ".pred", ".sat", ".ftz", ".wide", ".hi", ".cc",
          ".v4", ".global", ".param", ".sync", ".rn", ".eq", ".and", ".noftz", ".x");

  @Test
  void damagedProgramsRunOrAreRefused() {
    int mutants = Integer.getInteger("grcuda.test.mutants", 600);
    long first = Long.getLong("grcuda.test.seed", 1);
    List<InstructionForm> forms =
        InstructionCatalog.forms().stream().filter(InstructionForm::isWritable).toList();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    try (MutantRunner runner = new MutantRunner()) {
      for (long seed = first; seed < first + mutants; seed++) {
        String mutant = mutant(forms, new Random(seed));
        Optional<String> broken = runner.run(mutant);
        if (broken.isPresent()) {
          fail("seed " + seed + ", " + broken.get() + mutant);
        }
      }
      System.out.printf(
          "%d damaged programs, seeds %d to %d: %s; %.2f ms of processor time each%n",
          mutants,
          first,
          first + mutants - 1,
          runner.summary(),
          (threads.getCurrentThreadCpuTime() - start) / 1e6 / mutants);
    }
  }

  /** A kernel with some instructions of the catalogue, one of them damaged. */
  private static String mutant(List<InstructionForm> forms, Random random) {
    Operands operands = new Operands(random);
    KernelText kernel = new KernelText();
    int damaged = random.nextInt(3);
    for (int k = 0; k < 3; k++) {
      List<String> statements = operands.write(forms.get(random.nextInt(forms.size())));
      for (String statement : statements) {
        kernel.add(k == damaged ? damage(statement, random) : statement);
      }
    }
    return kernel.toString();
  }

  private static String damage(String statement, Random random) {
    int space = statement.indexOf(' ');
    if (space < 0) {
      return statement.replace(";", " " + pick(PARTS, random) + ";");
    }
    String name = statement.substring(0, space);
    List<String> list =
        new java.util.ArrayList<>(
            List.of(statement.substring(space + 1, statement.length() - 1).split(", ")));
    int at = random.nextInt(list.size());
    switch (random.nextInt(5)) {
      case 0 -> list.remove(at);
      case 1 -> list.add(at, pick(PARTS, random));
      case 2 -> list.set(at, pick(PARTS, random));
      case 3 -> name += pick(MODIFIERS, random);
      default -> {
        int dot = name.lastIndexOf('.');
        name = (dot < 0 ? name : name.substring(0, dot)) + pick(MODIFIERS, random);
      }
    }
    return name + " " + String.join(", ", list) + ";";
  }

  private static String pick(List<String> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }
}
