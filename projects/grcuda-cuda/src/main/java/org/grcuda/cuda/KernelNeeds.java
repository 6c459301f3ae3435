package org.grcuda.cuda;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.driver.ModuleSource;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.PtxSyntaxException;

/**
 * What the kernels of a module need of the driver beyond a launch.
 *
 * @param cooperative kernels whose blocks wait for each other: {@code grid.sync()} of cooperative
 *     groups finds its workspace by {@code %envreg1} and {@code %envreg2}
 *     (cooperative_groups/details/sync.h)
 * @param stack kernels whose stack has no size that a compiler could know: they recurse, call
 *     through pointers or allocate on the stack
 * @param prints whether one of them may call printf
 */
record KernelNeeds(Set<String> cooperative, Set<String> stack, boolean prints) {

  private static final String WORKSPACE = "%envreg2";
  private static final Operand OPERAND = new Operand.SpecialRegister(WORKSPACE);

  /**
   * The function that printf in a kernel calls, by its name in PTX and in the symbols of machine
   * code.
   */
  private static final String PRINTF = "vprintf";

  /** Of machine code, what stacks its kernels need is not known. */
  static KernelNeeds ofCode(byte[] image) {
    boolean prints = new String(image, StandardCharsets.ISO_8859_1).contains(PRINTF);
    return new KernelNeeds(CubinKernels.cooperative(image), Set.of(), prints);
  }

  /** PTX that cannot be parsed here needs nothing: the driver refuses it. */
  static KernelNeeds of(ModuleSource source) {
    String ptx = source.ptx();
    boolean prints = ptx.contains(PRINTF);
    if (!ptx.contains(WORKSPACE) && !ptx.contains("call") && !ptx.contains("alloca")) {
      return new KernelNeeds(Set.of(), Set.of(), prints);
    }
    PtxModule module = source.syntax(PtxModule.class);
    try {
      module = module == null ? PtxParser.parse(ptx) : module;
    } catch (PtxSyntaxException e) {
      return new KernelNeeds(Set.of(), Set.of(), prints);
    }
    Calls calls = new Calls(module);
    return new KernelNeeds(
        calls.kernels(calls::waitsForBlocks), calls.kernels(calls::hasUnknownStack), prints);
  }

  /** Follows the calls of a module. */
  private record Calls(PtxModule module) {

    Set<String> kernels(Predicate<PtxFunction> need) {
      return module.entries().stream()
          .filter(need)
          .map(PtxFunction::name)
          .collect(Collectors.toUnmodifiableSet());
    }

    boolean waitsForBlocks(PtxFunction kernel) {
      return waitsForBlocks(kernel, new HashSet<>());
    }

    private boolean waitsForBlocks(PtxFunction function, Set<String> seen) {
      return seen.add(function.name())
          && (instructions(function).anyMatch(i -> i.operands().contains(OPERAND))
              || callees(function).anyMatch(callee -> waitsForBlocks(callee, seen)));
    }

    boolean hasUnknownStack(PtxFunction kernel) {
      return hasUnknownStack(kernel, new HashSet<>(), new HashSet<>());
    }

    /**
     * Whether a chain of calls comes back to a function in it, or cannot be followed.
     *
     * @param chain the functions that led here
     * @param known functions without such a chain
     */
    private boolean hasUnknownStack(PtxFunction function, Set<String> chain, Set<String> known) {
      if (known.contains(function.name())) {
        return false;
      }
      if (!chain.add(function.name())) {
        return true;
      }
      boolean found =
          instructions(function).anyMatch(Calls::growsStack)
              || callees(function).anyMatch(callee -> hasUnknownStack(callee, chain, known));
      chain.remove(function.name());
      known.add(function.name());
      return found;
    }

    private static boolean growsStack(Instruction instruction) {
      return instruction.opcode() == Opcode.ALLOCA
          || instruction.opcode() == Opcode.CALL && instruction.call().calleeName() == null;
    }

    private Stream<PtxFunction> callees(PtxFunction function) {
      List<PtxFunction> callees =
          instructions(function)
              .filter(i -> i.opcode() == Opcode.CALL && i.call().calleeName() != null)
              .map(i -> module.function(i.call().calleeName()))
              .filter(callee -> callee != null)
              .toList();
      return callees.stream();
    }

    private static Stream<Instruction> instructions(PtxFunction function) {
      return function.body().stream()
          .filter(Instruction.class::isInstance)
          .map(Instruction.class::cast);
    }
  }
}
