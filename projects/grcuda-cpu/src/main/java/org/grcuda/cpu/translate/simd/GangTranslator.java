package org.grcuda.cpu.translate.simd;

import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;
import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TranslationFailure;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.cpu.translate.runtime.ThreadCode;
import org.grcuda.cpu.translate.simd.GangCode.Version;
import org.grcuda.cpu.translate.simd.analysis.GangLayout;
import org.grcuda.cpu.translate.simd.analysis.GangPlan;
import org.grcuda.cpu.translate.simd.analysis.GangScope;
import org.grcuda.cpu.translate.simd.analysis.GangSize;
import org.grcuda.cpu.translate.simd.analysis.Indexed;
import org.grcuda.cpu.translate.simd.analysis.InnerLoops;
import org.grcuda.cpu.translate.simd.analysis.Invariants;
import org.grcuda.cpu.translate.simd.analysis.KernelFlow;
import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.analysis.NotVectorizableException;
import org.grcuda.cpu.translate.simd.analysis.Patterns;
import org.grcuda.cpu.x86.CodeMemory;
import org.grcuda.cpu.x86.Processor;
import org.grcuda.ptx.PtxFunction;

/** Makes machine code from a kernel, in addition to its scalar code. */
public final class GangTranslator {

  private static final int HEX_LINE = 32;

  /** Four vectors are worth it up to this share of uses of values in memory. */
  private static final double MOST_SPILLED = 0.125;

  private final PtxFunction kernel;
  private final CallGraph calls;
  private final MemoryLayout layout;
  private final ModuleVariables variables;
  private final TranslationOptions options;
  private InstructionSet instructions;

  /** Made for the first gangs, and kept for those of other layouts. */
  private KernelFlow flow;

  /** For one kernel. */
  public GangTranslator(
      PtxFunction kernel,
      CallGraph calls,
      MemoryLayout layout,
      ModuleVariables variables,
      TranslationOptions options) {
    this.kernel = kernel;
    this.calls = calls;
    this.layout = layout;
    this.variables = variables;
    this.options = options;
  }

  /**
   * Code that runs blocks as gangs if their shape allows it, else threads as {@code scalar}.
   *
   * @param scalar makes the threads' own code; called for all threads of a block at once if they
   *     wait
   * @return empty if the kernel or the machine does not allow it; then the listener gets the reason
   */
  public Optional<BlockCode> run(Supplier<ThreadCode> scalar) {
    instructions = options.instructions();
    if (instructions == null) {
      Optional<InstructionSet> best = Processor.current().best();
      if (best.isEmpty()) {
        return none(Processor.current().missing(InstructionSet.AVX2));
      }
      instructions = best.get();
    }
    if (calls.functions().size() > 1) {
      return none("it calls functions");
    }
    if ((long) layout.localBytes() * instructions.lanes() > Integer.MAX_VALUE) {
      return none("a gang has more than 2 GB of local memory");
    }
    return attempt(() -> code(scalar));
  }

  private BlockCode code(Supplier<ThreadCode> scalar) {
    if (Meetings.needWarps(kernel)) {
      return code(draft(GangLayout.WARP, GangLayout.WARP), scalar);
    }
    boolean mayBeSingle = FullFlow.fits(flow().graph().function());
    if (mayBeSingle && options.singles()) {
      return code(draft(1, 1), scalar);
    }
    try {
      return code(best(instructions.lanes()), scalar);
    } catch (NotVectorizableException reason) {
      // Such as a barrier that threads reach at different places.
      if (mayBeSingle) {
        return code(draft(1, 1), scalar);
      }
      throw reason;
    }
  }

  private GangCode code(Draft draft, Supplier<ThreadCode> scalar) {
    Version rows = assemble(draft.scope(), draft.assembler());
    return new GangCode(scalar, layout, draft.size(), rows, this::translateAtLaunch);
  }

  /** The code of one size of gangs, before it is emitted. */
  private record Draft(GangSize size, GangScope scope, GangAssembler assembler) {}

  private Draft draft(int most, int least) {
    GangSize size = new GangSize(most, least);
    GangScope scope = scope(size.rows());
    return new Draft(size, scope, GangAssembler.of(scope));
  }

  /** Gangs of four, two or one vectors, or of one thread. */
  private Draft best(int vector) {
    if (4 * vector <= GangLayout.WARP && !flow().readsOtherAxes()) {
      Draft four = draft(4 * vector, vector);
      if (isBetterWide(four)) {
        return four;
      }
    }
    Draft two = draft(2 * vector, vector);
    if (isBetterSingle(two)) {
      return draft(1, 1);
    }
    return isBetterNarrow(two) ? draft(vector, vector) : two;
  }

  /**
   * Whether a gang should be one thread: lanes leave an inner loop after different numbers of
   * iterations, and mostly access elements apart in it. Then vectors gain little, as their lanes
   * are loaded one by one and wait for the last one: a product of a sparse matrix and a vector took
   * 11.5 ms with single threads and 14.3 with vectors (two cores of an AMD EPYC without AVX-512,
   * medians of five processes in turn). Not measured with AVX-512.
   */
  private boolean isBetterSingle(Draft draft) {
    InnerLoops loops = draft.scope().loops();
    return instructions == InstructionSet.AVX2
        && FullFlow.fits(flow().graph().function())
        && !flow().threadsWait()
        && !loops.accessRows()
        && loops.part()
        && loops.gather();
  }

  /**
   * Whether gangs should be four vectors, which with AVX2 are a warp. Then less is done for each
   * lane, and a loop that goes on by the size of the grid reads two cache lines of a page in each
   * iteration instead of one. With four instead of two, a sum of 16 M floats took 10.5 ms instead
   * of 16.1, a scan 9.0 instead of 11.5, a histogram 19.7 instead of 21.1 (two cores of an AMD EPYC
   * without AVX-512). Kernels that read the coordinates y or z often run in blocks of 16 x 16
   * threads, and keep two vectors. Four are not taken either where too many uses of registers are
   * of values in memory: Black-Scholes has 39 % of them there, and took 30.7 ms instead of 22.1; a
   * softmax has 15 %, and took 18.1 instead of 18.6.
   */
  private static boolean isBetterWide(Draft four) {
    return !isBetterNarrow(four) && four.assembler().spilled() <= MOST_SPILLED;
  }

  /**
   * Whether gangs should have fewer vectors: no inner loop accesses rows, where more vectors gain
   * most, and one of two things holds.
   *
   * <ul>
   *   <li>The values that loops use would not find registers (nbody with one vector 19.7 ms instead
   *       of 24.7, but matmul-tiled, which accesses rows, 18.8 instead of 12.0 on an Intel Xeon
   *       with AVX2).
   *   <li>Lanes leave a loop after different numbers of iterations. A gang goes on until its last
   *       lane is done, and each vector costs as much in each iteration: two vectors go on as long
   *       as the longer of them (spmv 3.1 ms instead of 4.0 on an AMD EPYC with AVX-512).
   * </ul>
   */
  private static boolean isBetterNarrow(Draft draft) {
    InnerLoops loops = draft.scope().loops();
    return !loops.accessRows() && (loops.part() || draft.assembler().spillsInLoops());
  }

  /** Code for blocks of another shape; an error leaves them to scalar code. */
  private Optional<Version> translateAtLaunch(GangLayout gangs) {
    return TranslationFailure.survive(
        TranslationFailure.kernel(kernel.name()),
        options,
        () -> attempt(() -> assemble(scope(gangs))),
        failure -> {
          failure.warn("blocks of such a shape are left to scalar code");
          return Optional.empty();
        });
  }

  private GangScope scope(GangLayout gangs) {
    KernelFlow common = flow();
    GangPlan plan = GangPlan.run(common, gangs);
    Patterns patterns = Patterns.run(common, plan, instructions.lanes());
    Invariants invariants = Invariants.run(common, r -> plan.shape(r).isVarying());
    return new GangScope(
        common,
        plan,
        invariants,
        patterns,
        Indexed.run(common, gangs, plan, patterns, invariants),
        gangs,
        instructions,
        layout,
        variables);
  }

  private synchronized KernelFlow flow() {
    if (flow == null) {
      flow = KernelFlow.of(Meetings.split(kernel));
    }
    return flow;
  }

  private Version assemble(GangScope scope) {
    return assemble(scope, GangAssembler.of(scope));
  }

  private Version assemble(GangScope scope, GangAssembler assembler) {
    options.tell(kernel.name(), "GangPlan", scope.plan()::toString);
    GangAssembler.Result result = assembler.run();
    CodeMemory memory =
        CodeMemory.of(result.code())
            .orElseThrow(
                () -> new NotVectorizableException("the system refuses executable memory"));
    options.tell(kernel.name(), "GangAssembler", () -> hex(result.code()));
    options.tell(
        kernel.name(),
        "GangCode",
        () -> "gangs of " + scope.gangs().lanes() + ", " + result.code().length + " bytes");
    return new Version(
        memory,
        result.faults(),
        result.calls(),
        result.frameBytes(),
        result.blocks(),
        result.areaBytes(),
        scope.gangs(),
        scope.gangs().perVector(instructions.lanes()),
        result.machineMemory(),
        result.machineMemoryAt());
  }

  private <T> Optional<T> attempt(Supplier<T> translation) {
    try {
      return Optional.of(translation.get());
    } catch (NotVectorizableException reason) {
      none(reason.getMessage());
      return Optional.empty();
    }
  }

  /** Machine code as {@code xxd -r -p} reads it, for a disassembler. */
  private static String hex(byte[] code) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < code.length; at += HEX_LINE) {
      int end = Math.min(code.length, at + HEX_LINE);
      text.append(HexFormat.of().formatHex(code, at, end)).append('\n');
    }
    return text.toString();
  }

  private Optional<BlockCode> none(String reason) {
    options.tell(kernel.name(), "GangTranslator", () -> "scalar: " + reason);
    return Optional.empty();
  }
}
