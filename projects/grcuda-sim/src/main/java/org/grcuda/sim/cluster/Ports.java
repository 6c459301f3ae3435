package org.grcuda.sim.cluster;

/**
 * The ports of the nodes to the network. Each sends and receives one message at a time, in the
 * order in which they come. Messages within a node use no port, but those to one rank come one
 * after another as well.
 */
final class Ports {

  /** Bytes of a packet, at most: the MTU of InfiniBand. */
  private static final long PACKET = 4096;

  private final Interconnect interconnect;
  private final int ranksOfNode;

  /** When the ports of the nodes have sent and received what they have. */
  private final double[] out;

  private final double[] in;

  /** The same within a node, by rank. */
  private final double[] local;

  private long messages;

  Ports(Interconnect interconnect, int ranks, int ranksOfNode) {
    this.interconnect = interconnect;
    this.ranksOfNode = ranksOfNode;
    int nodes = (ranks + ranksOfNode - 1) / ranksOfNode;
    out = new double[nodes];
    in = new double[nodes];
    local = new double[ranks];
  }

  /**
   * When a message is under way.
   *
   * @param sent when its last byte has left
   * @param arrived when its last byte has arrived
   */
  record Passage(double sent, double arrived) {}

  /** The passage of {@code bytes} bytes that are ready to leave at {@code time}. */
  Passage pass(double time, int source, int target, long bytes) {
    messages++;
    int from = source / ranksOfNode;
    int to = target / ranksOfNode;
    if (from == to) {
      double duration = bytes / interconnect.localBandwidth();
      double sent =
          use(local, target, time, bytes, duration, PACKET / interconnect.localBandwidth())
              + duration;
      return new Passage(sent, sent + interconnect.localLatency());
    }
    double duration = bytes / interconnect.bandwidth();
    double occupied = Math.max(duration, interconnect.gap());
    double packet = PACKET / interconnect.bandwidth();
    double begin = use(out, from, time, bytes, occupied, packet);
    double arrival = use(in, to, begin + interconnect.latency(), bytes, occupied, packet);
    return new Passage(begin + duration, arrival + duration);
  }

  /** How many messages have passed. */
  long messages() {
    return messages;
  }

  /**
   * When a message that is ready at {@code time} begins to use a port. A port takes packets of
   * several messages in turn: what is one packet waits for one at most, and delays the others.
   *
   * @param occupied how long it uses the port
   * @param packet how long a packet does
   */
  private static double use(
      double[] ports, int port, double time, long bytes, double occupied, double packet) {
    double free = ports[port];
    if (bytes <= PACKET && free > time) {
      ports[port] = free + occupied;
      return time + Math.min(free - time, packet);
    }
    double begin = Math.max(time, free);
    ports[port] = begin + occupied;
    return begin;
  }

  /** How long the shortest message between two ranks takes. */
  double latency(int source, int target) {
    return source / ranksOfNode == target / ranksOfNode
        ? interconnect.localLatency()
        : interconnect.latency();
  }
}
