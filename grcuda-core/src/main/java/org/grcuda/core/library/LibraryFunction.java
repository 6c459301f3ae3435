package org.grcuda.core.library;

import java.util.List;
import java.util.Optional;
import org.grcuda.core.type.Parameter;

/**
 * A function of a vendor library: a row of {@link LibraryTable}.
 *
 * @param library the library it is part of
 * @param routine the routine, the same for every element type: {@code axpy}
 * @param precision its element type; empty if it has only one
 * @param name the name that programs use
 * @param symbol its symbol in the vendor's library
 * @param parameters the parameters that programs pass: the vendor's without the handle, which comes
 *     first
 * @param optional how many of the last parameters may be left out
 * @param text name, parameters and result as NIDL
 */
public record LibraryFunction(
    Library library,
    String routine,
    Optional<Precision> precision,
    String name,
    String symbol,
    List<Parameter> parameters,
    int optional,
    String text) {

  /** The position of the parameter called {@code parameterName}. */
  int position(String parameterName) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(parameterName)) {
        return i;
      }
    }
    throw new IllegalArgumentException(name + " has no parameter " + parameterName);
  }

  /** How messages call a parameter: {@code "cublasSaxpy, argument 1 'n'"}. */
  String place(int position) {
    return name + ", " + parameters.get(position).describe(position);
  }
}
