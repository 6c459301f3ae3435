/** NVRTC, the compiler of CUDA C++ sources: found or fetched once, called through JNA, cached. */
@SuppressWarnings("module") // org.grcuda.mpi is built after this module.
module org.grcuda.nvrtc {
  requires com.sun.jna;

  exports org.grcuda.nvrtc;
  exports org.grcuda.nvrtc.source;
  exports org.grcuda.nvrtc.file to
      org.grcuda.mpi;
}
