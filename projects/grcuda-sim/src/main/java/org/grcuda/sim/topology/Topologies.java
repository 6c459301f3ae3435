package org.grcuda.sim.topology;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds machines: built-in ones by name, others by path. */
public final class Topologies {

  /** The machine that is simulated by default. */
  static final String DEFAULT = "v100-8";

  /** The built-in machines, with the number of their devices. */
  private static final Map<String, Integer> BUILT_IN =
      new TreeMap<>(
          Map.of(
              "v100",
              8,
              "a100",
              8,
              "h100",
              8,
              "pcie",
              4,
              "a100-pcie",
              4,
              "p100",
              2,
              "m60",
              8,
              "xeon-disk",
              1));

  private static final Pattern NAME = Pattern.compile("([a-z][a-z0-9-]*)-([1-9][0-9]?)");

  private Topologies() {}

  /** The names of the built-in machines with all their devices. */
  public static List<String> builtIn() {
    return BUILT_IN.keySet().stream().map(Topologies::whole).toList();
  }

  /** The name of a built-in machine with all its devices; without their number where it is one. */
  private static String whole(String machine) {
    int devices = BUILT_IN.get(machine);
    return devices == 1 ? machine : machine + "-" + devices;
  }

  /**
   * The requested machine.
   *
   * @throws TopologyException if it does not exist, or its description is wrong
   */
  public static Topology find(Simulation simulation) {
    String given = simulation.topology().isEmpty() ? DEFAULT : simulation.topology();
    if (builtIn().contains(given)) {
      return parsed(given);
    }
    Matcher name = NAME.matcher(given);
    if (name.matches() && BUILT_IN.containsKey(name.group(1))) {
      return builtIn(given, name.group(1), Integer.parseInt(name.group(2)));
    }
    try {
      return TopologyFile.parse(given, simulation.files().read(given));
    } catch (IOException e) {
      throw new TopologyException(
          "no machine is called '%s', and no file can be read there (%s); built-in are %s, and each with fewer devices, such as v100-2"
              .formatted(given, e.getMessage(), String.join(", ", builtIn())),
          e);
    }
  }

  private static Topology builtIn(String given, String machine, int count) {
    int most = BUILT_IN.get(machine);
    if (count > most) {
      throw new TopologyException("'%s': %s has 1 to %d devices".formatted(given, machine, most));
    }
    return parsed(whole(machine)).first(given, count);
  }

  private static Topology parsed(String name) {
    Topology whole = TopologyFile.parse(name + ".json", text(name));
    return whole.first(name, whole.devices());
  }

  /** The description of the built-in machine of that name, with all its devices. */
  static String text(String name) {
    String resource = name + ".json";
    try (InputStream in = Topologies.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }
}
