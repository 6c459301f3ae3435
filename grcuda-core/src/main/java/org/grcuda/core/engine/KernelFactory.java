package org.grcuda.core.engine;

import java.util.HashMap;
import java.util.Map;
import org.grcuda.GrCudaException;
import org.grcuda.core.dag.DependencyPolicy;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.type.KernelSignature;
import org.grcuda.core.type.Parameter;
import org.grcuda.driver.Device;
import org.grcuda.ptx.analysis.AccessAnalysis;
import org.grcuda.ptx.analysis.KernelAccess;
import org.grcuda.runtime.AccessMode;
import org.grcuda.runtime.Allocation;

/** Makes kernels: code, signature, and access modes as declared, or inferred from the code. */
final class KernelFactory implements AutoCloseable {

  /** Bytes of the allocation that stands for a module's variables in the DAG. */
  private static final int TOKEN_BYTES = 1;

  private final Session session;
  private final KernelLoader loader;
  private final DependencyPolicy policy;
  private final String accessModeCheck;
  private final Map<KernelModule, Allocation> globals = new HashMap<>();

  KernelFactory(
      Session session, KernelLoader loader, DependencyPolicy policy, String accessModeCheck) {
    this.session = session;
    this.loader = loader;
    this.policy = policy;
    this.accessModeCheck = accessModeCheck;
  }

  /** The kernel of {@code source} that {@code declaration} names. */
  synchronized GpuKernel build(String source, FunctionDeclaration declaration) {
    KernelLoader.Found found = loader.find(source, declaration);
    KernelAccess access = AccessAnalysis.of(found.module().ptx(), found.kernel());
    KernelSignature signature =
        declaration
            .kernelSignature()
            .orElseGet(
                () ->
                    SignatureInference.infer(declaration.qualifiedName(), found.kernel(), access));
    SignatureCheck.parameters(signature, found.kernel());
    check(signature, access);
    // Code that cannot run is refused here, not at the first launch.
    Device first = session.driver().device(0);
    found.module().function(found.kernel().name(), first);
    return new GpuKernel(
        session,
        found.module(),
        found.kernel().name(),
        signature,
        modes(signature, access),
        sideEffects(found.module(), access));
  }

  private void check(KernelSignature signature, KernelAccess access) {
    String written = SignatureCheck.writtenInput(signature, access);
    if (written == null || accessModeCheck.equals("off")) {
      return;
    }
    if (accessModeCheck.equals("error")) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, written);
    }
    session.warn(written);
  }

  private AccessMode[] modes(KernelSignature signature, KernelAccess access) {
    AccessMode[] modes = new AccessMode[signature.parameterCount()];
    for (int i = 0; i < modes.length; i++) {
      modes[i] = mode(signature.parameters().get(i), access.parameters().get(i));
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
          // Left to the policy below: what the code never writes is safely read-only.
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

  private SideEffects sideEffects(KernelModule module, KernelAccess access) {
    AccessMode elsewhere =
        access.elsewhere() == org.grcuda.ptx.analysis.AccessMode.NONE
            ? null
            : mode(access.elsewhere());
    if (access.globals().isEmpty() || !writesGlobals(module)) {
      return elsewhere == null ? SideEffects.NONE : new SideEffects(null, null, elsewhere);
    }
    Allocation token =
        globals.computeIfAbsent(
            module, key -> session.runtime().memory().allocate("module variables", TOKEN_BYTES));
    AccessMode mode = access.storesOutsideParameters() ? AccessMode.READ_WRITE : AccessMode.READ;
    return new SideEffects(token, mode, elsewhere);
  }

  private static boolean writesGlobals(KernelModule module) {
    return module.ptx().entries().stream()
        .map(kernel -> AccessAnalysis.of(module.ptx(), kernel))
        .anyMatch(
            access ->
                access.globals().containsValue(org.grcuda.ptx.analysis.AccessMode.READ_WRITE));
  }

  /** Unloads every module. */
  @Override
  public void close() {
    loader.close();
  }
}
