package org.grcuda.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.cuda.jni.NativeLibrary;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;

/** A loaded libcuda, and the meaning of its status codes. */
final class CudaSession {

  private static final int ERROR_BYTES = 1024;

  /**
   * After these results no call of CUDA in the process succeeds (CUDA Driver API, CUresult). A lost
   * GPU gives an unknown error.
   */
  private static final Set<CudaResult> STICKY =
      EnumSet.of(
          CudaResult.CUDA_ERROR_DEINITIALIZED,
          CudaResult.CUDA_ERROR_UNKNOWN,
          CudaResult.CUDA_ERROR_ECC_UNCORRECTABLE,
          CudaResult.CUDA_ERROR_NVLINK_UNCORRECTABLE,
          CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS,
          CudaResult.CUDA_ERROR_LAUNCH_TIMEOUT,
          CudaResult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
          CudaResult.CUDA_ERROR_ASSERT,
          CudaResult.CUDA_ERROR_HARDWARE_STACK_ERROR,
          CudaResult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
          CudaResult.CUDA_ERROR_MISALIGNED_ADDRESS,
          CudaResult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
          CudaResult.CUDA_ERROR_INVALID_PC,
          CudaResult.CUDA_ERROR_LAUNCH_FAILED,
          CudaResult.CUDA_ERROR_EXTERNAL_DEVICE,
          CudaResult.CUDA_ERROR_MPS_CLIENT_TERMINATED,
          CudaResult.CUDA_ERROR_CONTAINED,
          CudaResult.CUDA_ERROR_TENSOR_MEMORY_LEAK);

  private final long handle;
  private volatile DriverException fault;
  private volatile Supplier<String> suspects = () -> "";

  private CudaSession(long handle) {
    this.handle = handle;
  }

  /**
   * Loads a driver.
   *
   * @param library its path, or its name for the system's loader
   * @throws CudaUnavailableException if it cannot be used
   */
  static CudaSession open(String library) throws CudaUnavailableException {
    String problem = NativeLibrary.problem();
    if (problem != null) {
      throw new CudaUnavailableException(problem);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment error = arena.allocate(ERROR_BYTES);
      long handle =
          DriverApi.open(arena.allocateFrom(library).address(), error.address(), ERROR_BYTES);
      if (handle == 0) {
        throw new CudaUnavailableException(error.getString(0));
      }
      return new CudaSession(handle);
    }
  }

  /** The session that {@link DriverApi} takes. */
  long handle() {
    return handle;
  }

  /** Frees it; no thread uses it any more. */
  void close() {
    DriverApi.close(handle);
  }

  /**
   * Sets the source of the names of kernels that may have caused a fault, for the fault's message.
   */
  void setSuspects(Supplier<String> names) {
    suspects = names;
  }

  /** The fatal fault, after which nothing succeeds any more; null if there was none. */
  DriverException fault() {
    return fault;
  }

  /** Throws {@link #fault} if there is one. */
  void requireHealthy(String call, int device) {
    DriverException first = fault;
    if (first != null) {
      throw repeated(first, call, device);
    }
  }

  /** A call that stores its result at an address. */
  @FunctionalInterface
  interface Call {

    /** Its CUresult. */
    int into(long out);
  }

  /** Whether nothing succeeds any more after this CUresult. */
  static boolean isFatal(int status) {
    return CudaResult.ofCode(status).filter(STICKY::contains).isPresent();
  }

  /** The 8 bytes that a call stored. */
  long longOf(String name, int device, Call call) {
    return longsOf(name, device, 1, call)[0];
  }

  /** The 4 bytes that a call stored. */
  int intOf(String name, int device, Call call) {
    return (int) longOf(name, device, call);
  }

  /** As many times 8 bytes as a call stored. */
  long[] longsOf(String name, int device, int count, Call call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(8L * count, 8);
      check(call.into(out.address()), name, device);
      return out.toArray(ValueLayout.JAVA_LONG);
    }
  }

  /**
   * Throws the error that a status means.
   *
   * @param call the function that returned it
   * @param device as in {@link DriverException#device}
   */
  void check(int status, String call, int device) {
    if (status != 0) {
      throw failure(status, call, device, null);
    }
  }

  /**
   * The error that a status means. The first fatal fault is kept.
   *
   * @param detail the request; null for the driver's description
   */
  DriverException failure(int status, String call, int device, String detail) {
    DriverException first = fault;
    if (first != null) {
      return repeated(first, call, device);
    }
    CudaResult result = CudaResult.ofCode(status).orElse(CudaResult.CUDA_ERROR_UNKNOWN);
    String text = description(status, result) + (detail == null ? "" : ": " + detail);
    if (!isFatal(status)) {
      return new DriverException(result, call, device, text);
    }
    return fault(new DriverException(result, call, device, text + suspects.get()));
  }

  private synchronized DriverException fault(DriverException found) {
    if (fault == null) {
      fault = found;
    }
    return fault;
  }

  private static DriverException repeated(DriverException first, String call, int device) {
    return new DriverException(
        first.result(),
        call,
        device,
        "refused, as the process can use no GPU since an earlier failure; start the process again."
            + " The failure was: "
            + first.getMessage(),
        first);
  }

  /** NVIDIA's description, asked of the driver for codes newer than this program. */
  private String description(int status, CudaResult result) {
    if (result.code() == status) {
      return result.text();
    }
    return "error %d, %s: %s"
        .formatted(
            status,
            text(out -> DriverApi.errorName(handle, status, out)),
            text(out -> DriverApi.errorText(handle, status, out)));
  }

  private static String text(Call call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(8, 8);
      int status = call.into(out.address());
      long address = out.get(ValueLayout.JAVA_LONG, 0);
      return status != 0 || address == 0 ? "not known to the driver" : NativeMemory.text(address);
    }
  }
}
