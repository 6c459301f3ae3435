/** Transport over MPI, through a C library that is compiled with the compiler of that MPI. */
module org.grcuda.mpi {
  requires org.grcuda.nvrtc;
  requires org.grcuda.transport;

  provides org.grcuda.transport.TransportProvider with
      org.grcuda.mpi.MpiProvider;
}
