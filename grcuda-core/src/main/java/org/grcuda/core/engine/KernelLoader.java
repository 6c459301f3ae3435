package org.grcuda.core.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.GrCudaException;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.signature.MangledName;
import org.grcuda.core.type.Suggestions;
import org.grcuda.nvrtc.CompilationException;
import org.grcuda.nvrtc.CompiledProgram;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcException;
import org.grcuda.nvrtc.Program;
import org.grcuda.ptx.PtxFunction;

/**
 * Compiles sources and finds kernels in them. Kernels of the same source and options share one
 * module.
 */
final class KernelLoader implements AutoCloseable {

  private static final String SOURCE_NAME = "kernel.cu";

  private final NvrtcCompiler compiler;
  private final String architecture;
  private final Permissions permissions;
  private final Map<Program, KernelModule> modules = new HashMap<>();

  KernelLoader(NvrtcCompiler compiler, String architecture, Permissions permissions) {
    this.compiler = compiler;
    this.architecture = architecture;
    this.permissions = permissions;
  }

  /** A kernel found: its module and its symbol there. */
  record Found(KernelModule module, PtxFunction kernel) {}

  /**
   * Finds the kernel that {@code declaration} names, by its symbol, its C++ name, or as an instance
   * of a template.
   *
   * @throws GrCudaException if the source does not compile, or has no such kernel
   */
  synchronized Found find(String source, FunctionDeclaration declaration) {
    String name = declaration.qualifiedName();
    Program program = new Program(source, SOURCE_NAME, architecture);
    if (name.contains("<")) {
      KernelModule module = module(program.withNameExpressions(name));
      return new Found(module, module.ptx().function(module.loweredName(name)));
    }
    KernelModule module = module(program);
    return new Found(module, kernelNamed(name, declaration, module.ptx().entries(), source));
  }

  private KernelModule module(Program program) {
    return modules.computeIfAbsent(
        program, key -> new KernelModule(compile(key), key.architecture()));
  }

  private CompiledProgram compile(Program program) {
    if (!permissions.compilerFiles()) {
      program.fileAccess().ifPresent(KernelLoader::refuseFiles);
    }
    try {
      return compiler.compile(program);
    } catch (CompilationException e) {
      throw new GrCudaException(GrCudaException.Kind.COMPILATION, e.getMessage(), e);
    } catch (NvrtcException e) {
      throw new GrCudaException(GrCudaException.Kind.STATE, e.getMessage(), e);
    }
  }

  private static void refuseFiles(String access) {
    throw new GrCudaException(
        GrCudaException.Kind.PERMISSION,
        "buildkernel: "
            + access
            + " may read files, which this context denies; supply headers in the compile options"
            + " ({includes: {name: text}}), or allow file and native access");
  }

  private static PtxFunction kernelNamed(
      String name, FunctionDeclaration declaration, List<PtxFunction> kernels, String source) {
    List<PtxFunction> candidates = new ArrayList<>();
    for (PtxFunction kernel : kernels) {
      if (kernel.name().equals(name)) {
        return kernel;
      }
      if (sourceName(kernel).equals(name)) {
        candidates.add(kernel);
      }
    }
    if (candidates.size() > 1) {
      declaration
          .parameters()
          .ifPresent(list -> candidates.removeIf(k -> k.parameters().size() != list.size()));
    }
    return switch (candidates.size()) {
      case 1 -> candidates.getFirst();
      case 0 -> throw missing(name, kernels, source);
      default ->
          throw new GrCudaException(
              GrCudaException.Kind.VALUE,
              "kernel '"
                  + name
                  + "' is overloaded; give one of its symbols: "
                  + symbols(candidates));
    };
  }

  private static String sourceName(PtxFunction kernel) {
    return MangledName.parse(kernel.name()).map(MangledName::name).orElse(kernel.name());
  }

  private static GrCudaException missing(String name, List<PtxFunction> kernels, String source) {
    List<String> names = kernels.stream().map(KernelLoader::sourceName).distinct().toList();
    String there =
        names.isEmpty()
            ? "; the source has no kernels"
            : Suggestions.didYouMean(
                name, names, "kernels in the source", String.join(", ", names));
    String hint =
        source.contains("template") ? " (a template is compiled only as name<arguments>)" : "";
    return new GrCudaException(
        GrCudaException.Kind.NOT_FOUND, "no kernel '" + name + "' in the source" + there + hint);
  }

  private static String symbols(List<PtxFunction> kernels) {
    return String.join(", ", kernels.stream().map(PtxFunction::name).toList());
  }

  /** Unloads everything. */
  @Override
  public synchronized void close() {
    modules.values().forEach(KernelModule::close);
    modules.clear();
  }
}
