package org.grcuda.cpu.exec;

import org.grcuda.driver.CudaResult;
import org.grcuda.ptx.text.SourceLines;

/** A kernel did something for which a GPU would stop it. */
public final class KernelFault extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final int OF_CONTEXT = -1;

  /** What went wrong, with the result code that a GPU gives. */
  public enum Kind {
    ILLEGAL_ADDRESS(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS),
    MISALIGNED_ADDRESS(CudaResult.CUDA_ERROR_MISALIGNED_ADDRESS),
    ASSERT(CudaResult.CUDA_ERROR_ASSERT),
    TRAP(CudaResult.CUDA_ERROR_LAUNCH_FAILED),
    /** A call through a pointer that is not the address of a function. */
    INVALID_PC(CudaResult.CUDA_ERROR_INVALID_PC),
    STACK_OVERFLOW(CudaResult.CUDA_ERROR_HARDWARE_STACK_ERROR),
    /** Memory of the block was read before it was written. */
    UNINITIALIZED(CudaResult.CUDA_ERROR_LAUNCH_FAILED),
    /** Two threads used the same memory, and nothing ordered them. */
    RACE(CudaResult.CUDA_ERROR_LAUNCH_FAILED),
    /** A barrier that not every thread reaches. */
    DEADLOCK(CudaResult.CUDA_ERROR_LAUNCH_TIMEOUT),
    /** {@link Launch#cancel} was called: no fault of the kernel. */
    CANCELLED(CudaResult.CUDA_ERROR_LAUNCH_TIMEOUT);

    private final CudaResult result;

    Kind(CudaResult result) {
      this.result = result;
    }

    /** The driver's result code. */
    public CudaResult result() {
      return result;
    }
  }

  private final Kind kind;
  private final long address;
  private final int line;
  private final int thread;
  private final String detail;
  private final String place;

  /** A fault without an address. */
  public KernelFault(Kind kind, String detail) {
    this(kind, 0, 0, OF_CONTEXT, detail, null, null, null);
  }

  /**
   * A fault of the access or instruction at a line of the PTX.
   *
   * @param address the faulting address, 0 where none is involved
   * @param line line of the PTX text, from 1; 0 where unknown
   */
  public KernelFault(Kind kind, long address, int line, String detail) {
    this(kind, address, line, OF_CONTEXT, detail, null, null, null);
  }

  /**
   * A fault of a thread that may not be the one that runs now.
   *
   * @param thread index in the block, x fastest
   */
  public KernelFault(Kind kind, long address, int line, int thread, String detail) {
    this(kind, address, line, thread, detail, null, null, null);
  }

  private KernelFault(
      Kind kind,
      long address,
      int line,
      int thread,
      String detail,
      String place,
      String source,
      KernelFault cause) {
    super(message(line, detail, place, source), cause, false, cause == null);
    this.kind = kind;
    this.address = address;
    this.line = line;
    this.thread = thread;
    this.detail = detail;
    this.place = place;
  }

  private static String message(int line, String detail, String place, String source) {
    return (place == null ? "" : place + ": ")
        + detail
        + (line == 0 ? "" : " (" + where(line, source) + ")");
  }

  private static String where(int line, String source) {
    return "PTX line " + line + (source == null ? "" : ", " + source);
  }

  /** Such as {@code PTX line 31, kernel.cu:4}. */
  public static String where(int line, SourceLines source) {
    return where(line, source.at(line));
  }

  /** This fault, with the kernel, the block and the thread it happened in. */
  KernelFault in(String kernel, BlockContext c, SourceLines source) {
    int index = thread == OF_CONTEXT ? c.thread : thread;
    String at =
        "kernel '%s', block (%d, %d, %d), thread %s"
            .formatted(
                kernel, c.blockIndexX, c.blockIndexY, c.blockIndexZ, c.launch.threadName(index));
    return new KernelFault(kind, address, line, index, detail, at, source.at(line), this);
  }

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }

  /** The faulting address, 0 where none is involved. */
  public long address() {
    return address;
  }

  /** Line of the PTX text, from 1; 0 where unknown. */
  public int line() {
    return line;
  }

  /** The message without kernel, block, thread and line. */
  public String detail() {
    return detail;
  }

  /** Kernel, block and thread in words; null while not known. */
  public String place() {
    return place;
  }
}
