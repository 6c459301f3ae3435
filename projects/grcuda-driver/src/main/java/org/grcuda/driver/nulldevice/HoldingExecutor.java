package org.grcuda.driver.nulldevice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.driver.Submission;
import org.grcuda.driver.queue.CommandExecutor;
import org.grcuda.driver.queue.QueuedCommand;

/**
 * Completes commands at once, or keeps them until a test takes them. Guarded by the monitor of the
 * queues.
 */
final class HoldingExecutor implements CommandExecutor {

  private final boolean logged;
  private final List<QueuedCommand> log = new ArrayList<>();
  private final Set<QueuedCommand> ready = new LinkedHashSet<>();
  private boolean held;
  private long clock;

  HoldingExecutor(boolean logged) {
    this.logged = logged;
  }

  @Override
  public boolean keepsOperands() {
    return logged;
  }

  @Override
  public boolean watches() {
    return logged;
  }

  @Override
  public void enqueued(QueuedCommand command) {
    log.add(command);
  }

  @Override
  public boolean passes(Submission.Command kind) {
    if (!held) {
      clock += NullDriver.COMMAND_NANOS;
    }
    return !held;
  }

  @Override
  public boolean begin(QueuedCommand command) {
    clock += NullDriver.COMMAND_NANOS;
    ready.add(command);
    return false;
  }

  @Override
  public long now() {
    return clock;
  }

  void hold() {
    held = true;
  }

  void release() {
    held = false;
  }

  /** Commands begun and not taken, oldest first. */
  List<QueuedCommand> ready() {
    return ready.stream().sorted(Comparator.comparingLong(QueuedCommand::index)).toList();
  }

  /** Takes a command out of those that are ready. */
  void take(QueuedCommand command) {
    if (!ready.remove(command)) {
      throw new IllegalStateException(
          "%s is %s and not ready; ready are %s".formatted(command, command.state(), ready));
    }
  }

  List<QueuedCommand> log() {
    return List.copyOf(log);
  }

  void clearLog() {
    log.clear();
  }
}
