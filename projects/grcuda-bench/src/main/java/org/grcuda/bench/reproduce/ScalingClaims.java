package org.grcuda.bench.reproduce;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A published claim about speed-ups: the greatest one, or whether a benchmark gains from the last
 * devices.
 *
 * @param what the claim in words
 * @param machine the topology
 * @param published what the publication says
 * @param kind how the claim is looked up
 * @param key the key of a bar, or the name of a benchmark
 */
record ScalingClaims(String what, String machine, Object published, Kind kind, String key) {

  /** The number of devices that the claims are about. */
  static final int DEVICES = 8;

  /** A speed-up of more than this many times the best of fewer devices is a gain. */
  private static final double GAIN = 1.1;

  /** How a claim is looked up. */
  enum Kind {
    GREATEST,
    GAINS,
    GAINS_NOTHING
  }

  /** The claims about a machine. */
  static List<ScalingClaims> of(String topology) {
    boolean isVolta = topology.equals("v100-8");
    if (!isVolta && !topology.equals("a100-8")) {
      return List.of();
    }
    Stream<ScalingClaims> greatest =
        Stream.of(
            new ScalingClaims(
                "greatest speed-up", topology, isVolta ? 4.7 : 4.6, Kind.GREATEST, "8"),
            new ScalingClaims(
                "greatest speed-up by hand",
                topology,
                isVolta ? "at most 5.21" : 5.21,
                Kind.GREATEST,
                "8, by hand"));
    Stream<ScalingClaims> flat =
        Stream.of("ML", "CG")
            .filter(label -> isVolta || label.equals("CG"))
            .map(label -> gain(label, topology, "no gain", Kind.GAINS_NOTHING));
    Stream<ScalingClaims> scaling =
        Stream.of("B&S", "ML")
            .filter(label -> !isVolta)
            .map(label -> gain(label, topology, "a gain", Kind.GAINS));
    return Stream.of(greatest, flat, scaling).flatMap(claims -> claims).toList();
  }

  private static ScalingClaims gain(String label, String machine, String published, Kind kind) {
    return new ScalingClaims(
        label + ": over the best of 2 and 4 devices", machine, published, kind, label);
  }

  /** Adds a row to {@code table} if the benchmarks of the claim were run. */
  void tell(
      Map<String, Map<String, Double>> groups,
      Map<String, Map<String, Double>> limited,
      Table table) {
    Object here = found(groups);
    if (here != null) {
      table.add(List.of(what, machine, published, here, found(limited)));
    }
  }

  private Object found(Map<String, Map<String, Double>> groups) {
    if (kind == Kind.GREATEST) {
      return groups.values().stream().mapToDouble(bars -> bars.get(key)).max().orElse(0);
    }
    Map<String, Double> bars = groups.get(key);
    if (bars == null || !bars.containsKey("2") || !bars.containsKey("4")) {
      return null;
    }
    double gain = bars.get("8") / Math.max(bars.get("2"), bars.get("4"));
    boolean isAsPublished = gain > GAIN == (kind == Kind.GAINS);
    return String.format(Locale.ROOT, "%.2f, %s", gain, isAsPublished ? "as published" : "not so");
  }
}
