package org.grcuda.cpu.translate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.TranslationFailure;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.exec.TranslationOptions.PassListener;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.translate.pass.Clusters;
import org.grcuda.cpu.translate.pass.IndirectCalls;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.text.SourceLines;

/**
 * Translates PTX to executable code. It is stateless; the result depends only on the text.
 *
 * <p>An error of the translator itself affects one kernel: the next slower engine takes the kernel,
 * and a warning says so. With {@link TranslationOptions#strict} it is thrown.
 */
public final class PtxTranslator {

  private PtxTranslator() {}

  /**
   * Translates every kernel of a module. Kernels that cannot be executed, or call a function that
   * cannot, are {@link CompiledModule#refused}. Each has an {@link UnsupportedPtxException} that
   * names the instruction and the line, or a {@link TranslationFailure} if no engine could
   * translate it.
   *
   * @param ptx PTX text as NVRTC emits it
   * @throws org.grcuda.ptx.PtxSyntaxException if it is not PTX
   * @throws UnsupportedPtxException naming the variable of the module that cannot be initialised
   * @throws TranslationFailure if a step for the whole module fails, or the options are strict
   */
  public static CompiledModule translate(String ptx) {
    return translate(ptx, TranslationOptions.defaults());
  }

  /** As {@link #translate(String)}, with options. */
  public static CompiledModule translate(String ptx, TranslationOptions options) {
    return translate(PtxParser.parse(ptx), ptx, options);
  }

  /**
   * As the other, for a module that is parsed already.
   *
   * @param ptx the text from which it was parsed
   */
  public static CompiledModule translate(PtxModule parsed, String ptx, TranslationOptions options) {
    try {
      return TranslationFailure.survive(
          "the module",
          options,
          () -> module(IndirectCalls.run(parsed), SourceLines.of(ptx), options),
          failure -> {
            throw failure;
          });
    } catch (PassListener.Failure failure) {
      throw failure.thrown();
    }
  }

  private static CompiledModule module(
      PtxModule module, SourceLines source, TranslationOptions options) {
    ModuleVariables variables = ModuleVariables.run(module);
    List<CompiledKernel> kernels = new ArrayList<>();
    Map<String, RuntimeException> refused = new LinkedHashMap<>();
    for (PtxFunction entry : module.entries()) {
      try {
        kernels.add(kernel(module, variables, entry, options, source));
      } catch (UnsupportedPtxException refusal) {
        refused.put(entry.name(), refusal);
      } catch (TranslationFailure bug) {
        if (options.strict()) {
          throw bug;
        }
        refused.put(entry.name(), bug);
      }
    }
    return new CompiledModule(kernels, refused, variables.variables());
  }

  /** The kernel, which launches may have in clusters. */
  private static CompiledKernel kernel(
      PtxModule module,
      ModuleVariables variables,
      PtxFunction entry,
      TranslationOptions options,
      SourceLines source) {
    List<Engine> engines = options.ladder(entry.name());
    return kernel(module, variables, entry, options, engines, source)
        .withClusters(
            size -> {
              PtxFunction declaring = entry.withDirective(Clusters.directive(size));
              PtxModule other =
                  module.withFunctions(
                      module.functions().stream().map(f -> f == entry ? declaring : f).toList());
              return kernel(other, variables, declaring, options, engines, source);
            });
  }

  /** The kernel for the first of some engines whose translator does not fail. */
  private static CompiledKernel kernel(
      PtxModule module,
      ModuleVariables variables,
      PtxFunction entry,
      TranslationOptions options,
      List<Engine> engines,
      SourceLines source) {
    TranslationOptions fastest = options.withEngine(engines.getFirst());
    return TranslationFailure.survive(
        TranslationFailure.kernel(entry.name()),
        fastest,
        () -> compiled(module, variables, entry, fastest, source),
        failure -> {
          if (engines.size() == 1) {
            throw failure;
          }
          failure.warn("it is left to " + engines.get(1).text());
          List<Engine> slower = engines.subList(1, engines.size());
          return kernel(module, variables, entry, options, slower, source);
        });
  }

  private static CompiledKernel compiled(
      PtxModule module,
      ModuleVariables variables,
      PtxFunction entry,
      TranslationOptions options,
      SourceLines source) {
    KernelState kernel = new KernelState(module, variables, entry, source, options);
    Pipeline.run(Pipeline.COMMON, kernel);
    return new KernelTranslation(kernel).run();
  }
}
