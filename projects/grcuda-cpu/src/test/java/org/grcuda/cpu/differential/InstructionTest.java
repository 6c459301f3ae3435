package org.grcuda.cpu.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.x86.Processor;
import org.junit.jupiter.api.Test;

/** Every instruction of the ISA: the same ones are executed by all engines, with the same bits. */
final class InstructionTest {

  /** Of blocks with gangs of two vectors, and of one with AVX-512 and with AVX2. */
  private static final List<GridRunner.Shape> SHAPES =
      List.of(
          new GridRunner.Shape(2, 64, 1),
          new GridRunner.Shape(2, 16, 1),
          new GridRunner.Shape(2, 8, 1));

  private static final int PER_KERNEL = 12;

  /** Opcodes that have forms without machine code. */
  private static final Set<String> PARTLY_BYTECODE =
      new TreeSet<>(
          List.of(
              "atom", "bar", "barrier", "brkpt", "brx", "call", "cvt", "ex2", "ld", "lop3", "mad",
              "mad24", "max", "min", "mma", "mov", "st", "tanh", "wmma"));

  @Test
  void enginesTakeAndRefuseTheSame() {
    Map<String, String> different = new TreeMap<>();
    Map<String, TranslationOptions> engines = Engines.all();
    int executed = 0;
    for (InstructionForm form : InstructionCatalog.forms()) {
      Map<String, String> refusals = new LinkedHashMap<>();
      engines.forEach((name, options) -> refusals.put(name, Probe.refusal(form, options)));
      if (refusals.values().stream().distinct().count() > 1
          || refusals.get("interpreter").startsWith(Probe.BROKEN)) {
        different.merge(form.pattern(), refusals.toString().replaceAll("\\s+", " "), (a, b) -> a);
      }
      executed += refusals.get("interpreter").isEmpty() ? 1 : 0;
    }
    System.out.println(
        "instructions executed: " + executed + " of " + InstructionCatalog.forms().size());
    assertEquals(Map.of(), different);
  }

  @Test
  void enginesComputeTheSame() {
    Map<String, TranslationOptions> engines = Engines.all();
    List<InstructionForm> forms =
        InstructionCatalog.forms().stream()
            .filter(InstructionTest::compares)
            .filter(f -> Probe.refusal(f, engines.get("interpreter")).isEmpty())
            .toList();
    compareAll(engines, forms);
  }

  /** A kernel of which an instruction has no machine code has none. */
  @Test
  void machineCodeComputesTheSame() {
    List<InstructionSet> sets = Processor.current().available();
    assumeTrue(!sets.isEmpty());
    Map<String, TranslationOptions> engines = Engines.all();
    engines.keySet().removeIf(name -> name.startsWith("bytecode"));
    List<InstructionForm> forms =
        InstructionCatalog.forms().stream()
            .filter(InstructionTest::compares)
            .filter(f -> Probe.hasMachineCode(f, sets.getFirst()))
            .toList();
    System.out.println("instructions with machine code: " + forms.size());
    compareAll(engines, forms);
  }

  /** Machine code is made here also of instructions that this processor lacks. */
  @Test
  void eachInstructionSetHasCodeForTheSame() {
    List<String> different =
        InstructionCatalog.forms().stream()
            .filter(
                f ->
                    Probe.hasMachineCode(f, InstructionSet.AVX512)
                        != Probe.hasMachineCode(f, InstructionSet.AVX2))
            .map(InstructionForm::pattern)
            .toList();
    assertEquals(List.of(), different);
  }

  @Test
  void allFormsOfOtherOpcodesHaveMachineCode() {
    Set<String> without =
        InstructionCatalog.forms().stream()
            .filter(f -> !Probe.hasMachineCode(f, InstructionSet.AVX512))
            .filter(f -> Probe.refusal(f, TranslationOptions.defaults()).isEmpty())
            .map(InstructionForm::opcode)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(PARTLY_BYTECODE, without);
  }

  private static void compareAll(
      Map<String, TranslationOptions> engines, List<InstructionForm> forms) {
    try (GridRunner runner = new GridRunner()) {
      for (int at = 0; at < forms.size(); at += PER_KERNEL) {
        List<InstructionForm> some = forms.subList(at, Math.min(forms.size(), at + PER_KERNEL));
        compare(runner, engines, some, new KernelText(), at);
      }
    }
  }

  /** Whether results of the form are compared. */
  static boolean compares(InstructionForm form) {
    return form.isWritable()
        && !form.controls()
        && !form.isLegacy()
        && !form.mnemonic().contains("arrive")
        && !form.operands().contains("#64..64");
  }

  private static void compare(
      GridRunner runner,
      Map<String, TranslationOptions> engines,
      List<InstructionForm> forms,
      KernelText kernel,
      long seed) {
    Operands operands = new Operands(new SplittableRandom(seed));
    for (InstructionForm form : forms) {
      for (int copy = 0; copy < 2; copy++) {
        List<String> statements = operands.write(form);
        statements.forEach(kernel::add);
        for (String register : written(form, statements)) {
          kernel.keep(register);
        }
      }
    }
    String ptx = kernel.toString();
    for (GridRunner.Shape shape : SHAPES) {
      runner.prepare(shape, seed);
      assertNull(runner.run(ptx, engines.get("interpreter"), shape), ptx);
      runner.expectThis();
      for (Map.Entry<String, TranslationOptions> engine : engines.entrySet()) {
        boolean gangs = engine.getValue().engine() == TranslationOptions.Engine.NATIVE;
        if (!gangs && shape != SHAPES.getFirst()) {
          continue;
        }
        assertNull(runner.run(ptx, engine.getValue(), shape), engine.getKey() + ":\n" + ptx);
        int at = runner.mismatch();
        assertTrue(
            at < 0, () -> engine.getKey() + " differs at " + KernelText.place(at) + ":\n" + ptx);
      }
    }
  }

  /** The registers that the last statement of a form writes. */
  private static List<String> written(InstructionForm form, List<String> statements) {
    String statement =
        statements.stream().filter(s -> s.startsWith(form.mnemonic() + " ")).findFirst().orElse("");
    List<String> registers = new ArrayList<>();
    if (form.operands().stream().anyMatch(o -> o.contains("="))) {
      String first = statement.substring(form.mnemonic().length() + 1);
      String list =
          first.startsWith("{") ? first.substring(1, first.indexOf('}')) : first.split(", |;")[0];
      registers.addAll(List.of(list.split("[|]|, ")));
      registers.removeIf("_"::equals);
    }
    return registers;
  }
}
