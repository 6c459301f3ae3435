/**
 * Compilation of CUDA C++ with NVRTC. {@link org.grcuda.nvrtc.NvrtcCompiler} finds the library or
 * fetches it, compiles a {@link org.grcuda.nvrtc.Program} in a process of its own ({@link
 * org.grcuda.nvrtc.CompilerWorker}), and caches the {@link org.grcuda.nvrtc.CompiledProgram}.
 * {@link org.grcuda.nvrtc.NvrtcSettings} says where the library and the caches are, and {@link
 * org.grcuda.nvrtc.CompileLimits} what a compilation may take. Failures are {@link
 * org.grcuda.nvrtc.NvrtcException}s.
 */
package org.grcuda.nvrtc;
