package org.grcuda.core.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.grcuda.core.dag.DependencyPolicy;
import org.grcuda.core.kernel.CudaSource;
import org.grcuda.core.kernel.FileModule;
import org.grcuda.core.kernel.KernelFiles;
import org.grcuda.core.kernel.KernelLoader;
import org.grcuda.core.kernel.KernelModule;
import org.grcuda.core.kernel.KernelNames;
import org.grcuda.core.kernel.SideEffects;
import org.grcuda.core.kernel.SignatureCheck;
import org.grcuda.core.kernel.SignatureInference;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.signature.ItaniumMangler;
import org.grcuda.core.signature.SignatureException;
import org.grcuda.core.signature.SignatureParser;
import org.grcuda.core.type.KernelSignature;
import org.grcuda.core.type.Parameter;
import org.grcuda.driver.Device;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.analysis.KernelAccess;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * Makes kernels from sources and files. A kernel has code, a signature, and access modes that are
 * declared or inferred from the code.
 */
public final class KernelFactory implements AutoCloseable {

  private static final Access[] NO_VARIABLES = {};

  private final Session session;
  private final KernelLoader loader;
  private final KernelFiles files;
  private final DependencyPolicy policy;
  private final String accessModeCheck;
  private final Map<KernelModule, ModuleVariables> variables = new HashMap<>();

  KernelFactory(
      Session session,
      KernelLoader loader,
      KernelFiles files,
      DependencyPolicy policy,
      String accessModeCheck) {
    this.session = session;
    this.loader = loader;
    this.files = files;
    this.policy = policy;
    this.accessModeCheck = accessModeCheck;
  }

  /**
   * A kernel of CUDA C++ source.
   *
   * @param source the source
   * @param signature NIDL signature, or the kernel's name alone
   * @param nfiTypes parameter types in NFI notation where {@code signature} is a name; else null
   * @param options how it is compiled
   * @throws GrCudaException if the source does not compile, has no such kernel, or the signature is
   *     wrong
   */
  public GpuKernel build(String source, String signature, String nfiTypes, CompileOptions options) {
    return checked(() -> build(source, declaration(signature, nfiTypes), options));
  }

  private synchronized GpuKernel build(
      String source, FunctionDeclaration declaration, CompileOptions options) {
    String name = declaration.qualifiedName();
    if (CudaSource.isFile(source)) {
      CudaSource file = CudaSource.read(session.files(), source);
      return instance(compileFile(file, options, List.of()), file, declaration, options);
    }
    if (name.contains("<")) {
      KernelModule module = loader.compile(source, options, List.of(name));
      return kernel(module, module.ptx().function(module.loweredName(name)), declaration);
    }
    KernelModule module = loader.compile(source, options, List.of());
    String hint =
        source.contains("template") ? " (a template is compiled only as name<arguments>)" : "";
    return kernel(module, KernelNames.find(module, declaration, hint), declaration);
  }

  /**
   * The module of a whole CUDA file; code of the host is set aside.
   *
   * @throws GrCudaException if its device code does not compile
   */
  public synchronized FileModule module(CudaSource source, CompileOptions options) {
    return WhileOpen.call(session, () -> compileFile(source, options, List.of()));
  }

  private FileModule compileFile(
      CudaSource source, CompileOptions options, List<String> nameExpressions) {
    return loader.compileFile(
        source.text(),
        source.name(),
        source.path(),
        CudaSource.reader(session.files()),
        options,
        nameExpressions);
  }

  /**
   * A kernel of a whole CUDA file. An instance of a template that the file does not launch is
   * compiled for itself.
   *
   * @param file what was made of {@code source} with {@code options}
   * @param signature NIDL signature, or the kernel's name alone; of a template, an instance
   * @throws GrCudaException if there is no such kernel, or the signature is wrong
   */
  public GpuKernel instance(
      FileModule file, CudaSource source, String signature, CompileOptions options) {
    return checked(() -> instance(file, source, declaration(signature, null), options));
  }

  private synchronized GpuKernel instance(
      FileModule file, CudaSource source, FunctionDeclaration declaration, CompileOptions options) {
    String name = declaration.qualifiedName();
    KernelModule module = file.module();
    String symbol = file.kernels().get(name);
    if (symbol == null && name.contains("<")) {
      module = compileFile(source, options, List.of(name)).module();
      symbol = module.loweredName(name);
    }
    PtxFunction kernel =
        symbol != null
            ? module.ptx().function(symbol)
            : KernelNames.find(module, declaration, " (of a template, give name<arguments>)");
    return kernel(module, kernel, declaration);
  }

  /** Variable {@code name} of a module, as {@link GpuKernel#global}. */
  public synchronized NdArray global(FileModule file, String name, ElementType type) {
    session.checkOpen();
    return variables(file.module()).array(name, type);
  }

  private ModuleVariables variables(KernelModule module) {
    return variables.computeIfAbsent(module, key -> new ModuleVariables(session, key));
  }

  /**
   * A kernel of a file: PTX, or machine code where the backend executes it.
   *
   * @param path the file
   * @param signature NIDL signature, or the kernel's name alone
   * @param nfiTypes parameter types in NFI notation where {@code signature} is a name; else null
   * @throws GrCudaException if the file cannot be read or executed, has no such kernel, or the
   *     signature is wrong
   */
  public GpuKernel bind(String path, String signature, String nfiTypes) {
    return checked(() -> load(path, declaration(signature, nfiTypes)));
  }

  /** As the other, with a parsed signature. */
  public GpuKernel bind(String path, FunctionDeclaration declaration) {
    return checked(() -> load(path, declaration));
  }

  private synchronized GpuKernel load(String path, FunctionDeclaration declaration) {
    KernelModule module = files.load(path);
    if (module.isPtx()) {
      return kernel(module, KernelNames.find(module, declaration, ""), declaration);
    }
    return machineCode(module, declaration);
  }

  private static FunctionDeclaration declaration(String signature, String nfiTypes) {
    FunctionDeclaration declaration =
        nfiTypes == null
            ? SignatureParser.parse(signature)
            : SignatureParser.parseNfi(signature, nfiTypes);
    SignatureCheck.kernel(declaration);
    return declaration;
  }

  private GpuKernel checked(Supplier<GpuKernel> maker) {
    try {
      return WhileOpen.call(session, maker);
    } catch (SignatureException e) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, e.getMessage(), e);
    }
  }

  private GpuKernel kernel(
      KernelModule module, PtxFunction kernel, FunctionDeclaration declaration) {
    KernelAccess access = module.access(kernel);
    KernelSignature declared =
        declaration
            .kernelSignature()
            .orElseGet(() -> SignatureInference.infer(declaration.qualifiedName(), kernel, access));
    KernelSignature signature = SignatureCheck.parameters(declared, kernel);
    report(SignatureCheck.writtenInput(signature, access));
    report(SignatureCheck.otherPointer(signature, kernel));
    report(SignatureCheck.widerInteger(signature));
    return make(module, kernel.name(), signature, access);
  }

  /** Nothing is known about machine code: it may do anything to any memory. */
  private GpuKernel machineCode(KernelModule module, FunctionDeclaration declaration) {
    KernelSignature signature =
        declaration
            .kernelSignature()
            .orElseThrow(
                () -> {
                  module.requirePtx("the parameters of its kernels: declare them");
                  return new IllegalStateException("PTX without parameters");
                });
    SignatureCheck.sizes(signature);
    KernelAccess access = KernelAccess.unknown(signature.parameterCount());
    return make(module, ItaniumMangler.mangle(declaration), signature, access);
  }

  private GpuKernel make(
      KernelModule module, String symbol, KernelSignature signature, KernelAccess access) {
    // Code that cannot run is refused here, not at the first launch.
    Device first = session.driver().device(0);
    module.function(symbol, first);
    ModuleVariables globals = variables(module);
    return new GpuKernel(
        session,
        module,
        globals,
        symbol,
        signature,
        modes(signature, access),
        sideEffects(globals, access),
        session.profile(signature.name(), module.fingerprint(first)));
  }

  /**
   * Reports that the code contradicts the signature, as the option says; does nothing if {@code
   * contradiction} is null.
   */
  private void report(String contradiction) {
    if (contradiction == null || accessModeCheck.equals("off")) {
      return;
    }
    if (accessModeCheck.equals("error")) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, contradiction);
    }
    session.warn(contradiction);
  }

  private AccessMode[] modes(KernelSignature signature, KernelAccess access) {
    List<Parameter> values = signature.values();
    AccessMode[] modes = new AccessMode[values.size()];
    for (int i = 0; i < modes.length; i++) {
      modes[i] = mode(values.get(i), access.parameters().get(signature.owner(i)));
    }
    return modes;
  }

  private AccessMode mode(Parameter parameter, org.grcuda.ptx.analysis.AccessMode inferred) {
    if (policy == DependencyPolicy.NO_CONST) {
      return AccessMode.READ_WRITE;
    }
    if (parameter.isPointer()) {
      switch (parameter.direction()) {
        case IN -> {
          return AccessMode.READ;
        }
        case OUT -> {
          return AccessMode.WRITE;
        }
        case INOUT -> {
          // The policy below decides; memory that the code never writes is safely read-only.
        }
      }
    }
    return policy == DependencyPolicy.AUTO ? mode(inferred) : AccessMode.READ_WRITE;
  }

  private static AccessMode mode(org.grcuda.ptx.analysis.AccessMode inferred) {
    return inferred == org.grcuda.ptx.analysis.AccessMode.READ_WRITE
        ? AccessMode.READ_WRITE
        : AccessMode.READ;
  }

  private static SideEffects sideEffects(ModuleVariables globals, KernelAccess access) {
    AccessMode elsewhere =
        access.elsewhere() == org.grcuda.ptx.analysis.AccessMode.NONE
            ? null
            : mode(access.elsewhere());
    List<Access> used = new ArrayList<>();
    globals
        .usedBy(access)
        .forEach((allocation, mode) -> used.add(new Access(allocation.whole(), mode(mode))));
    return new SideEffects(used.toArray(NO_VARIABLES), elsewhere);
  }

  /** Unloads every module. */
  @Override
  public synchronized void close() {
    variables.values().forEach(ModuleVariables::close);
    loader.close();
    files.close();
  }
}
