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
import org.grcuda.ptx.PtxType;

/**
 * What the kernels of a module need of the driver beyond a launch.
 *
 * @param cooperative kernels whose blocks wait for each other: {@code grid.sync()} of cooperative
 *     groups finds its workspace by {@code %envreg1} and {@code %envreg2}
 *     (cooperative_groups/details/sync.h)
 * @param stack kernels whose stack has no size that a compiler could know: they recurse, call
 *     through pointers or allocate on the stack
 * @param prints whether one of them may call printf
 * @param images what they do with textures; null if it is not known
 */
record KernelNeeds(Set<String> cooperative, Set<String> stack, boolean prints, ImageUse images) {

  /** No kernel does anything with textures. */
  private static final ImageUse NO_IMAGES = new ImageUse(Set.of(), Set.of());

  /**
   * What kernels do with textures that not every kind of texture object is for.
   *
   * @param samplesLines kernels that read lines at coordinates that are floats ({@code tex1D}), not
   *     by index ({@code tex1Dfetch})
   * @param gathers kernels that read the four texels around a place ({@code tex2Dgather})
   */
  record ImageUse(Set<String> samplesLines, Set<String> gathers) {}

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
    return new KernelNeeds(CubinKernels.cooperative(image), Set.of(), prints, null);
  }

  /** PTX that cannot be parsed here needs nothing: the driver refuses it. */
  static KernelNeeds of(ModuleSource source) {
    String ptx = source.ptx();
    boolean prints = ptx.contains(PRINTF);
    boolean hasImages = ptx.contains("tex.") || ptx.contains("tld4.");
    if (!ptx.contains(WORKSPACE)
        && !ptx.contains("call")
        && !ptx.contains("alloca")
        && !hasImages) {
      return new KernelNeeds(Set.of(), Set.of(), prints, NO_IMAGES);
    }
    PtxModule module = source.syntax(PtxModule.class);
    try {
      module = module == null ? PtxParser.parse(ptx) : module;
    } catch (PtxSyntaxException e) {
      return new KernelNeeds(Set.of(), Set.of(), prints, null);
    }
    Calls calls = new Calls(module);
    ImageUse images =
        hasImages
            ? new ImageUse(
                calls.kernels(kernel -> calls.reaches(kernel, Calls::samplesLine)),
                calls.kernels(kernel -> calls.reaches(kernel, i -> i.opcode() == Opcode.TLD4)))
            : NO_IMAGES;
    return new KernelNeeds(
        calls.kernels(kernel -> calls.reaches(kernel, i -> i.operands().contains(OPERAND))),
        calls.kernels(calls::hasUnknownStack),
        prints,
        images);
  }

  /** Follows the calls of a module. */
  private record Calls(PtxModule module) {

    Set<String> kernels(Predicate<PtxFunction> need) {
      return module.entries().stream()
          .filter(need)
          .map(PtxFunction::name)
          .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a kernel, or a function that it calls, has such an instruction. */
    boolean reaches(PtxFunction kernel, Predicate<Instruction> wanted) {
      return reaches(kernel, wanted, new HashSet<>());
    }

    private boolean reaches(PtxFunction function, Predicate<Instruction> wanted, Set<String> seen) {
      return seen.add(function.name())
          && (instructions(function).anyMatch(wanted)
              || callees(function).anyMatch(callee -> reaches(callee, wanted, seen)));
    }

    static boolean samplesLine(Instruction instruction) {
      return instruction.opcode() == Opcode.TEX
          && instruction.modifiers().contains("1d")
          && instruction.sourceType() != PtxType.S32;
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
