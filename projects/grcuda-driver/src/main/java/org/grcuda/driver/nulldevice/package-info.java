/** A backend whose devices compute nothing: for tests and benchmarks of what is above a driver. */
package org.grcuda.driver.nulldevice;
