/**
 * A session and the objects that it makes, without Truffle. The guest languages' objects and the
 * typed Java API both use it.
 *
 * <p>{@link org.grcuda.core.engine.Session} owns everything else. Arrays: {@link
 * org.grcuda.core.engine.NdArray} over {@link org.grcuda.core.engine.Storage}. Kernels: {@link
 * org.grcuda.core.engine.KernelFactory}, which compiles and binds, {@link
 * org.grcuda.core.engine.GpuKernel}, {@link org.grcuda.core.engine.LaunchArguments}. Host
 * functions: {@link org.grcuda.core.engine.NativeFunction}, {@link
 * org.grcuda.core.engine.HostCallArguments}. The functions of the CUDA runtime: {@link
 * org.grcuda.core.engine.CudaRuntime}.
 */
package org.grcuda.core.engine;
