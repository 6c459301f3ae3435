package org.grcuda.sim.topology;

import java.util.List;

/** A machine: a host, its devices, and the links between them. */
public final class Topology {

  /** The host, where the ordinal of a device is expected. */
  public static final int HOST = -1;

  private final String name;
  private final HostModel host;
  private final DeviceModel device;
  private final int devices;
  private final double[] capacities;
  private final Route[][] routes;

  /**
   * @param capacities of the directed links, bytes per nanosecond
   * @param routes by place of departure plus one, and of arrival plus one
   */
  Topology(
      String name,
      HostModel host,
      DeviceModel device,
      int devices,
      double[] capacities,
      Route[][] routes) {
    this.name = name;
    this.host = host;
    this.device = device;
    this.devices = devices;
    this.capacities = capacities;
    this.routes = routes;
  }

  /** The name of the built-in machine, or of the file. */
  public String name() {
    return name;
  }

  /** The host. */
  public HostModel host() {
    return host;
  }

  /** What each device is. */
  public DeviceModel device() {
    return device;
  }

  /** Number of devices. */
  public int devices() {
    return devices;
  }

  /** The bytes per nanosecond of each directed link; the last value is the host memory's. */
  public double[] capacities() {
    return capacities.clone();
  }

  /** The way from one place to another, each a device ordinal or {@link #HOST}; not the same. */
  public Route route(int from, int to) {
    return routes[from + 1][to + 1];
  }

  /**
   * Bytes per nanosecond that one copy gets, alone. Within a place, a copy reads and writes that
   * place's memory.
   */
  public double bandwidth(int from, int to) {
    if (from == to) {
      return (from == HOST ? host.memoryBandwidth() : device.memoryBandwidth()) / 2;
    }
    Route route = route(from, to);
    double least = route.limit();
    for (int link : route.links()) {
      least = Math.min(least, capacities[link]);
    }
    return least;
  }

  /** This machine with only its first {@code count} devices. */
  Topology first(String newName, int count) {
    return new Topology(newName, host, device, count, capacities, routes);
  }

  /** The names of places, for messages. */
  static List<String> places(int devices) {
    return java.util.stream.IntStream.range(-1, devices)
        .mapToObj(place -> place == HOST ? "host" : "gpu" + place)
        .toList();
  }
}
