package org.grcuda.core.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.core.downcall.Downcalls;
import org.grcuda.core.downcall.NativeLibrary;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.signature.ItaniumMangler;
import org.grcuda.core.signature.SignatureException;
import org.grcuda.core.signature.SignatureParser;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.StructType;
import org.grcuda.types.GrCudaException;

/** The shared libraries of a session, loaded at first use and released when the session closes. */
public final class NativeLibraries implements AutoCloseable {

  private final Computations session;
  private final boolean restoresModes;
  private final Map<String, NativeLibrary> loaded = new LinkedHashMap<>();

  /**
   * @param restoresModes whether the default floating-point modes are restored after each call
   */
  NativeLibraries(Computations session, boolean restoresModes) {
    this.session = session;
    this.restoresModes = restoresModes;
  }

  /**
   * A host function.
   *
   * @param library an absolute path, or a name without a slash that the system searches for
   * @param signature {@code "[cxx ][ns::]name(x: in pointer float, n: sint32): double"}, or the
   *     name if {@code nfiTypes} has the types
   * @param nfiTypes {@code "(const pointer, sint32): double"}, or null
   * @throws GrCudaException as {@link #bind(String, FunctionDeclaration)}, or if the signature
   *     cannot be parsed
   */
  public NativeFunction bind(String library, String signature, String nfiTypes) {
    try {
      return bind(
          library,
          nfiTypes == null
              ? SignatureParser.parse(signature)
              : SignatureParser.parseNfi(signature, nfiTypes));
    } catch (SignatureException e) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, e.getMessage(), e);
    }
  }

  /**
   * A host function.
   *
   * @param library an absolute path, or a name without a slash that the system searches for
   * @throws GrCudaException if the program may not call native code, the library cannot be loaded,
   *     has no such function, or the declaration lacks parameters or result
   */
  public NativeFunction bind(String library, FunctionDeclaration declaration) {
    session.permissions().requireNativeAccess("bind");
    String symbol = symbol(declaration);
    List<Parameter> parameters =
        declaration.parameters().orElseThrow(() -> incomplete(declaration, "the parameters"));
    ParameterType result =
        declaration
            .result()
            .orElseThrow(() -> incomplete(declaration, "': type' at the end, ': void' for none"));
    if (parameters.stream().anyMatch(parameter -> parameter.type() instanceof StructType)) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          "host function '"
              + declaration.qualifiedName()
              + "': only kernels take structs by value; expected a pointer to one");
    }
    if (parameters.size() > Downcalls.MAX_PARAMETERS) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          "host function '%s': at most %d parameters, given %d"
              .formatted(declaration.qualifiedName(), Downcalls.MAX_PARAMETERS, parameters.size()));
    }
    long address = library(library).find(declaration, symbol);
    return new NativeFunction(
        session, declaration, Downcalls.link(address, parameters, result, restoresModes));
  }

  private static String symbol(FunctionDeclaration declaration) {
    try {
      return ItaniumMangler.mangle(declaration);
    } catch (SignatureException e) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, e.getMessage(), e);
    }
  }

  private static GrCudaException incomplete(FunctionDeclaration declaration, String missing) {
    return new GrCudaException(
        GrCudaException.Kind.VALUE,
        "signature '" + declaration.text() + "': a host function needs " + missing);
  }

  private synchronized NativeLibrary library(String name) {
    session.checkOpen();
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "bind: expected the path or name of a library, given "
              + (name.isEmpty() ? "an empty string" : "a string with a NUL character"));
    }
    return loaded.computeIfAbsent(name, NativeLibrary::load);
  }

  /** Releases all libraries. None of their code may be running. */
  @Override
  public synchronized void close() {
    loaded.values().forEach(NativeLibrary::close);
    loaded.clear();
  }
}
