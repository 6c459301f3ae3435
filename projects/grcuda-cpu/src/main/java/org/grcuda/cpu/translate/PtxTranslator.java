package org.grcuda.cpu.translate;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.KernelParameter;
import org.grcuda.cpu.interpret.Interpreter;
import org.grcuda.cpu.translate.TranslationOptions.Engine;
import org.grcuda.cpu.translate.emit.KernelAssembler;
import org.grcuda.cpu.translate.pass.BoundedTime;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.IndirectCalls;
import org.grcuda.cpu.translate.pass.Inlining;
import org.grcuda.cpu.translate.pass.LeavingFunctions;
import org.grcuda.cpu.translate.pass.Mbarriers;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.cpu.translate.pass.TypedAccesses;
import org.grcuda.cpu.translate.runtime.ReservedShared;
import org.grcuda.cpu.translate.semantics.AddressChecks;
import org.grcuda.cpu.translate.simd.GangTranslator;
import org.grcuda.ptx.Directive;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.ParameterLayout;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.SourceLines;

/** Translates PTX to JVM bytecode. Stateless; the result depends on nothing but the text. */
public final class PtxTranslator {

  private static final int MAX_THREADS = 1024;

  /** The class-file format's largest line number. */
  private static final int MOST_LINES = 0xffff;

  /** Part of the address that {@code grid.sync()} reads (cooperative_groups/details). */
  private static final Operand GRID_WORKSPACE = new Operand.SpecialRegister("%envreg2");

  private PtxTranslator() {}

  /**
   * Translates every kernel of a module.
   *
   * @param ptx PTX text as NVRTC emits it
   * @throws org.grcuda.ptx.PtxSyntaxException if it is no PTX
   * @throws UnsupportedPtxException naming the instruction and the line of what cannot be executed
   */
  public static CompiledModule translate(String ptx) {
    return translate(ptx, TranslationOptions.defaults());
  }

  /** As {@link #translate(String)}, with options. */
  public static CompiledModule translate(String ptx, TranslationOptions options) {
    PtxModule module = IndirectCalls.run(Mbarriers.run(TypedAccesses.run(PtxParser.parse(ptx))));
    SourceLines source = SourceLines.of(ptx);
    ModuleVariables variables = ModuleVariables.run(module);
    List<CompiledKernel> kernels = new ArrayList<>();
    for (PtxFunction entry : module.entries()) {
      LeavingFunctions leaves = LeavingFunctions.run(module, entry);
      // Only the interpreter's threads have stacks that they can leave and come back to.
      boolean interpreted = interprets(options) || leaves.recurse();
      PtxFunction kernel = interpreted ? entry : Inlining.run(module, entry, leaves.names());
      TranslationOptions chosen = interpreted ? options.withEngine(Engine.INTERPRETER) : options;
      CompiledKernel translated = translate(module, variables, kernel, chosen, source);
      kernels.add(translated.withBoundedTime(BoundedTime.run(kernel)));
    }
    return new CompiledModule(kernels, variables.variables());
  }

  private static CompiledKernel translate(
      PtxModule module,
      ModuleVariables variables,
      PtxFunction kernel,
      TranslationOptions given,
      SourceLines source) {
    CallGraph calls = CallGraph.run(module, kernel);
    boolean cooperative = meetsAcrossGrid(calls);
    TranslationOptions options = cooperative ? forGrid(given) : given;
    MemoryLayout layout = layout(module, kernel, calls);
    options.tell(kernel.name(), "Inlining", () -> PassText.of(calls.functions()));
    options.tell(kernel.name(), "MemoryLayout", layout::toString);
    ClassDesc owner = ClassDesc.of(AddressChecks.className(kernel.name(), firstLine(calls)));
    KernelAssembler assembler =
        new KernelAssembler(module, kernel, variables, calls, layout, owner, options, source);
    ParameterLayout parameters = layout.parameters();
    CompiledKernel translated =
        new CompiledKernel(
            kernel.name(),
            new CompiledKernel.Resources(
                parameters.slots().stream()
                    .map(s -> new KernelParameter(s.name(), s.offset(), s.size(), s.alignment()))
                    .toList(),
                parameters.size(),
                layout.staticSharedBytes(),
                layout.localBytes(),
                assembler.registers(),
                maxThreads(kernel),
                cooperative),
            withReservedShared(
                layout,
                code(
                    assembler,
                    options,
                    () -> Interpreter.of(module, kernel, variables, calls, layout),
                    new GangTranslator(kernel, calls, layout, variables, options))),
            source);
    if (assembler.isWatched()) {
      return translated;
    }
    return translated.withCounting(
        () ->
            withReservedShared(
                layout, Interpreter.counting(module, kernel, variables, calls, layout)));
  }

  private static BlockCode code(
      KernelAssembler assembler,
      TranslationOptions options,
      Supplier<BlockCode> interpreter,
      GangTranslator gangs) {
    if (interprets(options)) {
      return interpreter.get();
    }
    if (options.engine() == Engine.NATIVE && assembler.waitsInGangs() && !assembler.isWatched()) {
      Optional<BlockCode> code = gangs.run(() -> assembler.threads(MethodHandles.lookup()));
      if (code.isPresent()) {
        return code.get();
      }
    }
    return assembler.define(MethodHandles.lookup());
  }

  private static BlockCode withReservedShared(MemoryLayout layout, BlockCode code) {
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

  private static boolean interprets(TranslationOptions options) {
    return options.engine() == Engine.INTERPRETER;
  }

  /** Neither gangs nor what watches kernels can leave a block and come back to it. */
  private static TranslationOptions forGrid(TranslationOptions options) {
    Engine engine = interprets(options) ? Engine.INTERPRETER : Engine.BYTECODE;
    return new TranslationOptions(options.longestMethod(), engine, options.listener());
  }

  /** Whether it asks for the words by which the blocks of a cooperative grid meet. */
  private static boolean meetsAcrossGrid(CallGraph calls) {
    return calls.functions().stream()
        .flatMap(function -> function.body().stream())
        .anyMatch(s -> s instanceof Instruction i && i.operands().contains(GRID_WORKSPACE));
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
