package org.grcuda.cpu.translate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.translate.TranslationOptions.Engine;
import org.grcuda.cpu.translate.pass.BoundedTime;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.Expansions;
import org.grcuda.cpu.translate.pass.IndirectCalls;
import org.grcuda.cpu.translate.pass.Inlining;
import org.grcuda.cpu.translate.pass.LeavingFunctions;
import org.grcuda.cpu.translate.pass.Mbarriers;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.cpu.translate.pass.RegisterParameters;
import org.grcuda.cpu.translate.pass.TypedAccesses;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.SourceLines;

/** Translates PTX to JVM bytecode. Stateless; the result depends on nothing but the text. */
public final class PtxTranslator {

  private PtxTranslator() {}

  /**
   * Translates every kernel of a module. Those that cannot be executed, or call what cannot, are
   * {@link CompiledModule#refused} with an {@link UnsupportedPtxException} each, that names the
   * instruction and the line.
   *
   * @param ptx PTX text as NVRTC emits it
   * @throws org.grcuda.ptx.PtxSyntaxException if it is no PTX
   * @throws UnsupportedPtxException naming the variable of the module that cannot be initialised
   */
  public static CompiledModule translate(String ptx) {
    return translate(ptx, TranslationOptions.defaults());
  }

  /** As {@link #translate(String)}, with options. */
  public static CompiledModule translate(String ptx, TranslationOptions options) {
    PtxModule module = IndirectCalls.run(PtxParser.parse(ptx));
    SourceLines source = SourceLines.of(ptx);
    ModuleVariables variables = ModuleVariables.run(module);
    List<CompiledKernel> kernels = new ArrayList<>();
    Map<String, RuntimeException> refused = new LinkedHashMap<>();
    for (PtxFunction entry : module.entries()) {
      try {
        kernels.add(kernel(module, variables, entry, options, source));
      } catch (UnsupportedPtxException refusal) {
        refused.put(entry.name(), refusal);
      }
    }
    return new CompiledModule(kernels, refused, variables.variables());
  }

  private static CompiledKernel kernel(
      PtxModule given,
      ModuleVariables variables,
      PtxFunction declared,
      TranslationOptions options,
      SourceLines source) {
    CallGraph calls = CallGraph.run(given, declared);
    TypedAccesses.run(calls);
    PtxModule passing = RegisterParameters.run(given, calls);
    PtxModule expanded = Expansions.run(passing, declared, calls);
    PtxModule module =
        Mbarriers.run(expanded, CallGraph.run(expanded, expanded.function(declared.name())));
    PtxFunction entry = module.function(declared.name());
    LeavingFunctions leaves = LeavingFunctions.run(module, entry);
    // Only the interpreter's threads have stacks that they can leave and come back to.
    boolean interpreted = options.engine() == Engine.INTERPRETER || leaves.recurse();
    PtxFunction kernel = interpreted ? entry : Inlining.run(module, entry, leaves.names());
    TranslationOptions chosen = interpreted ? options.withEngine(Engine.INTERPRETER) : options;
    KernelTranslation translation =
        new KernelTranslation(module, variables, kernel, chosen, source);
    return translation.run().withBoundedTime(BoundedTime.run(kernel));
  }
}
