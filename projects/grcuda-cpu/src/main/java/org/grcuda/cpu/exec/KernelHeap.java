package org.grcuda.cpu.exec;

/**
 * The memory that kernels take by {@code malloc} and {@code new} (CUDA C++ Programming Guide,
 * Dynamic Global Memory Allocation). Used by any number of threads at once.
 */
public interface KernelHeap {

  /** A heap without memory. */
  KernelHeap NONE =
      new KernelHeap() {
        @Override
        public long allocate(long bytes) {
          return 0;
        }

        @Override
        public boolean free(long address) {
          return false;
        }
      };

  /** Address of {@code bytes} bytes, aligned to 16; 0 if there are not so many. */
  long allocate(long bytes);

  /** Frees memory; false if the address does not come from {@link #allocate}, or was freed. */
  boolean free(long address);
}
