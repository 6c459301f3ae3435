package org.grcuda;

import java.util.Arrays;
import java.util.List;
import org.grcuda.core.library.Libraries;
import org.grcuda.core.library.Library;
import org.grcuda.core.library.LibraryFunction;
import org.grcuda.core.library.LibraryTable;
import org.grcuda.driver.DriverException;
import org.grcuda.types.GrCudaException;

/**
 * A vendor library. {@code cuda.library("BLAS").call("cublasSaxpy", n, 2, x, 1, y, 1)} computes y =
 * 2 x + y asynchronously.
 */
public final class CudaLibrary {

  private final Libraries libraries;
  private final Library library;

  CudaLibrary(Libraries libraries, Library library) {
    this.libraries = libraries;
    this.library = library;
  }

  /** Its name: {@code "CU.BLAS"}. */
  @Override
  public String toString() {
    return library.toString();
  }

  /** The functions, each with its parameters in NIDL. */
  public List<String> functions() {
    return LibraryTable.of(library).stream().map(LibraryFunction::text).toList();
  }

  /**
   * Calls a function without its handle; returns when the call is scheduled.
   *
   * @param name such as {@code "cublasSaxpy"}
   * @param arguments {@link DeviceArray}s, numbers, strings; a factor such as alpha is a number, a
   *     {@code double[]} of real and imaginary part, or an array of one element
   * @return the status, 0
   * @throws GrCudaException if there is no such function, or an argument is wrong
   */
  public Object call(String name, Object... arguments) {
    Object[] values = Arrays.stream(arguments).map(CudaLibrary::value).toArray();
    try {
      return libraries.call(LibraryTable.find(library, name), values);
    } catch (DriverException e) {
      throw GrCudaException.of(e);
    }
  }

  private static Object value(Object argument) {
    return switch (argument) {
      case DeviceArray array -> array.array();
      case double[] numbers -> Arrays.stream(numbers).boxed().toArray();
      case null, default -> argument;
    };
  }
}
