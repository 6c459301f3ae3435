package org.grcuda.core.task;

import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.HostCallArguments;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.engine.NativeFunction;

/** Turns the values of a call, of one host language, into arguments. */
public interface ValuePacker {

  /**
   * As arguments of a kernel.
   *
   * @throws org.grcuda.types.GrCudaException if number, type or range of a value is wrong
   */
  LaunchArguments pack(GpuKernel kernel, Object[] values);

  /** As arguments of a function of a library; errors as for a kernel. */
  HostCallArguments pack(NativeFunction function, Object[] values);
}
