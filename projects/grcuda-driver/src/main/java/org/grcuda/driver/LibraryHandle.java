package org.grcuda.driver;

/** A {@link VendorLibrary} on one device. */
public interface LibraryHandle extends AutoCloseable {

  /** The most arguments that a function takes behind the handle. */
  int MOST_ARGUMENTS = 23;

  /** Words of the parameter block for each argument given by value: a complex number of doubles. */
  int WORDS_OF_VALUE = 2;

  /** The file that was loaded. */
  String file();

  /**
   * A function, to be launched as a kernel is, with a grid and a block of one thread: the call is
   * made when the launch is enqueued, with the launch's stream. The words of the parameter block
   * are the arguments behind the handle, integers or addresses, and then the values of those that
   * are given by value.
   *
   * @param symbol its symbol
   * @param arguments number of arguments behind the handle
   * @param byValue bit {@code i} says that argument {@code i} is the address of a number, which the
   *     function reads during the call: the word is the index of the one that holds the number. All
   *     numbers of a call are given so, or none is
   * @throws DriverException CUDA_ERROR_NOT_FOUND if the library has no such symbol
   */
  Function function(String symbol, int arguments, long byValue);

  /** Destroys the handle, after all calls. Idempotent. */
  @Override
  void close();
}
