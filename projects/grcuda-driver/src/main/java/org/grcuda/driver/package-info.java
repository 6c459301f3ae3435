/**
 * The contract between the runtime and a backend. A {@link org.grcuda.driver.DriverProvider} opens
 * a {@link org.grcuda.driver.Driver}, which has devices and the memory that they share. A {@link
 * org.grcuda.driver.Device} loads modules, makes streams and events, and takes work as a {@link
 * org.grcuda.driver.Submission}. What goes wrong is a {@link org.grcuda.driver.DriverException}
 * with CUDA's result code.
 */
package org.grcuda.driver;
