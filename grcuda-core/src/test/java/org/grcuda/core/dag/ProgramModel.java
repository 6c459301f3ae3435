package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * What must hold of a program, told from its accesses alone, cell by cell. A task of the host may
 * begin on another thread than the program's.
 */
final class ProgramModel {

  /** Cells of an array; regions consist of whole ones. */
  static final int CELLS = 8;

  static final long CELL_BYTES = 64;

  /** A computation, or with no vertex an access of the host that writes. */
  private static final class Step {
    final Access[] accesses;
    int mainCommand = -1;
    long submission = -1;
    Vertex vertex;
    boolean failed;

    /** Commands that had ended when this one was submitted. */
    BitSet endedBefore;

    Step(Access[] accesses) {
      this.accesses = accesses;
    }

    boolean conflictsWith(Step other) {
      for (Access mine : accesses) {
        for (Access its : other.accesses) {
          if ((mine.mode().writes() || its.mode().writes())
              && mine.region().overlaps(its.region())) {
            return true;
          }
        }
      }
      return false;
    }
  }

  private final List<Step> steps = new ArrayList<>();
  private int noticed;

  /**
   * A computation with {@code accesses} is about to be submitted.
   *
   * @return its number, which a fill has as its pattern
   */
  synchronized int submitting(List<QueuedCommand> log, Access[] accesses) {
    Step step = new Step(accesses);
    step.endedBefore = ended(log);
    steps.add(step);
    return steps.size() - 1;
  }

  /**
   * It was, as {@code vertex}.
   *
   * @param quiet whether nothing has completed since its submission proper
   */
  synchronized void submitted(Vertex vertex, List<QueuedCommand> log, boolean quiet) {
    Step step = steps.getLast();
    step.vertex = vertex;
    notice(log, step);
    if (quiet) {
      step.endedBefore = ended(log);
    }
  }

  /** The computation submitted last depends on those only that its accesses conflict with. */
  synchronized void checkParents(Vertex vertex) {
    Step step = steps.getLast();
    for (Vertex parent : vertex.parents()) {
      // Host code that was refused is there in name only; transfers are the memory manager's.
      if (!parent.isFailed() && !parent.name().startsWith("transfer of ")) {
        Step earlier =
            steps.stream().filter(other -> other.vertex == parent).findFirst().orElseThrow();
        assertTrue(step.conflictsWith(earlier), vertex + " does not depend on " + parent);
      }
    }
  }

  /**
   * Finds the steps of the commands that were submitted since the last call. What was held back is
   * submitted later than its step, and what had ended before that is not known better than now.
   */
  synchronized void notice(List<QueuedCommand> log) {
    notice(log, null);
  }

  private void notice(List<QueuedCommand> log, Step fresh) {
    for (; noticed < log.size(); noticed++) {
      QueuedCommand command = log.get(noticed);
      if (command.kind() == Command.LAUNCH || command.kind() == Command.FILL) {
        Step step = stepOf(command);
        if (step == null) {
          // Its submission has not returned.
          return;
        }
        if (step != fresh) {
          step.endedBefore = ended(log);
        }
        step.submission = command.submission();
        step.mainCommand = (int) command.index();
      }
    }
  }

  private Step stepOf(QueuedCommand command) {
    if (command.kind() == Command.FILL) {
      Step step = steps.get((int) command.word(1));
      return step.vertex == null ? null : step;
    }
    return steps.stream()
        .filter(step -> step.vertex != null && step.mainCommand < 0)
        .filter(step -> step.vertex.name().equals(command.kernel()))
        .findFirst()
        .orElse(null);
  }

  /** The host began code that uses {@code accesses}, as {@code vertex}. */
  synchronized void entered(Vertex vertex, Access[] accesses) {
    Step step = new Step(accesses);
    step.vertex = vertex;
    for (Access access : accesses) {
      checkEnded(access);
    }
    steps.add(step);
  }

  /** A task of the host with {@code accesses} is about to be submitted. */
  synchronized void entering(Access[] accesses) {
    steps.add(new Step(accesses));
  }

  /** It was, as {@code vertex}. */
  synchronized void tasked(Vertex vertex) {
    steps.getLast().vertex = vertex;
  }

  /** {@code vertex}, the task that was submitted last, begins. */
  synchronized void began(Vertex vertex) {
    Step task =
        steps.stream()
            .filter(step -> step.vertex == vertex)
            .findFirst()
            .orElseGet(() -> steps.getLast());
    for (Step earlier : steps.subList(0, steps.indexOf(task))) {
      if (earlier.vertex != null && earlier.conflictsWith(task)) {
        assertTrue(
            earlier.vertex.isComplete(), vertex + " began before the end of " + earlier.vertex);
      }
    }
  }

  /** The host's code could not begin, because of a failure. */
  synchronized void refused(Access[] accesses) {
    steps.add(new Step(accesses));
  }

  /** The host's code ended. Launches that waited for it may be in the log now, not before. */
  synchronized void left(Vertex vertex, List<QueuedCommand> log) {
    Step host = steps.stream().filter(step -> step.vertex == vertex).findFirst().orElseThrow();
    for (Step step : steps.subList(steps.indexOf(host) + 1, steps.size())) {
      assertTrue(
          step.mainCommand < 0 || !step.conflictsWith(host), step.vertex + " overtook " + vertex);
    }
    notice(log);
  }

  private static BitSet ended(List<QueuedCommand> log) {
    BitSet ended = new BitSet();
    for (int i = 0; i < log.size(); i++) {
      ended.set(i, log.get(i).state() != QueuedCommand.State.PENDING);
    }
    return ended;
  }

  /** {@code command} is about to fail. */
  synchronized void failed(QueuedCommand command) {
    for (Step step : steps) {
      if (step.submission == command.submission()) {
        step.failed = true;
      }
    }
  }

  /** Every conflicting pair was ordered by streams and events, or by having ended before. */
  synchronized void checkOrder(List<QueuedCommand> log) {
    CommandOrder order = new CommandOrder(log);
    for (int later = 0; later < steps.size(); later++) {
      Step second = steps.get(later);
      for (int earlier = 0; earlier < later; earlier++) {
        Step first = steps.get(earlier);
        if (first.mainCommand >= 0
            && second.mainCommand >= 0
            && first.conflictsWith(second)
            && !second.endedBefore.get(first.mainCommand)) {
          assertTrue(
              order.isBefore(first.mainCommand, second.mainCommand),
              second.vertex + " may run before " + first.vertex);
        }
      }
    }
  }

  /** Every computation failed if it should have, and names a culprit that it depends on. */
  synchronized void checkFailures() {
    Map<Allocation, List<Set<String>>> cells = new HashMap<>();
    for (Step step : steps) {
      Set<String> culprits = apply(step, cells);
      if (step.vertex != null) {
        assertEquals(!culprits.isEmpty(), step.vertex.isFailed(), step.vertex + " failed");
        if (step.vertex.isFailed()) {
          assertTrue(culprits.contains(step.vertex.failedName()), step.vertex + "'s culprit");
        }
      }
    }
  }

  /**
   * As {@link #checkFailures}, where other things than the steps failed too: each computation that
   * should have failed did, and one that failed names a step that did, or one of the others.
   */
  synchronized void checkFailuresBesides(Predicate<String> others) {
    Map<Allocation, List<Set<String>>> cells = new HashMap<>();
    Set<String> failed = new HashSet<>();
    for (Step step : steps) {
      Set<String> culprits = apply(step, cells);
      failed.addAll(culprits);
      if (step.vertex != null) {
        assertTrue(culprits.isEmpty() || step.vertex.isFailed(), step.vertex + " did not fail");
        if (step.vertex.isFailed()) {
          String culprit = step.vertex.failedName();
          assertTrue(failed.contains(culprit) || others.test(culprit), step.vertex + "'s culprit");
        }
      }
    }
  }

  /** The failures that the contents of {@code region} come from, after everything submitted. */
  synchronized Set<String> failures(Region region) {
    Map<Allocation, List<Set<String>>> cells = new HashMap<>();
    steps.forEach(step -> apply(step, cells));
    Set<String> found = new HashSet<>();
    cellsOf(region, cells).forEach(found::addAll);
    return found;
  }

  /** What a step does to the failures of cells; returns its own. */
  private static Set<String> apply(Step step, Map<Allocation, List<Set<String>>> cells) {
    Set<String> culprits = new HashSet<>();
    for (Access access : step.accesses) {
      if (access.isCertain() && access.mode().keepsContents()) {
        cellsOf(access.region(), cells).forEach(culprits::addAll);
      }
    }
    if (culprits.isEmpty() && step.failed) {
      culprits.add(step.vertex.name());
    }
    for (Access access : step.accesses) {
      if (access.mode().writes()) {
        cellsOf(access.region(), cells)
            .replaceAll(cell -> access.isCertain() ? Set.copyOf(culprits) : both(cell, culprits));
      }
    }
    return culprits;
  }

  private static Set<String> both(Set<String> one, Set<String> other) {
    Set<String> both = new HashSet<>(one);
    both.addAll(other);
    return both;
  }

  private static List<Set<String>> cellsOf(
      Region region, Map<Allocation, List<Set<String>>> cells) {
    List<Set<String>> all =
        cells.computeIfAbsent(
            region.allocation(),
            key -> {
              List<Set<String>> clean = new ArrayList<>();
              for (int i = 0; i < CELLS; i++) {
                clean.add(Set.of());
              }
              return clean;
            });
    return all.subList((int) (region.offset() / CELL_BYTES), (int) (region.end() / CELL_BYTES));
  }

  /** The host was let in: what conflicts has ended. What it overwrites is clean from now on. */
  synchronized void checkHostAccess(Access access) {
    checkEnded(access);
    if (!access.mode().keepsContents()) {
      steps.add(new Step(new Access[] {access}));
    }
  }

  private void checkEnded(Access access) {
    Step host = new Step(new Access[] {access});
    for (Step step : steps) {
      if (step.vertex != null && step.conflictsWith(host)) {
        assertTrue(step.vertex.isComplete(), access + " before " + step.vertex + " has ended");
      }
    }
  }
}
