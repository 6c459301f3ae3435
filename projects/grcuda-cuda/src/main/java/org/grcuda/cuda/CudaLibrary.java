package org.grcuda.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.ArrayList;
import java.util.List;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.LibraryHandle;
import org.grcuda.driver.VendorLibrary;

/** A vendor's library on a device: its handle, and the functions that every call needs. */
final class CudaLibrary extends NativeHandle implements LibraryHandle {

  /**
   * A loaded library.
   *
   * @param file its path or name
   * @param symbols its functions
   */
  private record Loaded(String file, SymbolLookup symbols) {}

  private final VendorLibrary library;
  private final Loaded loaded;
  private final long destroy;
  private final long setStream;
  private final long setPointerMode;

  private CudaLibrary(CudaDevice device, long handle, VendorLibrary library, Loaded loaded) {
    super(device, handle);
    this.library = library;
    this.loaded = loaded;
    this.destroy = address(device, library, loaded, library.destroy());
    this.setStream = address(device, library, loaded, library.setStream());
    this.setPointerMode = address(device, library, loaded, library.setPointerMode());
  }

  /** Loads the library, and makes a handle. */
  static CudaLibrary open(CudaDevice device, VendorLibrary library) {
    Loaded loaded = load(device, library);
    for (String symbol :
        List.of(library.destroy(), library.setStream(), library.setPointerMode())) {
      address(device, library, loaded, symbol);
    }
    long create = address(device, library, loaded, library.create());
    int[] status = new int[1];
    return device.create(
        library.create(),
        out -> {
          status[0] =
              DriverApi.callLibrary(device.sessionHandle(), device.context(), create, out, 0);
          if (status[0] > 0) {
            throw failure(device, library.create(), status[0]);
          }
          return -status[0];
        },
        handle -> new CudaLibrary(device, handle, library, loaded));
  }

  @SuppressWarnings("restricted")
  private static Loaded load(CudaDevice device, VendorLibrary library) {
    List<String> problems = new ArrayList<>();
    for (String file : library.files()) {
      try {
        // Like a driver, it has threads of its own, so it stays loaded.
        return new Loaded(file, SymbolLookup.libraryLookup(file, Arena.global()));
      } catch (IllegalArgumentException e) {
        problems.add(file + ": " + e.getMessage());
      }
    }
    throw new DriverException(
        CudaResult.CUDA_ERROR_SHARED_OBJECT_INIT_FAILED,
        library.create(),
        device.ordinal(),
        library.name() + " cannot be loaded: " + String.join("; ", problems));
  }

  private static long address(
      CudaDevice device, VendorLibrary library, Loaded loaded, String symbol) {
    return loaded
        .symbols()
        .find(symbol)
        .orElseThrow(
            () ->
                new DriverException(
                    CudaResult.CUDA_ERROR_NOT_FOUND,
                    symbol,
                    device.ordinal(),
                    "%s (%s) has no such function".formatted(library.name(), loaded.file())))
        .address();
  }

  /** The error that a function of a library returned. */
  static DriverException failure(CudaDevice device, String symbol, int status) {
    return new DriverException(
        CudaResult.CUDA_ERROR_UNKNOWN,
        symbol,
        device.ordinal(),
        "the library refused the call with its status " + status);
  }

  @Override
  public String file() {
    return loaded.file();
  }

  @Override
  public Function function(String symbol, int arguments, long byValue) {
    if (arguments > MOST_ARGUMENTS) {
      throw new IllegalArgumentException(symbol + " with " + arguments + " arguments");
    }
    requireUsable();
    long address = address(owner(), library, loaded, symbol);
    return new CudaLibraryFunction(this, symbol, address, arguments, byValue);
  }

  long setStream() {
    return setStream;
  }

  long setPointerMode() {
    return setPointerMode;
  }

  @Override
  String what() {
    return "the handle of " + library.name();
  }

  @Override
  int destroyNative() {
    int status = DriverApi.callLibrary(session().handle(), context(), destroy, handle(), 0);
    return -status;
  }

  /** A status of the library is above 0; it says nothing about the GPU. */
  @Override
  DriverException refusal(int status) {
    return status < 0 ? failure(owner(), library.destroy(), -status) : super.refusal(status);
  }

  @Override
  String destructor() {
    return library.destroy();
  }
}
