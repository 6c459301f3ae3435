/** The driver contract that every backend implements, and the null device used by tests. */
module org.grcuda.driver {
  exports org.grcuda.driver;
  exports org.grcuda.driver.composite;
  exports org.grcuda.driver.image;
  exports org.grcuda.driver.nulldevice;
  exports org.grcuda.driver.option;
  exports org.grcuda.driver.queue;

  uses org.grcuda.driver.DriverProvider;

  provides org.grcuda.driver.DriverProvider with
      org.grcuda.driver.nulldevice.NullDriverProvider;
}
