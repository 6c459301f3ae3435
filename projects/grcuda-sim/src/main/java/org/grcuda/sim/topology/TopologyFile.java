package org.grcuda.sim.topology;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Reads the description of a machine: JSON, as docs/guide/simulation.md describes it. Bandwidths
 * are GB/s, which are bytes per nanosecond; times are microseconds.
 */
final class TopologyFile {

  /** As many as the masks of places hold. */
  static final int MOST_DEVICES = 62;

  private static final double GIBI = 1L << 30;
  private static final double NANOS_PER_MICRO = 1_000;
  private static final int MOST = 1 << 30;

  private final String file;

  private TopologyFile(String file) {
    this.file = file;
  }

  /**
   * The machine that {@code text} describes.
   *
   * @param file its name, for messages
   * @throws TopologyException if it is not such a description
   */
  static Topology parse(String file, String text) {
    JsonElement root;
    try {
      root = JsonParser.parseString(text);
    } catch (JsonParseException e) {
      throw new TopologyException(file + ": no JSON: " + e.getMessage(), e);
    }
    JsonElement whole = Variation.resolve(file, root);
    return new TopologyFile(file).read(new Members(file, "", whole));
  }

  private Topology read(Members members) {
    members.remark("description");
    members.remark("sources");
    HostModel host = host(members.object("host"));
    DeviceModel device = device(members.object("device"));
    int devices = members.count("devices", MOST_DEVICES);
    List<LinkGraph.Link> links = links(members);
    List<LinkGraph.Limit> limits = limits(members);
    members.end();
    LinkGraph graph = new LinkGraph(file, devices, links, limits, host.memoryBandwidth());
    return new Topology(file, host, device, devices, graph.capacities(), graph.routes());
  }

  private static HostModel host(Members host) {
    HostModel model =
        new HostModel(
            (long) (host.positive("memory") * GIBI),
            host.positive("memoryBandwidth"),
            micros(host, "submission"),
            micros(host, "launch"),
            micros(host, "copy"),
            micros(host, "event"),
            NANOS_PER_MICRO * host.positive("query"),
            micros(host, "wake"),
            memoryCalls(host));
    host.end();
    return model;
  }

  /** All optional: without them, nothing costs more than it did before it was modelled. */
  private static MemoryCalls memoryCalls(Members host) {
    return new MemoryCalls(
        rate(host, "pageable"),
        host.truth("pageLocks", true),
        cost(host, "pinning"),
        rate(host, "pinningRate"),
        cost(host, "allocation"),
        cost(host, "release"));
  }

  private static double rate(Members members, String name) {
    return members.has(name) ? members.positive(name) : Double.POSITIVE_INFINITY;
  }

  private static double cost(Members members, String name) {
    return members.has(name) ? micros(members, name) : 0;
  }

  private static DeviceModel device(Members device) {
    DeviceModel model =
        new DeviceModel(
            device.text("name"),
            device.capability("computeCapability"),
            (long) (device.positive("memory") * GIBI),
            device.positive("memoryBandwidth"),
            // 10^12 operations a second are a thousand per nanosecond.
            1_000 * device.positive("teraflops"),
            1_000 * device.positive("doubleTeraflops"),
            device.count("multiprocessors", MOST),
            device.count("threads", MOST),
            device.count("blocks", MOST),
            device.count("registers", MOST),
            1024 * device.count("sharedMemory", MOST / 1024),
            1024 * device.count("sharedMemoryPerBlock", MOST / 1024),
            1024 * device.count("l2", MOST / 1024),
            device.count("copyEngines", MOST),
            micros(device, "launchLatency"),
            micros(device, "copyLatency"),
            device.share("computeSaturation"),
            device.share("memorySaturation"),
            device.share("faultEfficiency"));
    device.end();
    return model;
  }

  private static double micros(Members members, String name) {
    return NANOS_PER_MICRO * members.natural(name);
  }

  private List<LinkGraph.Link> links(Members members) {
    JsonArray array = members.array("links", false);
    List<LinkGraph.Link> links = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      Members link = members.element("links", array, i);
      List<String> ends = names(link, "between");
      if (ends.size() != 2 || ends.get(0).equals(ends.get(1))) {
        throw new TopologyException(
            "%s: %s is %s, expected the names of two nodes"
                .formatted(file, link.path("between"), ends));
      }
      links.add(
          new LinkGraph.Link(
              ends.get(0),
              ends.get(1),
              link.positive("bandwidth"),
              link.truth("sharedDirections", false)));
      link.end();
    }
    return links;
  }

  private List<LinkGraph.Limit> limits(Members members) {
    JsonArray array = members.array("limits", true);
    List<LinkGraph.Limit> limits = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      Members limit = members.element("limits", array, i);
      limits.add(
          new LinkGraph.Limit(
              limit.text("through"),
              limit.has("from") ? names(limit, "from") : Collections.emptyList(),
              limit.positive("bandwidth")));
      limit.end();
    }
    return limits;
  }

  private static List<String> names(Members members, String name) {
    JsonArray array = members.array(name, false);
    List<String> names = new ArrayList<>();
    for (JsonElement element : array) {
      if (!element.isJsonPrimitive() || !element.getAsJsonPrimitive().isString()) {
        throw members.wrong(members.path(name), "names of nodes", element);
      }
      names.add(element.getAsString());
    }
    return names;
  }
}
