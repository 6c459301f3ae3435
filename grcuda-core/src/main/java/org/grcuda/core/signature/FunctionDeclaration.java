package org.grcuda.core.signature;

import java.util.List;
import java.util.Optional;
import org.grcuda.core.type.KernelSignature;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;

/**
 * A kernel or a host function as a signature declares it.
 *
 * @param linkage whether its symbol is mangled
 * @param path its namespaces, outermost first, and its name, with the template arguments as
 *     written: {@code [a, add<int, 4>]}
 * @param parameters its parameters; empty if the signature is a name alone
 * @param result the type of its result; empty if the signature gives none
 * @param text the signature as written
 */
public record FunctionDeclaration(
    Linkage linkage,
    List<String> path,
    Optional<List<Parameter>> parameters,
    Optional<ParameterType> result,
    String text) {

  /** How a symbol is made from a name. */
  public enum Linkage {
    /** The name is the symbol ({@code extern "C"}). */
    C,
    /** Mangled after the Itanium C++ ABI (keyword {@code cxx}, groups without a leading c). */
    CXX
  }

  /** The name without its namespaces. */
  public String name() {
    return path.getLast();
  }

  /** The name as C++ source writes it: {@code a::add<int, 4>}. */
  public String qualifiedName() {
    return String.join("::", path);
  }

  /** As a kernel's signature; empty if the parameters are not declared. */
  public Optional<KernelSignature> kernelSignature() {
    return parameters.map(list -> new KernelSignature(qualifiedName(), list, text));
  }
}
