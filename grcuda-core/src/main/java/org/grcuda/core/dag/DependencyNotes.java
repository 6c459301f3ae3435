package org.grcuda.core.dag;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.schedule.RecordedComputation;

/**
 * Notes what a recorded computation depends on, including completed computations, so the record is
 * the same however fast the devices were. Called with the scheduling lock held.
 */
final class DependencyNotes {

  private DependencyNotes() {}

  /** Notes the dependencies of {@code vertex}, before it is entered into the histories. */
  static void note(Vertex vertex) {
    RecordedComputation recorded = vertex.recorded();
    SequencedMap<Vertex, Set<String>> parents = new LinkedHashMap<>();
    Access[] accesses = vertex.accesses();
    for (int i = 0; i < accesses.length; i++) {
      addParents(accesses[i], recorded.arguments().get(i).array(), parents);
    }
    for (Map.Entry<Vertex, Set<String>> parent : parents.entrySet()) {
      dependsOn(recorded, parent.getKey(), List.copyOf(parent.getValue()));
    }
    if (vertex.operation() instanceof Operation.WaitEvent wait) {
      dependsOn(recorded, wait.recording().vertex(), List.of("event"));
    }
  }

  private static void dependsOn(RecordedComputation later, Vertex earlier, List<String> arrays) {
    if (earlier.recorded() != null) {
      later.dependsOn(earlier.recorded(), arrays);
    }
  }

  private static void addParents(
      Access access, String name, SequencedMap<Vertex, Set<String>> parents) {
    Region region = access.region();
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
}
