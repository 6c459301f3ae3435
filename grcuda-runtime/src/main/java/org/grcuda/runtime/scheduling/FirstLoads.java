package org.grcuda.runtime.scheduling;

import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.runtime.computation.KernelLookup;
import org.grcuda.runtime.computation.NotReadyException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.stream.DevicesManager;

/**
 * Has kernels loaded by the threads that submit their launches, without the scheduling lock: a
 * module takes up to seconds, and other threads submit meanwhile. A launch that goes to a device at
 * once tells by a {@link NotReadyException} where. One that is held back may go to any device
 * later, so its kernel is loaded for all of them. Only if what it waits for ends before that does
 * another thread load it, when that thread leaves the lock.
 */
public final class FirstLoads {

  private final DevicesManager devices;
  private final boolean pulls;

  /**
   * @param pulls whether devices always pull computations, so that each may go as it is submitted
   */
  public FirstLoads(DevicesManager devices, boolean pulls) {
    this.devices = devices;
    this.pulls = pulls;
  }

  /** Called before {@code vertex} is taken in. */
  public void before(Vertex vertex) {
    if (pulls) {
      loadEverywhere(vertex);
    }
  }

  /** Called when {@code vertex} was taken in. */
  public void after(Vertex vertex) {
    if (!vertex.isDispatched()) {
      loadEverywhere(vertex);
    }
  }

  private void loadEverywhere(Vertex vertex) {
    if (!(vertex.operation() instanceof Operation.Launch launch)) {
      return;
    }
    Placement placement = vertex.placement();
    for (int d = 0; d < devices.count(); d++) {
      if (placement.device() == d || placement.isOpen() && placement.allows(d)) {
        load(launch.kernel(), devices.device(d));
      }
    }
  }

  private static void load(KernelLookup kernel, Device device) {
    if (!kernel.isLoaded(device)) {
      try {
        kernel.on(device);
      } catch (DriverException e) {
        // The launch may go to another device; if it goes to this one, it meets the same error.
        System.getLogger(FirstLoads.class.getName())
            .log(System.Logger.Level.DEBUG, "a kernel was not loaded ahead", e);
      }
    }
  }
}
