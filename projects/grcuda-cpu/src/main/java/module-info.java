/** The CPU backend: devices that execute PTX on the cores of the machine. */
module org.grcuda.cpu {
  requires java.management;
  requires jdk.management;
  requires jdk.unsupported;
  requires org.grcuda.driver;
  requires org.grcuda.ptx;

  provides org.grcuda.driver.DriverProvider with
      org.grcuda.cpu.CpuDriverProvider;
}
