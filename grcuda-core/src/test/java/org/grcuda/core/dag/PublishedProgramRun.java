package org.grcuda.core.dag;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.schedule.export.DotExporter;
import org.grcuda.runtime.sync.Blocker;

/**
 * One run of a program on null devices that hold everything back until the host accesses an array:
 * then everything completes. So what could run at once is on different streams.
 */
final class PublishedProgramRun implements PublishedProgram.Host, AutoCloseable {

  private static final Pattern EDGE = Pattern.compile("  v(\\d+) -> v(\\d+) \\[label=\"(.*)\"\\];");

  private final DagRig rig;
  private final Map<String, Allocation> allocations = new LinkedHashMap<>();
  private final List<Vertex> vertices = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  private PublishedProgramRun(int devices, UnaryOperator<RuntimeOptions.Builder> options) {
    NullSettings settings =
        NullSettings.defaults().withDevices(devices).withHostMemory(64L << 30, false);
    rig =
        new DagRig(
            settings,
            builder -> options.apply(builder).recording(true),
            DependencyPolicy.AUTO,
            Blocker.uninterruptible());
    rig.driver.hold();
  }

  /** {@code program} after its last computation was submitted. */
  static PublishedProgramRun of(
      PublishedProgram program, int devices, UnaryOperator<RuntimeOptions.Builder> options) {
    PublishedProgramRun run = new PublishedProgramRun(devices, options);
    program.run(run);
    return run;
  }

  @Override
  public void arrays(long bytes, String... names) {
    for (String name : names) {
      allocations.put(name, rig.allocate(name, bytes));
    }
  }

  @Override
  public void launch(String kernel, String... accesses) {
    Access[] all =
        Arrays.stream(accesses)
            .map(access -> access.split(" "))
            .map(words -> new Access(allocations.get(words[1]).whole(), mode(words[0])))
            .toArray(Access[]::new);
    Vertex vertex = rig.launch(kernel, all);
    vertices.add(vertex);
    lines.add("%4d %s: %s".formatted(vertex.id(), kernel, String.join(", ", accesses)));
  }

  private static AccessMode mode(String word) {
    return word.equals("in") ? AccessMode.READ : AccessMode.READ_WRITE;
  }

  @Override
  public void read(String... arrays) {
    lines.add("     host reads " + String.join(", ", arrays));
    completeAll();
    for (String array : arrays) {
      rig.dag.hostRead(allocations.get(array).whole());
    }
  }

  @Override
  public void write(String... arrays) {
    lines.add("     host writes " + String.join(", ", arrays));
    completeAll();
    for (String array : arrays) {
      rig.dag.hostWrite(allocations.get(array).whole());
    }
  }

  /** In program order: nobody else learns of it in between, so streams are free in that order. */
  private void completeAll() {
    rig.runtime.lock();
    try {
      rig.driver.completeAll();
      for (Vertex vertex : vertices) {
        if (!rig.runtime.isComplete(vertex)) {
          throw new AssertionError(vertex + " is not complete");
        }
      }
    } finally {
      rig.runtime.unlock();
    }
  }

  /** Computations and host accesses in program order, each with what it depends on. */
  String dependencies() throws IOException {
    SortedMap<Long, StringJoiner> parents = new TreeMap<>();
    int count = 0;
    for (MatchResult edge : edges()) {
      parents
          .computeIfAbsent(Long.valueOf(edge.group(2)), key -> new StringJoiner(", "))
          .add(edge.group(1) + " (" + edge.group(3) + ")");
      count++;
    }
    StringBuilder text = new StringBuilder();
    text.append(vertices.size()).append(" computations, ");
    text.append(count).append(" dependencies, longest chain ").append(longestChain()).append('\n');
    for (String line : lines) {
      String id = line.strip().split(" ")[0];
      boolean access = id.equals("host");
      StringJoiner after = access ? null : parents.get(Long.valueOf(id));
      text.append(line).append(after == null ? "" : " <- " + after).append('\n');
    }
    return text.toString();
  }

  private List<MatchResult> edges() throws IOException {
    StringBuilder dot = new StringBuilder();
    new DotExporter().write(rig.runtime.schedule(Map.of()), dot);
    return dot.toString()
        .lines()
        .map(EDGE::matcher)
        .filter(matcher -> matcher.matches())
        .map(matcher -> matcher.toMatchResult())
        .toList();
  }

  private int longestChain() throws IOException {
    Map<Long, Integer> length = new TreeMap<>();
    vertices.forEach(vertex -> length.put(vertex.id(), 1));
    for (MatchResult edge : edges()) {
      int before = length.get(Long.valueOf(edge.group(1)));
      length.merge(Long.valueOf(edge.group(2)), before + 1, Math::max);
    }
    return length.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** A line per device: on how many streams it ran what. */
  String placement() {
    SortedMap<Integer, SortedMap<Integer, List<Long>>> devices = new TreeMap<>();
    for (Vertex vertex : vertices) {
      devices
          .computeIfAbsent(vertex.device(), key -> new TreeMap<>())
          .computeIfAbsent(vertex.streamIndex(), key -> new ArrayList<>())
          .add(vertex.id());
    }
    StringBuilder text = new StringBuilder();
    devices.forEach(
        (device, streams) -> {
          text.append("    device ").append(device).append(": ").append(streams.size());
          text.append(streams.size() == 1 ? " stream:" : " streams:");
          StringJoiner shown = new StringJoiner(" |");
          streams.forEach((index, ids) -> shown.add(ids(ids)));
          text.append(shown).append('\n');
        });
    return text.toString();
  }

  private static String ids(List<Long> ids) {
    StringBuilder text = new StringBuilder();
    ids.forEach(id -> text.append(' ').append(id));
    return text.toString();
  }

  @Override
  public void close() {
    rig.close();
  }
}
