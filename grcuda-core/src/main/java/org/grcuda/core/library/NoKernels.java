package org.grcuda.core.library;

import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.NdArray;
import org.grcuda.types.ElementType;

/** Runs nothing, so that a routine only checks its arguments. */
final class NoKernels implements RoutineKernels {

  @Override
  public GpuKernel kernel(String name) {
    return null;
  }

  @Override
  public GpuKernel kernel(String name, Precision precision, Object... more) {
    return null;
  }

  @Override
  public GpuKernel sparseKernel(String name, Precision precision, ElementType index) {
    return null;
  }

  @Override
  public GpuKernel instance(String name, Object... arguments) {
    return null;
  }

  @Override
  public void launchWarps(GpuKernel kernel, long warps, Object... values) {}

  @Override
  public void launch(GpuKernel kernel, long threads, Object... values) {}

  @Override
  public void launchBatches(GpuKernel kernel, long threads, long batches, Object... values) {}

  @Override
  public NdArray temporary(long doubles) {
    return null;
  }

  @Override
  public void clear(NdArray array) {}

  @Override
  public void free(NdArray array) {}
}
