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
  private final List<QueuedCommand> needlessWaits = new ArrayList<>();

  CommandOrder(List<QueuedCommand> log) {
    before = new BitSet[log.size()];
    Map<QueuedStream, Integer> last = new HashMap<>();
    Map<Event, Integer> recorded = new HashMap<>();
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
        if (before[i].get(record)) {
          needlessWaits.add(command);
        }
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

  /** Waits for what comes before them anyway, by the order of their stream and earlier waits. */
  List<QueuedCommand> needlessWaits() {
    return needlessWaits;
  }
}
