package org.grcuda.core.dag;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.StringJoiner;
import org.grcuda.runtime.Access;
import org.grcuda.runtime.IntervalMap;
import org.grcuda.runtime.Operation;
import org.grcuda.runtime.Region;
import org.grcuda.runtime.Vertex;

/**
 * Keeps every computation and its dependencies, those on completed ones included, so the record is
 * the same however fast the devices were. Guarded by the scheduling lock.
 */
final class DagRecorder {

  /**
   * A computation.
   *
   * @param vertex which knows its device and stream, the ones it gets later included
   * @param kind {@code launch}, {@code copy}, {@code fill}... in one word
   * @param arguments the regions it uses, with their modes
   */
  record Computation(Vertex vertex, String kind, String arguments) {}

  /**
   * A dependency.
   *
   * @param from the earlier one
   * @param to the later one
   * @param arrays names of the allocations that make it, in the order of the arguments; {@code
   *     event} for one that an event of the program makes
   */
  record Dependency(Vertex from, Vertex to, String arrays) {}

  private final List<Computation> computations = new ArrayList<>();
  private final List<Dependency> dependencies = new ArrayList<>();

  List<Computation> computations() {
    return computations;
  }

  List<Dependency> dependencies() {
    return dependencies;
  }

  /** Enters {@code vertex}, before the histories do. */
  void record(Vertex vertex, Operation operation, Access[] accesses) {
    StringJoiner arguments = new StringJoiner(", ");
    SequencedMap<Vertex, Set<String>> parents = new LinkedHashMap<>();
    for (Access access : accesses) {
      arguments.add(describe(access));
      addParents(access, parents);
    }
    computations.add(new Computation(vertex, kind(operation), arguments.toString()));
    for (Map.Entry<Vertex, Set<String>> parent : parents.entrySet()) {
      String arrays = String.join(", ", parent.getValue());
      dependencies.add(new Dependency(parent.getKey(), vertex, arrays));
    }
    if (operation instanceof Operation.WaitEvent wait) {
      dependencies.add(new Dependency(wait.recording().vertex(), vertex, "event"));
    }
  }

  private static void addParents(Access access, SequencedMap<Vertex, Set<String>> parents) {
    Region region = access.region();
    String name = region.allocation().name();
    IntervalMap<AccessHistory> histories = HazardTracker.histories(region.allocation());
    for (int i = histories.find(region.offset());
        i < histories.count() && histories.start(i) < region.end();
        i++) {
      AccessHistory history = histories.value(i);
      if (access.mode().writes() && history.readerCount > 0) {
        for (int r = 0; r < history.readerCount; r++) {
          parents.computeIfAbsent(history.readers[r], key -> new LinkedHashSet<>()).add(name);
        }
      } else if (history.latestWriter() != null) {
        parents.computeIfAbsent(history.latestWriter(), key -> new LinkedHashSet<>()).add(name);
      }
    }
  }

  private static String kind(Operation operation) {
    return switch (operation) {
      case Operation.Launch launch -> "launch";
      case Operation.Copy copy -> "copy";
      case Operation.Fill fill -> "fill";
      case Operation.Prefetch prefetch -> "prefetch";
      case Operation.Advise advise -> "advise";
      case Operation.Attach attach -> "attach";
      case Operation.RecordEvent record -> "record";
      case Operation.WaitEvent wait -> "wait";
      case Operation.Free free -> "free";
      case Operation.HostCall call -> "host";
      case Operation.Transfer transfer -> "transfer";
    };
  }

  private static String describe(Access access) {
    Region region = access.region();
    String mode =
        switch (access.mode()) {
          case READ -> "in";
          case WRITE, OVERWRITE -> "out";
          case READ_WRITE -> "inout";
        };
    String part = region.isWhole() ? "" : "[" + region.offset() + ".." + region.end() + " bytes]";
    return mode + " " + region.allocation().name() + part;
  }
}
