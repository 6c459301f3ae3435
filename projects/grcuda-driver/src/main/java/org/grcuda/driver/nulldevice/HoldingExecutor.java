package org.grcuda.driver.nulldevice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.grcuda.driver.queue.CommandExecutor;
import org.grcuda.driver.queue.QueuedCommand;

/** Completes commands at once, or keeps them until a test takes them. */
final class HoldingExecutor implements CommandExecutor {

  private final boolean logged;
  private final List<QueuedCommand> log = new ArrayList<>();
  private final List<QueuedCommand> ready = new ArrayList<>();
  private boolean held;
  private long clock;

  HoldingExecutor(boolean logged) {
    this.logged = logged;
  }

  @Override
  public synchronized void enqueued(QueuedCommand command) {
    if (logged) {
      log.add(command);
    }
  }

  @Override
  public synchronized boolean begin(QueuedCommand command) {
    clock += NullDriver.COMMAND_NANOS;
    if (held) {
      ready.add(command);
    }
    return !held;
  }

  @Override
  public synchronized long now() {
    return clock;
  }

  synchronized void hold() {
    held = true;
  }

  synchronized void release() {
    held = false;
  }

  /** Commands begun and not taken, oldest first. */
  synchronized List<QueuedCommand> ready() {
    ready.sort(Comparator.comparingLong(QueuedCommand::index));
    return List.copyOf(ready);
  }

  /** Takes a command out of those that are ready. */
  synchronized void take(QueuedCommand command) {
    if (!ready.remove(command)) {
      throw new IllegalStateException(
          "%s is %s and not ready; ready are %s".formatted(command, command.state(), ready));
    }
  }

  synchronized List<QueuedCommand> log() {
    return List.copyOf(log);
  }

  synchronized void clearLog() {
    log.clear();
  }
}
