package org.grcuda.cpu.exec;

import org.grcuda.driver.CudaResult;

/** A kernel did what a GPU would stop it for. */
public final class KernelFault extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What went wrong, with the result code that a GPU gives. */
  public enum Kind {
    ILLEGAL_ADDRESS(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS),
    MISALIGNED_ADDRESS(CudaResult.CUDA_ERROR_MISALIGNED_ADDRESS),
    ASSERT(CudaResult.CUDA_ERROR_ASSERT),
    TRAP(CudaResult.CUDA_ERROR_LAUNCH_FAILED),
    STACK_OVERFLOW(CudaResult.CUDA_ERROR_HARDWARE_STACK_ERROR),
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
  private final String detail;
  private final String place;

  /** A fault that concerns no address. */
  public KernelFault(Kind kind, String detail) {
    this(kind, 0, 0, detail, null, null);
  }

  /**
   * A fault of the access or instruction at a line of the PTX.
   *
   * @param address the faulting address, 0 where none is involved
   * @param line line of the PTX text, from 1; 0 where unknown
   */
  public KernelFault(Kind kind, long address, int line, String detail) {
    this(kind, address, line, detail, null, null);
  }

  private KernelFault(
      Kind kind, long address, int line, String detail, String place, KernelFault cause) {
    super(message(line, detail, place), cause, false, cause == null);
    this.kind = kind;
    this.address = address;
    this.line = line;
    this.detail = detail;
    this.place = place;
  }

  private static String message(int line, String detail, String place) {
    return (place == null ? "" : place + ": ")
        + detail
        + (line == 0 ? "" : " (PTX line " + line + ")");
  }

  /** This fault, with the kernel, the block and the thread it happened in. */
  KernelFault in(String kernel, BlockContext c) {
    Launch l = c.launch;
    int x = c.thread % l.blockX;
    int y = c.thread / l.blockX % l.blockY;
    int z = c.thread / (l.blockX * l.blockY);
    String at =
        "kernel '%s', block (%d, %d, %d), thread (%d, %d, %d)"
            .formatted(kernel, c.blockIndexX, c.blockIndexY, c.blockIndexZ, x, y, z);
    return new KernelFault(kind, address, line, detail, at, this);
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
