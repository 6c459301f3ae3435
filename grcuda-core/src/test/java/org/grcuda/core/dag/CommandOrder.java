package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.Event;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.driver.queue.QueuedStream;

/** Which commands of a log come before which, by streams and events alone. */
final class CommandOrder {

  private final BitSet[] before;
  private final List<QueuedCommand> repeatedWaits = new ArrayList<>();
  private int waits;
  private int impliedWaits;

  CommandOrder(List<QueuedCommand> log) {
    before = new BitSet[log.size()];
    Map<QueuedStream, Integer> last = new HashMap<>();
    Map<Event, Integer> recorded = new HashMap<>();
    Map<QueuedStream, Map<QueuedStream, Integer>> waited = new HashMap<>();
    for (int i = 0; i < before.length; i++) {
      QueuedCommand command = log.get(i);
      assertEquals(i, command.index());
      before[i] = new BitSet();
      Integer previous = last.put(command.stream(), i);
      if (previous != null) {
        addAll(i, previous);
      }
      if (command.kind() == Command.WAIT) {
        int record = recorded.get(command.event());
        waits++;
        if (before[i].get(record)) {
          impliedWaits++;
        }
        QueuedStream other = log.get(record).stream();
        Integer latest =
            waited.computeIfAbsent(command.stream(), key -> new HashMap<>()).get(other);
        if (other == command.stream() || latest != null && latest >= record) {
          repeatedWaits.add(command);
        }
        waited.get(command.stream()).put(other, record);
        addAll(i, record);
      } else if (command.kind() == Command.RECORD) {
        recorded.put(command.event(), i);
      }
    }
  }

  private void addAll(int command, int earlier) {
    before[command].or(before[earlier]);
    before[command].set(earlier);
  }

  /** Whether command {@code earlier} has ended when {@code later} begins. */
  boolean isBefore(int earlier, int later) {
    return before[later].get(earlier);
  }

  /** Waits of a stream for itself, or for what it has waited for before. */
  List<QueuedCommand> repeatedWaits() {
    return repeatedWaits;
  }

  /** Number of waits. */
  int waits() {
    return waits;
  }

  /** Waits for what comes before them anyway, by the order of streams and all earlier waits. */
  int impliedWaits() {
    return impliedWaits;
  }
}
