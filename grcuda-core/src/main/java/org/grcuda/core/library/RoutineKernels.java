package org.grcuda.core.library;

import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.NdArray;
import org.grcuda.types.ElementType;

/** The kernels that a routine runs on, once it has checked its arguments. */
interface RoutineKernels {

  /** Kernel {@code name}, which is not a template. */
  GpuKernel kernel(String name);

  /** Kernel {@code name} for elements of {@code precision}; {@code more}: template arguments. */
  GpuKernel kernel(String name, Precision precision, Object... more);

  /** Kernel {@code name} for indices of {@code index}, {@code int} or {@code long}. */
  GpuKernel sparseKernel(String name, Precision precision, ElementType index);

  /** Kernel {@code name} of {@link DeviceWideTable} for these template arguments. */
  GpuKernel instance(String name, Object... arguments);

  /** Launches {@code warps} blocks of one warp each; none if that is 0. */
  void launchWarps(GpuKernel kernel, long warps, Object... values);

  /** Launches {@code kernel} with at least {@code threads} threads; none if that is 0. */
  void launch(GpuKernel kernel, long threads, Object... values);

  /** As {@link #launch}, {@code batches} times along the third dimension of the grid. */
  void launchBatches(GpuKernel kernel, long threads, long batches, Object... values);

  /** An array for intermediate results; {@link #free} it after the last launch that uses it. */
  NdArray temporary(long doubles);

  /** Sets every element to 0, asynchronously. */
  void clear(NdArray array);

  /** Frees an array once the launches that use it are over. */
  void free(NdArray array);
}
