package org.grcuda.driver;

/** A {@link VendorLibrary} on one device. */
public interface LibraryHandle extends AutoCloseable {

  /** The most arguments that a function takes after the handle. */
  int MOST_ARGUMENTS = 23;

  /** Words of the parameter block for each argument given by value: a complex number of doubles. */
  int WORDS_OF_VALUE = 2;

  /** The file that was loaded. */
  String file();

  /**
   * A function that is launched like a kernel, with one block of one thread. The library's function
   * is called when the launch is enqueued, with the launch's stream. The words of the parameter
   * block are the arguments after the handle, integers or addresses, and then the values of the
   * arguments that are given by value.
   *
   * @param symbol its symbol
   * @param arguments number of arguments after the handle
   * @param byValue bit {@code i} says that argument {@code i} is the address of a number, which the
   *     function reads during the call. The argument's word is then the index of the word that
   *     holds the number. Either all numbers of a call are given so, or none
   * @throws DriverException CUDA_ERROR_NOT_FOUND if the library has no such symbol
   */
  Function function(String symbol, int arguments, long byValue);

  /** Destroys the handle, after all calls. Idempotent. */
  @Override
  void close();
}
