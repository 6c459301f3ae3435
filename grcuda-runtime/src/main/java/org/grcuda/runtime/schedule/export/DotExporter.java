package org.grcuda.runtime.schedule.export;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.ComputationStatus;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.Dependency;
import org.grcuda.runtime.schedule.ScheduleExporter;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.StreamKind;

/**
 * Writes the dependencies in GraphViz's DOT language: a cluster per device, in it one per stream, a
 * node per computation with its name and arguments, an edge per dependency with its arrays.
 * Computations that ran on the host, or did not run yet, are in the cluster of the host. Transfers
 * of replicated memory are ellipses that say which data moves from where to where, and their edges
 * are dashed. Prefetches of managed memory are part of the computation that they precede, and are
 * left out.
 */
public final class DotExporter implements ScheduleExporter {

  /** Makes an exporter; it has no state. */
  public DotExporter() {}

  @Override
  public String extension() {
    return "dot";
  }

  @Override
  public void write(Schedule schedule, Appendable out) throws IOException {
    out.append("digraph computations {\n");
    out.append("  node [shape=box];\n");
    SortedMap<Integer, SortedMap<Integer, List<ScheduledComputation>>> devices = new TreeMap<>();
    Set<Place> links = streamsOfTransfers(schedule);
    Set<Long> moves = new HashSet<>();
    Set<Long> prefetches = new HashSet<>();
    for (ScheduledComputation computation : schedule.computations()) {
      if (computation.kind() == ComputationKind.TRANSFER) {
        boolean ownStream = links.contains(new Place(computation.device(), computation.stream()));
        (ownStream ? moves : prefetches).add(computation.id());
      }
      if (prefetches.contains(computation.id())) {
        continue;
      }
      devices
          .computeIfAbsent(computation.device(), key -> new TreeMap<>())
          .computeIfAbsent(computation.stream(), key -> new ArrayList<>())
          .add(computation);
    }
    for (var device : devices.entrySet()) {
      writeDevice(device.getKey(), device.getValue(), out);
    }
    for (Dependency edge : schedule.dependencies()) {
      if (prefetches.contains(edge.from()) || prefetches.contains(edge.to())) {
        continue;
      }
      List<String> attributes = new ArrayList<>();
      if (!edge.arrays().isEmpty()) {
        attributes.add("label=" + quote(String.join(", ", edge.arrays())));
      }
      if (moves.contains(edge.from()) || moves.contains(edge.to())) {
        attributes.add("style=dashed");
      }
      out.append("  v" + edge.from() + " -> v" + edge.to());
      if (!attributes.isEmpty()) {
        out.append(" [" + String.join(", ", attributes) + "]");
      }
      out.append(";\n");
    }
    out.append("}\n");
  }

  /** A stream of a device. */
  private record Place(int device, int stream) {}

  private static Set<Place> streamsOfTransfers(Schedule schedule) {
    return schedule.streams().stream()
        .filter(stream -> stream.kind() == StreamKind.TRANSFER)
        .map(stream -> new Place(stream.device(), stream.index()))
        .collect(Collectors.toSet());
  }

  private static void writeDevice(
      int device, SortedMap<Integer, List<ScheduledComputation>> streams, Appendable out)
      throws IOException {
    boolean host = device == ScheduledComputation.HOST;
    String name = host ? "host" : "device_" + device;
    out.append("  subgraph cluster_" + name + " {\n");
    out.append("    label=" + quote(host ? "host" : "device " + device) + ";\n");
    for (Map.Entry<Integer, List<ScheduledComputation>> stream : streams.entrySet()) {
      int index = stream.getKey();
      boolean placed = !host && index >= 0;
      String indent = placed ? "      " : "    ";
      if (placed) {
        out.append("    subgraph cluster_" + name + "_stream_" + index + " {\n");
        out.append("      label=" + quote("stream " + index) + ";\n");
      }
      for (ScheduledComputation computation : stream.getValue()) {
        writeNode(indent, computation, out);
      }
      if (placed) {
        out.append("    }\n");
      }
    }
    out.append("  }\n");
  }

  private static void writeNode(String indent, ScheduledComputation computation, Appendable out)
      throws IOException {
    out.append(indent).append("v" + computation.id() + " [label=" + quote(label(computation)));
    if (computation.kind() == ComputationKind.TRANSFER) {
      out.append(", shape=ellipse");
    }
    if (computation.status() == ComputationStatus.FAILED) {
      out.append(", color=red");
    }
    out.append("];\n");
  }

  private static String label(ScheduledComputation computation) {
    String name = computation.name() + " #" + computation.id();
    ScheduledComputation.Transfer moved = computation.transfer();
    if (moved != null) {
      name +=
          String.format(
              Locale.ROOT,
              "\n%s to %s, %,d bytes",
              place(moved.from()),
              place(moved.to()),
              moved.bytes());
    }
    String arguments = computation.argumentText();
    return arguments.isEmpty() ? name : name + "\n" + arguments;
  }

  private static String place(int place) {
    return place == ScheduledComputation.HOST ? "host" : "device " + place;
  }

  /** A DOT string; a line break in it is centred. */
  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
