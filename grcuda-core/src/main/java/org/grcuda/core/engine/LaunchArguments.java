package org.grcuda.core.engine;

import org.grcuda.core.type.KernelSignature;
import org.grcuda.core.type.ScalarType;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.AccessMode;
import org.grcuda.runtime.Operation;

/** The arguments of one launch, packed as the parameter block of the kernel. */
public final class LaunchArguments extends CallArguments {

  private final GpuKernel kernel;
  private final long[] words;

  LaunchArguments(GpuKernel kernel, int[] usualSlots) {
    super(kernel.session(), kernel.signature().parameters(), usualSlots);
    this.kernel = kernel;
    this.words = new long[(kernel.signature().parameterBytes() + 7) >>> 3];
  }

  @Override
  String subject() {
    return "kernel '" + kernel.name() + "'";
  }

  @Override
  AccessMode mode(int index) {
    return kernel.mode(index);
  }

  @Override
  int slot(int index) {
    return slot(kernel.signature(), index);
  }

  /** The word of the parameter block that has parameter {@code index}. */
  static int slot(KernelSignature signature, int index) {
    return signature.offset(index) / Long.BYTES;
  }

  @Override
  void put(int index, long bits, int bytes) {
    int offset = kernel.signature().offset(index);
    long mask = bytes == Long.BYTES ? -1 : (1L << (8 * bytes)) - 1;
    words[offset >>> 3] |= (bits & mask) << (8 * (offset & 7));
  }

  @Override
  boolean putForeignAddress(int index, long address) {
    return false;
  }

  @Override
  String expectedPointer(ScalarType target) {
    return target == ScalarType.VOID ? "a device array" : "a device array of " + target;
  }

  /** What was packed, for a launch of {@code shape}. */
  Operation.Launch operation(LaunchShape shape) {
    KernelSignature signature = kernel.signature();
    return new Operation.Launch(
        kernel, shape, words, signature.parameterBytes(), slots(), kernel.profile());
  }
}
