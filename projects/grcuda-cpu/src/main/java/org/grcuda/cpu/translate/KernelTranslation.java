package org.grcuda.cpu.translate;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.KernelParameter;
import org.grcuda.cpu.exec.TranslationFailure;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.interpret.Interpreter;
import org.grcuda.cpu.translate.emit.KernelAssembler;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.Inlining;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.cpu.translate.pass.Simplifications;
import org.grcuda.cpu.translate.runtime.ReservedShared;
import org.grcuda.cpu.translate.runtime.ThreadCode;
import org.grcuda.cpu.translate.semantics.AddressChecks;
import org.grcuda.cpu.translate.simd.GangTranslator;
import org.grcuda.ptx.Directive;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.ParameterLayout;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.SourceLines;

/** The translation of one kernel, whose leaving functions are part of it by now. */
final class KernelTranslation {

  private static final int MAX_THREADS = 1024;

  /** The class-file format's largest line number. */
  private static final int MOST_LINES = 0xffff;

  /** Part of the address that {@code grid.sync()} reads (cooperative_groups/details). */
  private static final String GRID_WORKSPACE = "%envreg2";

  private final PtxModule module;
  private final ModuleVariables variables;
  private final PtxFunction kernel;
  private final SourceLines source;
  private final CallGraph calls;
  private final boolean cooperative;
  private final TranslationOptions options;
  private final MemoryLayout layout;
  private final KernelAssembler assembler;

  /**
   * @throws UnsupportedPtxException if its memory is too large
   */
  KernelTranslation(
      PtxModule module,
      ModuleVariables variables,
      PtxFunction kernel,
      TranslationOptions given,
      SourceLines source) {
    this.module = module;
    this.variables = variables;
    this.kernel = kernel;
    this.source = source;
    this.calls = CallGraph.run(module, kernel);
    this.cooperative = calls.reads(GRID_WORKSPACE);
    this.options = cooperative ? forGrid(given) : given;
    this.layout = layout(module, kernel, calls);
    options.tell(kernel.name(), "Inlining", () -> PassText.of(calls.functions()));
    options.tell(kernel.name(), "MemoryLayout", layout::toString);
    ClassDesc owner = ClassDesc.of(AddressChecks.className(kernel.name(), firstLine(calls)));
    this.assembler =
        new KernelAssembler(module, kernel, variables, calls, layout, owner, options, source);
  }

  /**
   * Translates it.
   *
   * @throws UnsupportedPtxException naming the instruction and the line of what cannot be executed
   */
  CompiledKernel run() {
    if (options.engine() == Engine.INTERPRETER) {
      return compiled(Interpreter.of(module, kernel, variables, calls, layout));
    }
    if (options.engine() == Engine.NATIVE && !assembler.isWatched()) {
      Optional<CompiledKernel> gangs = machineCode();
      if (gangs.isPresent()) {
        return gangs.get();
      }
    }
    return compiled(assembler.define(MethodHandles.lookup()));
  }

  /** Empty where a kernel is not for machine code. */
  private Optional<CompiledKernel> machineCode() {
    return withoutCalls().map(KernelTranslation::simplified).flatMap(KernelTranslation::gangs);
  }

  /** The same kernel with all functions copied into it: gangs cannot call; empty if too large. */
  private Optional<KernelTranslation> withoutCalls() {
    if (calls.functions().size() == 1) {
      return Optional.of(this);
    }
    Optional<PtxFunction> whole = Inlining.whole(module, kernel, calls);
    if (whole.isEmpty()) {
      scalar("it calls functions that call themselves, or take too much code");
    }
    return whole.map(w -> new KernelTranslation(module, variables, w, options, source));
  }

  /** The same kernel without some instructions that have no machine code. */
  private KernelTranslation simplified() {
    PtxFunction simpler = Simplifications.run(kernel);
    return simpler == kernel
        ? this
        : new KernelTranslation(module, variables, simpler, options, source);
  }

  private Optional<CompiledKernel> gangs() {
    if (!assembler.waitsInGangs()) {
      scalar("threads wait otherwise than at one barrier of the whole block");
      return Optional.empty();
    }
    return new GangTranslator(kernel, calls, layout, variables, options)
        .run(this::threads)
        .map(this::compiled);
  }

  /** What runs threads that leave their gangs: bytecode, or the interpreter where that fails. */
  private ThreadCode threads() {
    return TranslationFailure.survive(
        TranslationFailure.kernel(kernel.name()),
        options.withEngine(Engine.BYTECODE),
        () -> assembler.threads(MethodHandles.lookup()),
        failure -> {
          failure.warn("threads that leave machine code are left to " + Engine.INTERPRETER.text());
          return Interpreter.threads(module, kernel, variables, calls, layout);
        });
  }

  private void scalar(String reason) {
    options.tell(kernel.name(), "GangTranslator", () -> "scalar: " + reason);
  }

  private CompiledKernel compiled(BlockCode code) {
    ParameterLayout parameters = layout.parameters();
    CompiledKernel.Resources resources =
        new CompiledKernel.Resources(
            parameters.slots().stream()
                .map(s -> new KernelParameter(s.name(), s.offset(), s.size(), s.alignment()))
                .toList(),
            parameters.size(),
            layout.staticSharedBytes(),
            layout.localBytes(),
            assembler.registers(),
            maxThreads(kernel),
            cooperative);
    CompiledKernel result =
        new CompiledKernel(kernel.name(), resources, withReservedShared(code), source);
    if (assembler.isWatched()) {
      return result;
    }
    return result.withCounting(
        () -> withReservedShared(Interpreter.counting(module, kernel, variables, calls, layout)));
  }

  private BlockCode withReservedShared(BlockCode code) {
    return layout.reservedShared() < 0 ? code : new ReservedShared(code, layout.reservedShared());
  }

  private static MemoryLayout layout(PtxModule module, PtxFunction kernel, CallGraph calls) {
    try {
      return MemoryLayout.run(module, kernel, calls);
    } catch (ArithmeticException tooLarge) {
      throw new UnsupportedPtxException(
          "variables of 2 GB and more in shared or local memory of " + kernel.name(),
          kernel.line());
    }
  }

  /** Neither gangs nor what watches kernels can leave a block and come back to it. */
  private static TranslationOptions forGrid(TranslationOptions options) {
    Engine engine = options.engine() == Engine.INTERPRETER ? Engine.INTERPRETER : Engine.BYTECODE;
    return options.withEngine(engine).watched(false, name -> false);
  }

  /** 0 where the lines of the kernel and its functions fit a class file as they are. */
  private static int firstLine(CallGraph calls) {
    IntSummaryStatistics lines =
        calls.functions().stream()
            .flatMap(function -> function.body().stream())
            .mapToInt(s -> s instanceof Instruction i ? i.line() : 0)
            .filter(line -> line > 0)
            .summaryStatistics();
    return lines.getMax() <= MOST_LINES ? 0 : lines.getMin() - 1;
  }

  private static int maxThreads(PtxFunction kernel) {
    for (String name : List.of("maxntid", "reqntid")) {
      Directive directive = kernel.directive(name);
      if (directive != null) {
        return Math.toIntExact(directive.values().stream().reduce(1L, (a, b) -> a * b));
      }
    }
    return MAX_THREADS;
  }
}
