package org.grcuda.cuda;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.driver.ModuleSource;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.PtxSyntaxException;

/**
 * Finds the kernels whose blocks wait for each other. {@code grid.sync()} of cooperative groups
 * finds its workspace by {@code %envreg1} and {@code %envreg2} (cooperative_groups/details/sync.h).
 */
final class CooperativeKernels {

  private static final String WORKSPACE = "%envreg2";
  private static final Operand OPERAND = new Operand.SpecialRegister(WORKSPACE);

  private CooperativeKernels() {}

  /** Their names. PTX that cannot be parsed here gives no names; the driver refuses it. */
  static Set<String> of(ModuleSource source) {
    if (!source.ptx().contains(WORKSPACE)) {
      return Set.of();
    }
    PtxModule module = source.syntax(PtxModule.class);
    try {
      module = module == null ? PtxParser.parse(source.ptx()) : module;
    } catch (PtxSyntaxException e) {
      return Set.of();
    }
    return of(module);
  }

  private static Set<String> of(PtxModule module) {
    return module.entries().stream()
        .filter(kernel -> reaches(module, kernel, new HashSet<>()))
        .map(PtxFunction::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean reaches(PtxModule module, PtxFunction function, Set<String> seen) {
    if (function == null || !seen.add(function.name())) {
      return false;
    }
    return function.body().stream()
        .anyMatch(
            statement ->
                statement instanceof Instruction instruction
                    && (instruction.operands().contains(OPERAND)
                        || calls(instruction)
                            && reaches(
                                module, module.function(instruction.call().calleeName()), seen)));
  }

  private static boolean calls(Instruction instruction) {
    return instruction.opcode() == Opcode.CALL && instruction.call().calleeName() != null;
  }
}
