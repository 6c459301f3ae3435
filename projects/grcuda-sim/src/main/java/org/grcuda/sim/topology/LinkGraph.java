package org.grcuda.sim.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Nodes ({@code host}, {@code gpu0} and on, and switches of any other name) and links, and the
 * route between each two places: the route with the fewest links that passes through no other
 * device. Among several such routes, it is the one whose narrowest link is widest, and among those
 * the first found.
 */
final class LinkGraph {

  private static final String HOST = "host";

  /**
   * @param bandwidth of each direction, or of both together if {@code shared}; GB/s
   */
  record Link(String from, String to, double bandwidth, boolean shared) {}

  /**
   * The highest bandwidth of a copy between devices whose route passes through a node.
   *
   * @param from the devices that the copy comes from; any if none are given
   * @param bandwidth GB/s
   */
  record Limit(String through, List<String> from, double bandwidth) {}

  /** A step of a route: the directed link, and the node that it leads to. */
  private record Step(int link, String to) {}

  private record Path(List<Step> steps, double narrowest) {

    Path then(Step step, double bandwidth) {
      List<Step> longer = new ArrayList<>(steps);
      longer.add(step);
      return new Path(longer, Math.min(narrowest, bandwidth));
    }
  }

  private final String file;
  private final int devices;
  private final List<Link> links;
  private final List<Limit> limits;
  private final double hostMemory;
  private final Map<String, List<Step>> steps = new LinkedHashMap<>();

  /**
   * @param hostMemory GB/s of the host's memory, which all copies that begin or end there share
   */
  LinkGraph(String file, int devices, List<Link> links, List<Limit> limits, double hostMemory) {
    this.file = file;
    this.devices = devices;
    this.links = links;
    this.limits = limits;
    this.hostMemory = hostMemory;
    for (int i = 0; i < links.size(); i++) {
      Link link = links.get(i);
      int back = link.shared() ? 2 * i : 2 * i + 1;
      steps.computeIfAbsent(link.from(), n -> new ArrayList<>()).add(new Step(2 * i, link.to()));
      steps.computeIfAbsent(link.to(), n -> new ArrayList<>()).add(new Step(back, link.from()));
    }
    checkNames();
  }

  private void checkNames() {
    for (int i = 0; i < links.size(); i++) {
      for (String node : List.of(links.get(i).from(), links.get(i).to())) {
        if (node.matches("gpu[0-9]+") && !isDevice(node)) {
          throw new TopologyException(
              "%s: links[%d] names %s, expected gpu0 to gpu%d"
                  .formatted(file, i, node, devices - 1));
        }
      }
    }
    for (int i = 0; i < limits.size(); i++) {
      List<String> named = new ArrayList<>(limits.get(i).from());
      named.add(limits.get(i).through());
      for (String node : named) {
        if (!steps.containsKey(node)) {
          throw new TopologyException(
              "%s: limits[%d] names %s, expected a node of a link: %s"
                  .formatted(file, i, node, String.join(", ", steps.keySet())));
        }
      }
    }
  }

  /** The capacity of each directed link; the last one is the host memory's. */
  double[] capacities() {
    double[] capacities = new double[2 * links.size() + 1];
    for (int i = 0; i < 2 * links.size(); i++) {
      capacities[i] = links.get(i / 2).bandwidth();
    }
    capacities[2 * links.size()] = hostMemory;
    return capacities;
  }

  /** By place of departure plus one, and of arrival plus one. */
  Route[][] routes() {
    List<String> places = Topology.places(devices);
    Route[][] routes = new Route[places.size()][places.size()];
    for (int from = 0; from < places.size(); from++) {
      Map<String, Path> paths = paths(places.get(from));
      for (int to = 0; to < places.size(); to++) {
        if (from != to) {
          routes[from][to] = route(places.get(from), places.get(to), paths);
        }
      }
    }
    return routes;
  }

  private Route route(String from, String to, Map<String, Path> paths) {
    Path path = paths.get(to);
    if (path == null) {
      throw new TopologyException(
          "%s: no links lead from %s to %s; every two of host and devices need a way that passes"
                  .formatted(file, from, to)
              + " through no other device");
    }
    double most = Double.POSITIVE_INFINITY;
    for (Limit limit : limits) {
      boolean meant = limit.from().isEmpty() || limit.from().contains(from);
      if (meant && isDevice(from) && isDevice(to) && passes(path, limit.through())) {
        most = limit.bandwidth();
      }
    }
    IntStream way = path.steps().stream().mapToInt(Step::link);
    if (from.equals(HOST) || to.equals(HOST)) {
      way = IntStream.concat(way, IntStream.of(2 * links.size()));
    }
    return new Route(way.toArray(), most);
  }

  private static boolean passes(Path path, String node) {
    return path.steps().stream().anyMatch(step -> step.to().equals(node));
  }

  /** The best path from a node to each other: breadth first, a level at a time. */
  private Map<String, Path> paths(String origin) {
    Map<String, Path> best = new HashMap<>();
    best.put(origin, new Path(List.of(), Double.POSITIVE_INFINITY));
    ArrayDeque<String> level = new ArrayDeque<>(List.of(origin));
    while (!level.isEmpty()) {
      Map<String, Path> reached = new LinkedHashMap<>();
      for (String node : level) {
        if (node.equals(origin) || !isDevice(node)) {
          extend(best.get(node), node, best, reached);
        }
      }
      best.putAll(reached);
      level = new ArrayDeque<>(reached.keySet());
    }
    return best;
  }

  private void extend(Path path, String node, Map<String, Path> best, Map<String, Path> reached) {
    for (Step step : steps.getOrDefault(node, List.of())) {
      if (best.containsKey(step.to())) {
        continue;
      }
      Path longer = path.then(step, links.get(step.link() / 2).bandwidth());
      Path other = reached.get(step.to());
      if (other == null || longer.narrowest() > other.narrowest()) {
        reached.put(step.to(), longer);
      }
    }
  }

  private boolean isDevice(String node) {
    return !node.equals(HOST) && Topology.places(devices).contains(node);
  }
}
