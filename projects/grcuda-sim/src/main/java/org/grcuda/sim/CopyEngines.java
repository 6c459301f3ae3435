package org.grcuda.sim;

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
 * device that it reaches, in the order of asking, and then shares the links of its route.
 */
final class CopyEngines {

  private final Engine engine;
  private final Network network;
  private final Topology topology;
  private final int[] sending;
  private final int[] receiving;
  private final List<Copy> waiting = new ArrayList<>();

  CopyEngines(Engine engine, Topology topology, int devices) {
    this.engine = engine;
    this.topology = topology;
    this.network = engine.network(topology.capacities());
    this.sending = new int[devices];
    this.receiving = new int[devices];
    Arrays.fill(sending, topology.device().copyEngines());
    Arrays.fill(receiving, topology.device().copyEngines());
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
    waiting.add(new Copy(from, to, bytes, efficiency, end));
    begin();
  }

  private void begin() {
    for (int i = 0; i < waiting.size(); i++) {
      Copy copy = waiting.get(i);
      if (free(sending, copy.from) && free(receiving, copy.to)) {
        waiting.remove(i--);
        change(copy, -1);
        engine.after(topology.device().copyLatency(), () -> travel(copy));
      }
    }
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

  /** One that waits for engines, then for its latency, and then takes its way over the links. */
  private record Copy(int from, int to, double bytes, double efficiency, Completion end) {}

  private final class Arrival implements Completion {

    private final Copy copy;

    Arrival(Copy copy) {
      this.copy = copy;
    }

    @Override
    public void run() {
      change(copy, 1);
      begin();
      copy.end.run();
    }

    @Override
    public Event gate() {
      return copy.end.gate();
    }
  }
}
