/**
 * Whole CUDA files: what nvcc compiles, with code of the host, becomes what NVRTC compiles. {@link
 * org.grcuda.nvrtc.source.WholeFile} cuts a file into tokens, follows its directives, finds its
 * declarations, and sets those of the host aside ({@link org.grcuda.nvrtc.source.SetAside}).
 */
package org.grcuda.nvrtc.source;
