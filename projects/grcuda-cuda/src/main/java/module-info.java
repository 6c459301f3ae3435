/** The CUDA backend: GPUs, through NVIDIA's driver API. */
module org.grcuda.cuda {
  requires org.grcuda.driver;
  requires org.grcuda.ptx;

  provides org.grcuda.driver.DriverProvider with
      org.grcuda.cuda.CudaDriverProvider;
}
