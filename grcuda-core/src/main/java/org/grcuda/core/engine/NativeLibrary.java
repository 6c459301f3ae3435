package org.grcuda.core.engine;

import org.grcuda.GrCudaException;
import org.grcuda.core.signature.FunctionDeclaration;

/** A loaded shared library. */
final class NativeLibrary implements AutoCloseable {

  private final String name;
  private final long handle;

  private NativeLibrary(String name, long handle) {
    this.name = name;
    this.handle = handle;
  }

  /**
   * Loads a library.
   *
   * @throws GrCudaException if the system refuses it, with its reason
   */
  static NativeLibrary load(String name) {
    try {
      return new NativeLibrary(name, DynamicLoader.open(name));
    } catch (DynamicLoader.LoadException e) {
      String prefix = name + ": ";
      String reason = e.getMessage();
      throw new GrCudaException(
          GrCudaException.Kind.NOT_FOUND,
          "cannot load library '%s': %s"
              .formatted(
                  name, reason.startsWith(prefix) ? reason.substring(prefix.length()) : reason),
          e);
    }
  }

  /**
   * The address of a function.
   *
   * @param symbol what {@code declaration} is mangled to
   * @throws GrCudaException if the library has no such symbol
   */
  long find(FunctionDeclaration declaration, String symbol) {
    long address = DynamicLoader.find(handle, symbol);
    if (address == 0) {
      throw new GrCudaException(
          GrCudaException.Kind.NOT_FOUND,
          "no function '%s' in library '%s'".formatted(symbol, name));
    }
    return address;
  }

  @Override
  public void close() {
    DynamicLoader.close(handle);
  }
}
