package org.grcuda.bench.reproduce;

import java.util.List;
import org.grcuda.CudaDevice;
import org.grcuda.runtime.memory.Traffic;

/**
 * The results of a run of a problem in tiles.
 *
 * @param seconds simulated seconds until everything has ended; results stay on the devices
 * @param hostLoads bytes from the host to devices
 * @param peerLoads bytes between devices
 * @param writeBacks bytes from devices to the host
 * @param evictions number of evictions of all devices
 * @param elapsed seconds that the simulation took
 */
record TiledOutcome(
    double seconds,
    long hostLoads,
    long peerLoads,
    long writeBacks,
    long evictions,
    double elapsed) {

  static TiledOutcome of(double seconds, List<CudaDevice> devices, double elapsed) {
    long hostLoads = 0;
    long peerLoads = 0;
    long writeBacks = 0;
    long evictions = 0;
    for (CudaDevice device : devices) {
      Traffic traffic = device.traffic();
      hostLoads += traffic.loads();
      peerLoads += traffic.peerLoads();
      writeBacks += traffic.writeBacks();
      evictions += traffic.evictions();
    }
    return new TiledOutcome(seconds, hostLoads, peerLoads, writeBacks, evictions, elapsed);
  }

  /** Bytes brought to devices, from the host or from other devices. */
  long loads() {
    return hostLoads + peerLoads;
  }
}
