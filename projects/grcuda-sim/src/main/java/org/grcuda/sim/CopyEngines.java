package org.grcuda.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.Event;
import org.grcuda.sim.engine.Completion;
import org.grcuda.sim.engine.Engine;
import org.grcuda.sim.engine.Network;
import org.grcuda.sim.topology.Route;
import org.grcuda.sim.topology.Topology;

/**
 * Copies between places: each needs a copy engine of the device that it leaves and one of the
 * device that it reaches. Engines are given out in the order of asking. A copy then shares the
 * links of its route.
 */
final class CopyEngines {

  private final Engine engine;
  private final Network network;
  private final Topology topology;
  private final int[] sending;
  private final int[] receiving;
  private final int places;
  // For each pair of places, the waiting copies, oldest first.
  private final List<ArrayDeque<Copy>> waiting = new ArrayList<>();
  private long asked;

  CopyEngines(Engine engine, Topology topology, int devices) {
    this.engine = engine;
    this.topology = topology;
    this.network = engine.network(topology.capacities());
    this.sending = new int[devices];
    this.receiving = new int[devices];
    Arrays.fill(sending, topology.device().copyEngines());
    Arrays.fill(receiving, topology.device().copyEngines());
    this.places = devices + 1;
    for (int i = 0; i < places * places; i++) {
      waiting.add(new ArrayDeque<>());
    }
  }

  /** A copy within the host's memory, which it reads and writes. */
  void copyOnHost(double bytes, Completion end) {
    int[] memory = {topology.capacities().length - 1};
    network.start(2 * bytes, memory, Double.POSITIVE_INFINITY, end);
  }

  /**
   * Copies.
   *
   * @param from a place, another than {@code to}
   * @param bytes more than 0
   * @param efficiency share of the bandwidth that it reaches
   * @param end called when it has arrived
   */
  void copy(int from, int to, double bytes, double efficiency, Completion end) {
    Copy copy = new Copy(from, to, bytes, efficiency, end, asked++);
    // If its engines are free, no earlier copy waits for both of them.
    if (canBegin(copy)) {
      begin(copy);
    } else {
      way(from, to).add(copy);
    }
  }

  private ArrayDeque<Copy> way(int from, int to) {
    return waiting.get((from + 1) * places + to + 1);
  }

  private boolean canBegin(Copy copy) {
    return free(sending, copy.from) && free(receiving, copy.to);
  }

  private void begin(Copy copy) {
    change(copy, -1);
    engine.after(topology.device().copyLatency(), () -> travel(copy));
  }

  /** An engine of each of two places is free again. */
  private void freed(int from, int to) {
    Copy copy;
    while ((copy = oldest(from, to)) != null) {
      begin(way(copy.from, copy.to).remove());
    }
  }

  /** The first copy that can begin, among those that leave the one place or reach the other. */
  private Copy oldest(int from, int to) {
    Copy oldest = null;
    for (int place = Topology.HOST; place < places - 1; place++) {
      oldest = older(oldest, way(from, place).peek());
      oldest = older(oldest, way(place, to).peek());
    }
    return oldest;
  }

  private Copy older(Copy known, Copy other) {
    boolean better = other != null && canBegin(other);
    return better && (known == null || other.number < known.number) ? other : known;
  }

  private void travel(Copy copy) {
    Route route = topology.route(copy.from, copy.to);
    double limit =
        copy.efficiency < 1
            ? copy.efficiency * topology.bandwidth(copy.from, copy.to)
            : route.limit();
    network.start(copy.bytes, route.links(), limit, new Arrival(copy));
  }

  private static boolean free(int[] engines, int place) {
    return place == Topology.HOST || engines[place] > 0;
  }

  private void change(Copy copy, int by) {
    if (copy.from != Topology.HOST) {
      sending[copy.from] += by;
    }
    if (copy.to != Topology.HOST) {
      receiving[copy.to] += by;
    }
  }

  /** A copy that waits for engines, then for its latency, and then moves over the links. */
  private record Copy(
      int from, int to, double bytes, double efficiency, Completion end, long number) {}

  private final class Arrival implements Completion {

    private final Copy copy;

    Arrival(Copy copy) {
      this.copy = copy;
    }

    @Override
    public void run() {
      change(copy, 1);
      freed(copy.from, copy.to);
      copy.end.run();
    }

    @Override
    public Event gate() {
      return copy.end.gate();
    }
  }
}
