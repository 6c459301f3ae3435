/**
 * CUDA kernels from Java, with no polyglot context: {@link org.grcuda.GrCuda} opens a context and
 * makes arrays ({@link org.grcuda.FloatArray} and its like), kernels ({@link org.grcuda.Kernel}),
 * host functions and streams. Work is asynchronous; {@link org.grcuda.DeviceArray} says what an
 * access waits for. Every error is a {@link org.grcuda.types.GrCudaException}.
 */
package org.grcuda;
