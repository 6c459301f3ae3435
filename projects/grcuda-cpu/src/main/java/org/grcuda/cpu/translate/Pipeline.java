package org.grcuda.cpu.translate;

import static org.grcuda.cpu.translate.Pipeline.Fact.BOUND;
import static org.grcuda.cpu.translate.Pipeline.Fact.CALLS;
import static org.grcuda.cpu.translate.Pipeline.Fact.ENGINE;
import static org.grcuda.cpu.translate.Pipeline.Fact.EXPANDED;
import static org.grcuda.cpu.translate.Pipeline.Fact.LAYOUT;
import static org.grcuda.cpu.translate.Pipeline.Fact.LEAVING;
import static org.grcuda.cpu.translate.Pipeline.Fact.MODULE;
import static org.grcuda.cpu.translate.Pipeline.Fact.PARAMETERS;
import static org.grcuda.cpu.translate.Pipeline.Fact.SIMPLE;
import static org.grcuda.cpu.translate.Pipeline.Fact.STAYING;
import static org.grcuda.cpu.translate.Pipeline.Fact.STEPS;
import static org.grcuda.cpu.translate.Pipeline.Fact.TYPED;
import static org.grcuda.cpu.translate.Pipeline.Fact.VERIFIED;
import static org.grcuda.cpu.translate.Pipeline.Fact.WHOLE;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.translate.order.BroadcastReads;
import org.grcuda.cpu.translate.pass.AddressSums;
import org.grcuda.cpu.translate.pass.AsynchronousOperations;
import org.grcuda.cpu.translate.pass.BoundedTime;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.Clusters;
import org.grcuda.cpu.translate.pass.DoubleProducts;
import org.grcuda.cpu.translate.pass.EightBitFloats;
import org.grcuda.cpu.translate.pass.Expansions;
import org.grcuda.cpu.translate.pass.FloatReductions;
import org.grcuda.cpu.translate.pass.ImageExpansions;
import org.grcuda.cpu.translate.pass.ImpliedMembers;
import org.grcuda.cpu.translate.pass.Inlining;
import org.grcuda.cpu.translate.pass.LayoutTests;
import org.grcuda.cpu.translate.pass.LeavingFunctions;
import org.grcuda.cpu.translate.pass.Lockstep;
import org.grcuda.cpu.translate.pass.MatrixExpansions;
import org.grcuda.cpu.translate.pass.Mbarriers;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.pass.NarrowConversions;
import org.grcuda.cpu.translate.pass.RegisterParameters;
import org.grcuda.cpu.translate.pass.Simplifications;
import org.grcuda.cpu.translate.pass.SpaceTests;
import org.grcuda.cpu.translate.pass.TypedAccesses;
import org.grcuda.cpu.translate.pass.VectorExpansions;
import org.grcuda.cpu.translate.pass.VideoSimplifications;
import org.grcuda.cpu.translate.pass.WellFormed;
import org.grcuda.cpu.translate.simd.analysis.NotVectorizableException;
import org.grcuda.ptx.PtxFunction;

/**
 * The passes over one kernel, in order, each with what it needs and what it gives.
 *
 * <p>Before them, {@code PtxParser}, {@code IndirectCalls} and {@code ModuleVariables} run once for
 * a module. After them, an engine makes code from the kernel: {@code Interpreter}; {@code
 * KernelAssembler} (segments, suspension points, saved registers, bytecode); or, if {@link
 * #MACHINE_CODE} has been run as well, {@code GangTranslator}.
 */
final class Pipeline {

  /** A fact about a kernel that passes need or establish. */
  enum Fact {
    /** The module is parsed, its variables have places. */
    MODULE,
    /** The functions that the kernel can reach are known. */
    CALLS,
    /** All instructions are as the table of opcodes admits them. */
    VERIFIED,
    /** Accesses of named variables name their state space. */
    TYPED,
    /** Accesses at which warps in lockstep wait are marked. */
    STEPS,
    /** No function passes values in registers. */
    PARAMETERS,
    /** All instructions that simpler ones express on every engine have been replaced. */
    EXPANDED,
    /** The functions are known in which threads wait or end. */
    LEAVING,
    /** The engine is chosen. */
    ENGINE,
    /** No function in which threads wait or end is left, unless the engine can leave it. */
    STAYING,
    /** Whether a thread takes a bounded number of steps is known. */
    BOUND,
    /** Parameters, shared and local variables have places. */
    LAYOUT,
    /** The kernel calls nothing. */
    WHOLE,
    /** All instructions that simpler ones express for machine code have been replaced. */
    SIMPLE
  }

  /**
   * A pass.
   *
   * @param name of its class
   */
  record Pass(String name, Set<Fact> needs, Set<Fact> gives, Consumer<KernelState> step) {}

  /** Part of the address that {@code grid.sync()} reads (cooperative_groups/details). */
  private static final String GRID_WORKSPACE = "%envreg2";

  /** For every engine. */
  static final List<Pass> COMMON =
      List.of(
          pass(CallGraph.class, needs(MODULE), gives(CALLS), k -> k.replace(k.kernel)),
          pass(WellFormed.class, needs(CALLS), gives(VERIFIED), Pipeline::verify),
          pass(
              TypedAccesses.class,
              needs(VERIFIED),
              gives(TYPED),
              k -> k.rewrite(TypedAccesses.run(k.module, k.calls))),
          pass(
              Lockstep.class,
              needs(TYPED),
              gives(STEPS),
              k -> k.rewrite(Lockstep.run(k.module, k.calls))),
          pass(
              RegisterParameters.class,
              needs(VERIFIED, CALLS),
              gives(PARAMETERS),
              k -> k.rewrite(RegisterParameters.run(k.module, k.calls))),
          pass(
              Expansions.class, needs(TYPED, STEPS, PARAMETERS), gives(EXPANDED), Pipeline::expand),
          pass(
              LeavingFunctions.class,
              needs(EXPANDED),
              gives(LEAVING, ENGINE),
              Pipeline::chooseEngine),
          pass(Inlining.class, needs(LEAVING, ENGINE), gives(STAYING), Pipeline::inline),
          pass(BroadcastReads.class, needs(STAYING), gives(), Pipeline::orderReads),
          pass(
              BoundedTime.class,
              needs(STAYING),
              gives(BOUND),
              k -> k.boundedTime = BoundedTime.run(k.kernel)),
          pass(MemoryLayout.class, needs(STAYING, CALLS), gives(LAYOUT), Pipeline::layOut));

  /** Passes for machine code, on a copy: the other engines take the kernel as it was. */
  static final List<Pass> MACHINE_CODE =
      List.of(
          pass(Inlining.class, needs(STAYING, CALLS), gives(WHOLE), Pipeline::inlineAll),
          pass(Simplifications.class, needs(WHOLE, EXPANDED), gives(SIMPLE), Pipeline::simplify),
          pass(MemoryLayout.class, needs(WHOLE, SIMPLE), gives(LAYOUT), Pipeline::layOut),
          pass(LayoutTests.class, needs(WHOLE, LAYOUT), gives(), Pipeline::testLayout));

  private Pipeline() {}

  /**
   * Runs passes.
   *
   * @throws UnsupportedPtxException naming the instruction that cannot be executed, and its line
   * @throws NotVectorizableException if the kernel cannot be machine code
   */
  static void run(List<Pass> passes, KernelState kernel) {
    passes.forEach(pass -> pass.step().accept(kernel));
  }

  private static Pass pass(
      Class<?> type, Set<Fact> needs, Set<Fact> gives, Consumer<KernelState> step) {
    return new Pass(type.getSimpleName(), needs, gives, step);
  }

  private static Set<Fact> needs(Fact first, Fact... others) {
    return EnumSet.of(first, others);
  }

  private static Set<Fact> gives() {
    return EnumSet.noneOf(Fact.class);
  }

  private static Set<Fact> gives(Fact first, Fact... others) {
    return EnumSet.of(first, others);
  }

  private static void verify(KernelState k) {
    WellFormed.run(k.kernel, k.calls);
    WellFormed.checkAddresses(k.module, k.calls);
  }

  /** Expanded instructions have operands of the program that the first check has not seen. */
  private static void expand(KernelState k) {
    var before = k.module;
    k.rewrite(AddressSums.run(k.module, k.calls));
    k.rewrite(VectorExpansions.run(k.module, k.calls));
    k.rewrite(ImpliedMembers.run(k.module, k.calls));
    k.rewrite(FloatReductions.run(k.module, k.calls));
    k.rewrite(AsynchronousOperations.run(k.module, k.calls));
    k.rewrite(Clusters.run(k.module, k.kernel, k.calls));
    k.rewrite(Expansions.run(k.module, k.calls));
    k.rewrite(Mbarriers.run(k.module, k.calls));
    k.rewrite(MatrixExpansions.run(k.module, k.calls, k.options.tensorModel()));
    k.rewrite(ImageExpansions.run(k.module, k.calls));
    k.rewrite(SpaceTests.run(k.module, k.calls));
    if (k.module != before) {
      WellFormed.run(k.kernel, CallGraph.run(k.module, k.kernel));
    }
  }

  /** Only the interpreter's threads have stacks that they can leave and come back to. */
  private static void chooseEngine(KernelState k) {
    k.leaves = LeavingFunctions.run(k.module, k.kernel);
    if (k.leaves.recurse()) {
      k.options = k.options.withEngine(Engine.INTERPRETER);
    }
  }

  /** Which lanes go on in lockstep can only be known within one function. */
  private static void inline(KernelState k) {
    boolean interpreted = k.options.engine() == Engine.INTERPRETER;
    boolean copied = !k.leaves.recurse() && (!interpreted || k.leaves.step());
    k.replace(copied ? Inlining.run(k.module, k.kernel, k.leaves.names()) : k.kernel);
    k.cooperative = k.calls.reads(GRID_WORKSPACE);
    k.cluster = Clusters.sizeOf(k.kernel);
    if (k.cooperative && k.cluster.blocks() > 1) {
      throw new UnsupportedPtxException(
          "grid.sync() in a kernel with clusters of blocks", k.kernel.position());
    }
    if (k.cooperative || k.cluster.blocks() > 1) {
      k.options = forGrid(k.options);
    }
  }

  /** Neither gangs nor watched code can leave a block and come back to it. */
  private static TranslationOptions forGrid(TranslationOptions options) {
    Engine engine = options.engine() == Engine.INTERPRETER ? Engine.INTERPRETER : Engine.BYTECODE;
    return options.withEngine(engine).watched(false, name -> false);
  }

  /** Where accesses are watched the race is told instead. */
  private static void orderReads(KernelState k) {
    if (k.options.watches(k.kernel.name()) || k.leaves.recurse()) {
      return;
    }
    PtxFunction ordered = BroadcastReads.run(k.kernel);
    if (ordered != k.kernel) {
      k.replace(ordered);
    }
  }

  private static void layOut(KernelState k) {
    if (k.laidOut == k.kernel) {
      return;
    }
    k.laidOut = k.kernel;
    try {
      k.layout = MemoryLayout.run(k.module, k.kernel, k.calls);
    } catch (ArithmeticException tooLarge) {
      throw new UnsupportedPtxException(
          "variables of 2 GB and more in shared or local memory of " + k.kernel.name(),
          k.kernel.position());
    }
    k.options.tell(k.kernel.name(), "Inlining", () -> PassText.of(k.calls.functions()));
    k.options.tell(k.kernel.name(), "MemoryLayout", k.layout::toString);
  }

  private static void simplify(KernelState k) {
    PtxFunction simpler = DoubleProducts.run(VideoSimplifications.run(k.kernel));
    simpler = Simplifications.run(NarrowConversions.run(EightBitFloats.run(simpler)));
    if (simpler != k.kernel) {
      k.replace(simpler);
    }
  }

  private static void testLayout(KernelState k) {
    PtxFunction tested = LayoutTests.run(k.kernel, k.layout);
    if (tested != k.kernel) {
      k.replace(tested);
      k.laidOut = tested;
    }
  }

  /** Gangs cannot call. */
  private static void inlineAll(KernelState k) {
    if (k.calls.functions().size() > 1) {
      k.replace(
          Inlining.whole(k.module, k.kernel, k.calls)
              .orElseThrow(
                  () ->
                      new NotVectorizableException(
                          "it calls functions that call themselves, or take too much code")));
    }
  }
}
