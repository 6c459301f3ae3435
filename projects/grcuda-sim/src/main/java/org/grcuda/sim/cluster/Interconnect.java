package org.grcuda.sim.cluster;

/**
 * What messages between ranks cost, by the model LogGP (Alexandrov, Ionescu, Schauser and Scheiman,
 * "LogGP: Incorporating Long Messages into the LogP Model", SPAA 1995). Times are nanoseconds.
 *
 * @param latency L: from the first byte that leaves a node until it is at the other
 * @param overhead o: of a processor for each message that it sends or receives
 * @param gap g: between the beginnings of two messages of one port, at least
 * @param bandwidth 1 / G: of a port in one direction, bytes per nanosecond
 * @param localLatency L between two ranks of one node
 * @param localBandwidth 1 / G between two ranks of one node
 */
public record Interconnect(
    double latency,
    double overhead,
    double gap,
    double bandwidth,
    double localLatency,
    double localBandwidth) {

  private static final double BITS = 8;

  /**
   * A network with ports of {@code gigabits} Gb/s and 1.5 us from node to node. All other figures
   * are assumptions too: 0.3 us of a processor and 0.1 us of a port for each message; between ranks
   * of one node 0.5 us and 10 GB/s.
   */
  public static Interconnect of(double gigabits) {
    return new Interconnect(1_500, 300, 100, gigabits / BITS, 500, 10);
  }
}
