package org.grcuda.core.dag;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.grcuda.runtime.Vertex;

/**
 * Writes a recorded DAG in GraphViz's DOT language: a cluster per device, in it one per stream, a
 * node per computation with its name and arguments, an edge per dependency with its arrays. What
 * ran on the host, or not yet, is in the cluster of the host.
 */
final class DotExporter {

  private final StringBuilder out = new StringBuilder();

  private DotExporter() {}

  /** The text. Depends on nothing but {@code recorder}. */
  static String export(DagRecorder recorder) {
    DotExporter exporter = new DotExporter();
    exporter.write(recorder);
    return exporter.out.toString();
  }

  private void write(DagRecorder recorder) {
    out.append("digraph computations {\n");
    out.append("  node [shape=box];\n");
    SortedMap<Integer, SortedMap<Integer, List<DagRecorder.Computation>>> devices = new TreeMap<>();
    for (DagRecorder.Computation computation : recorder.computations()) {
      Vertex vertex = computation.vertex();
      devices
          .computeIfAbsent(vertex.device(), key -> new TreeMap<>())
          .computeIfAbsent(vertex.streamIndex(), key -> new ArrayList<>())
          .add(computation);
    }
    devices.forEach(this::writeDevice);
    for (DagRecorder.Dependency edge : recorder.dependencies()) {
      out.append("  v").append(edge.from().id()).append(" -> v").append(edge.to().id());
      out.append(" [label=").append(quote(edge.arrays())).append("];\n");
    }
    out.append("}\n");
  }

  private void writeDevice(int device, SortedMap<Integer, List<DagRecorder.Computation>> streams) {
    boolean host = device < 0;
    String name = host ? "host" : "device_" + device;
    out.append("  subgraph cluster_").append(name).append(" {\n");
    out.append("    label=").append(quote(host ? "host" : "device " + device)).append(";\n");
    for (Map.Entry<Integer, List<DagRecorder.Computation>> stream : streams.entrySet()) {
      if (host) {
        stream.getValue().forEach(computation -> writeNode("    ", computation));
        continue;
      }
      int index = stream.getKey();
      out.append("    subgraph cluster_").append(name).append("_stream_").append(index);
      out.append(" {\n      label=").append(quote("stream " + index)).append(";\n");
      stream.getValue().forEach(computation -> writeNode("      ", computation));
      out.append("    }\n");
    }
    out.append("  }\n");
  }

  private void writeNode(String indent, DagRecorder.Computation computation) {
    Vertex vertex = computation.vertex();
    String label = vertex.name() + " #" + vertex.id() + "\n" + computation.arguments();
    out.append(indent).append('v').append(vertex.id());
    out.append(" [label=").append(quote(label));
    if (vertex.isFailed()) {
      out.append(", color=red");
    }
    out.append("];\n");
  }

  /** A DOT string; a line break in it is centred. */
  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
