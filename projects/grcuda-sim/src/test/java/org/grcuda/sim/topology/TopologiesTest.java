package org.grcuda.sim.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.grcuda.driver.DriverHost;
import org.junit.jupiter.api.Test;

class TopologiesTest {

  private static Topology find(String name) {
    return Topologies.find(new Simulation(name, DriverHost.printing(text -> {})::read, true));
  }

  private static String builtInText(String resource) throws IOException {
    try (InputStream in = Topologies.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void assertRefused(String text, String... parts) {
    Simulation simulation = new Simulation("mine.json", path -> text, true);
    TopologyException e = assertThrows(TopologyException.class, () -> Topologies.find(simulation));
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
    assertTrue(e.getMessage().contains("mine.json"), e.getMessage());
  }

  @Test
  void v100HasThePublishedBandwidths() {
    Topology v100 = find("v100-8");
    double[][] published = {
      {0, 24.2, 24.2, 48.4, 8.5, 8.5, 48.4, 8.5},
      {24.2, 0, 48.4, 24.2, 8.5, 8.5, 8.5, 48.4},
      {24.2, 48.4, 0, 48.4, 24.2, 8.5, 8.5, 8.5},
      {48.4, 24.2, 48.4, 0, 8.5, 24.2, 8.5, 8.5},
      {8.7, 8.7, 24.2, 8.7, 0, 48.4, 24.2, 48.4},
      {8.7, 8.7, 8.7, 24.2, 48.4, 0, 48.4, 24.2},
      {48.4, 8.7, 8.7, 8.7, 24.2, 48.4, 0, 24.2},
      {8.7, 48.2, 8.7, 8.7, 48.4, 24.2, 24.2, 0},
    };
    for (int i = 0; i < 8; i++) {
      assertEquals(12, v100.bandwidth(Topology.HOST, i));
      assertEquals(12, v100.bandwidth(i, Topology.HOST));
      for (int j = 0; j < 8; j++) {
        if (i != j) {
          assertEquals(published[i][j], v100.bandwidth(i, j), 0.21, i + " to " + j);
        }
      }
    }
  }

  @Test
  void otherMachinesHaveTheirLinks() {
    Topology a100 = find("a100-8");
    assertEquals(250, a100.bandwidth(3, 7));
    assertEquals(24, a100.bandwidth(Topology.HOST, 7));
    assertEquals(375, find("h100-8").bandwidth(0, 1));
    Topology pcie = find("pcie-4");
    assertEquals(8.5, pcie.bandwidth(0, 1));
    assertEquals(8.5, pcie.bandwidth(0, 3));
    assertEquals(4, pcie.devices());
    assertEquals(16L << 30, pcie.device().memory());
  }

  @Test
  void machinesOfOutOfCoreResultsHaveTheirFigures() {
    Topology a100 = find("a100-pcie-4");
    Topology p100 = find("p100-2");
    Topology xeon = find("xeon-disk");
    assertEquals(4, a100.devices());
    assertEquals(2, p100.devices());
    assertEquals(1, xeon.devices());
    for (int i = 0; i < 4; i++) {
      assertEquals(12, a100.bandwidth(Topology.HOST, i));
      for (int j = 0; j < i; j++) {
        assertEquals(24, a100.bandwidth(i, j));
        assertEquals(0, shared(a100, i, j), "buses of " + i + " and " + j);
      }
    }
    assertEquals(13, p100.bandwidth(Topology.HOST, 1));
    assertEquals(10, p100.bandwidth(0, 1));
    assertEquals(0, shared(p100, 0, 1));
    assertEquals(0.094, xeon.bandwidth(Topology.HOST, 0));
    int disk = xeon.route(Topology.HOST, 0).links()[0];
    assertEquals(disk, xeon.route(0, Topology.HOST).links()[0], "both directions share the disk");
    assertEquals(40L << 30, a100.device().memory());
    assertEquals(16L << 30, p100.device().memory());
    assertEquals(32L << 30, xeon.device().memory());
    assertEquals(18_000, a100.device().flops());
    assertEquals(6_700, p100.device().flops());
    assertEquals(12 * 15, xeon.device().flops());
  }

  @Test
  void m60HasTwoRootsOfTwoBoardsOfTwoDevices() {
    Topology m60 = find("m60-8");
    assertEquals(8, m60.devices());
    assertEquals(52, m60.device().capability());
    assertEquals(8L << 30, m60.device().memory());
    for (int i = 0; i < 8; i++) {
      assertEquals(12, m60.bandwidth(Topology.HOST, i));
      for (int j = 0; j < 8; j++) {
        double expected = i / 2 == j / 2 ? 12 : i / 4 == j / 4 ? 10 : 7.5;
        if (i != j) {
          assertEquals(expected, m60.bandwidth(i, j), i + " to " + j);
        }
      }
    }
    assertEquals(2, shared(m60, 0, 1), "a board's two devices");
    assertEquals(1, shared(m60, 0, 2), "a root's devices");
    assertEquals(0, shared(m60, 0, 4));
  }

  /** How many links two devices have in common on their ways from the host, but for its memory. */
  private static long shared(Topology topology, int one, int other) {
    int memory = topology.capacities().length - 1;
    int[] theirs = topology.route(Topology.HOST, other).links();
    return Arrays.stream(topology.route(Topology.HOST, one).links())
        .filter(link -> link != memory && Arrays.stream(theirs).anyMatch(each -> each == link))
        .count();
  }

  @Test
  void machinesComeWithFewerDevices() {
    assertEquals(2, find("v100-2").devices());
    assertEquals("v100-2", find("v100-2").name());
    assertEquals(8, find("").devices());
    assertEquals("a100-pcie-2", find("a100-pcie-2").name());
    assertEquals(2, find("a100-pcie-2").devices());
    assertEquals("xeon-disk", find("xeon-disk").name());
    assertThrows(TopologyException.class, () -> find("v100-9"));
    assertThrows(TopologyException.class, () -> find("a100-pcie-5"));
    TopologyException e = assertThrows(TopologyException.class, () -> find("v10-8"));
    assertTrue(
        e.getMessage()
            .contains("a100-8, a100-pcie-4, h100-8, m60-8, p100-2, pcie-4, v100-8, xeon-disk"),
        e.getMessage());
  }

  @Test
  void builtInFilesCanBeFilesOfTheUser() throws IOException {
    String text = builtInText("a100-8.json");
    Topology own = Topologies.find(new Simulation("mine.json", path -> text, true));
    assertEquals("mine.json", own.name());
    assertEquals(8, own.devices());
  }

  @Test
  void aFileMaySayOnlyWhatIsDifferentFromABuiltInMachine() {
    String text =
        """
        {"like": "v100-8", "host": {"launch": 7}, "device": {"memorySaturation": 0.1},
         "scale": {"links": 0.5, "kernels": 2}}
        """;
    Topology varied = Topologies.find(new Simulation("mine.json", path -> text, true));
    Topology original = find("v100-8");
    assertEquals(8, varied.devices());
    assertEquals(7_000, varied.host().launch());
    assertEquals(original.host().submission(), varied.host().submission());
    assertEquals(0.1, varied.device().memorySaturation());
    assertEquals(original.device().memoryBandwidth() / 2, varied.device().memoryBandwidth());
    assertEquals(original.device().flops() / 2, varied.device().flops());
    assertEquals(original.device().doubleFlops() / 2, varied.device().doubleFlops());
    for (int i = 0; i < 8; i++) {
      for (int j = -1; j < i; j++) {
        assertEquals(original.bandwidth(i, j) / 2, varied.bandwidth(i, j), 1e-12, i + " to " + j);
      }
    }
    assertRefused(
        "{\"like\": \"v100\"}",
        "like is 'v100'",
        "a100-8, a100-pcie-4, h100-8, m60-8, p100-2, pcie-4, v100-8, xeon-disk");
    assertRefused("{\"like\": \"v100-8\", \"hosts\": {}}", "unknown member 'hosts'");
    assertRefused("{\"like\": \"v100-8\", \"host\": {\"launch\": -1}}", "host.launch is -1");
    assertRefused(
        "{\"like\": \"v100-8\", \"scale\": {\"links\": 0}}", "scale.links is 0", "above 0");
    assertRefused(
        "{\"like\": \"v100-8\", \"scale\": {\"link\": 1}}", "'scale.link'", "links, kernels");
  }

  @Test
  void whatIsWrongIsToldWithItsPlace() throws IOException {
    String text = builtInText("pcie-4.json");
    assertRefused("{", "no JSON");
    assertRefused("[]", "the file is []", "an object");
    assertRefused("{}", "'host' is missing", "an object");
    assertRefused(text.replace("\"wake\": 4.0", "\"wake\": -1"), "host.wake is -1", "0 or more");
    assertRefused(text.replace("\"wake\"", "\"awake\""), "'host.wake' is missing");
    assertRefused(
        text.replace("\"wake\": 4.0", "\"wake\": 4.0, \"pageable\": 0"),
        "host.pageable is 0",
        "above 0");
    assertRefused(text.replace("\"query\": 0.3", "\"query\": 0"), "host.query", "above 0");
    assertRefused(
        text.replace("\"devices\": 4", "\"devices\": 4, \"device count\": 4"),
        "unknown member 'device count'",
        "devices");
    assertRefused(text.replace("\"7.0\"", "\"volta\""), "device.computeCapability", "\"7.0\"");
    assertRefused(text.replace("\"memorySaturation\": 0.5", "\"memorySaturation\": 50"), "up to 1");
    assertRefused(text.replace("\"devices\": 4", "\"devices\": 3"), "gpu3", "gpu0 to gpu2");
    assertRefused(text.replace("\"devices\": 4", "\"devices\": 5"), "no links lead", "gpu4");
    assertRefused(text.replace("\"devices\": 4", "\"devices\": 2.5"), "devices is 2.5");
    assertRefused(
        text.replace("{\"through\": \"switch1\"", "{\"through\": \"switch7\""),
        "limits[2]",
        "switch7");
    assertRefused(
        text.replace("{\"between\": [\"host\", \"switch0\"]", "{\"between\": [\"host\"]"),
        "links[0].between",
        "two nodes");
  }
}
