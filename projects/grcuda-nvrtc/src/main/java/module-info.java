/** NVRTC, the compiler of CUDA C++ sources: found or fetched once, called through JNA, cached. */
module org.grcuda.nvrtc {
  requires com.sun.jna;

  exports org.grcuda.nvrtc;
}
