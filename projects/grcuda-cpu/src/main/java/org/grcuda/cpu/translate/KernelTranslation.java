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
import org.grcuda.cpu.translate.emit.TooMuchBytecodeException;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.runtime.ReservedShared;
import org.grcuda.cpu.translate.runtime.ThreadCode;
import org.grcuda.cpu.translate.semantics.AddressSemantics;
import org.grcuda.cpu.translate.simd.GangTranslator;
import org.grcuda.cpu.translate.simd.analysis.NotVectorizableException;
import org.grcuda.ptx.Directive;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.ParameterLayout;
import org.grcuda.ptx.PtxFunction;

/** The translation of one kernel. Its leaving functions have been copied into it already. */
final class KernelTranslation {

  private static final int MAX_THREADS = 1024;

  /** The class-file format's largest line number. */
  private static final int MOST_LINES = 0xffff;

  private final KernelState state;
  private final PtxFunction kernel;
  private final TranslationOptions options;
  private final MemoryLayout layout;

  /** Made when first asked for: another translation may take the kernel. */
  private KernelAssembler assembler;

  /** The translation of a kernel that {@link Pipeline#COMMON} has gone over. */
  KernelTranslation(KernelState state) {
    this.state = state;
    this.kernel = state.kernel;
    this.options = state.options;
    this.layout = state.layout;
  }

  private KernelAssembler assembler() {
    if (assembler == null) {
      ClassDesc owner =
          ClassDesc.of(AddressSemantics.className(kernel.name(), firstLine(state.calls)));
      assembler =
          new KernelAssembler(
              state.module,
              kernel,
              state.variables,
              state.calls,
              layout,
              owner,
              options,
              state.source);
    }
    return assembler;
  }

  private boolean isWatched() {
    return options.watches(kernel.name());
  }

  /**
   * Translates it.
   *
   * @throws UnsupportedPtxException naming the instruction that cannot be executed, and its line
   */
  CompiledKernel run() {
    if (options.engine() == Engine.INTERPRETER) {
      return interpreted();
    }
    if (options.engine() == Engine.NATIVE && !isWatched()) {
      Optional<CompiledKernel> gangs = machineCode();
      if (gangs.isPresent()) {
        return gangs.get();
      }
    }
    try {
      return compiled(assembler().define(MethodHandles.lookup()));
    } catch (TooMuchBytecodeException reason) {
      options.tell(kernel.name(), "KernelTranslation", () -> "interpreted: " + reason.getMessage());
      return interpreted();
    }
  }

  private CompiledKernel interpreted() {
    return compiled(Interpreter.of(state.module, kernel, state.variables, state.calls, layout));
  }

  /** Empty if the kernel cannot be machine code. */
  private Optional<CompiledKernel> machineCode() {
    KernelState machine = state.copy();
    try {
      Pipeline.run(Pipeline.MACHINE_CODE, machine);
    } catch (NotVectorizableException reason) {
      scalar(reason.getMessage());
      return Optional.empty();
    }
    return (machine.kernel == kernel ? this : new KernelTranslation(machine)).gangs();
  }

  private Optional<CompiledKernel> gangs() {
    if (!assembler().waitsInGangs()) {
      scalar("threads wait otherwise than at one barrier of the whole block");
      return Optional.empty();
    }
    return new GangTranslator(kernel, state.calls, layout, state.variables, options)
        .run(this::threads)
        .map(this::compiled);
  }

  /**
   * The code for threads that leave their gangs: bytecode, or the interpreter if bytecode fails.
   */
  private ThreadCode threads() {
    return TranslationFailure.survive(
        TranslationFailure.kernel(kernel.name()),
        options.withEngine(Engine.BYTECODE),
        this::bytecodeOfThreads,
        failure -> {
          failure.warn("threads that leave machine code are left to " + Engine.INTERPRETER.text());
          return interpretedThreads();
        });
  }

  private ThreadCode bytecodeOfThreads() {
    try {
      return assembler().threads(MethodHandles.lookup());
    } catch (TooMuchBytecodeException reason) {
      return interpretedThreads();
    }
  }

  private ThreadCode interpretedThreads() {
    return Interpreter.threads(state.module, kernel, state.variables, state.calls, layout);
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
            assembler().registers(),
            maxThreads(kernel),
            state.cooperative,
            state.cluster);
    CompiledKernel result =
        new CompiledKernel(kernel.name(), resources, withReservedShared(code), state.source);
    if (isWatched()) {
      return result.withBoundedTime(state.boundedTime);
    }
    return result
        .withBoundedTime(state.boundedTime)
        .withCounting(
            () ->
                withReservedShared(
                    Interpreter.counting(
                        state.module, kernel, state.variables, state.calls, layout)));
  }

  private BlockCode withReservedShared(BlockCode code) {
    return layout.reservedShared() < 0 ? code : new ReservedShared(code, layout.reservedShared());
  }

  /** 0 if the line numbers of the kernel and its functions fit a class file unchanged. */
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
