package org.grcuda.driver.queue;

import java.util.function.BooleanSupplier;
import org.grcuda.driver.Submission;

/**
 * What a backend does with the commands whose turn has come. The methods are called with the lock
 * of {@link CommandQueues} held: so they must neither wait nor call back into the queues.
 */
public interface CommandExecutor {

  /** Whether the executor needs the operands of commands; if not, commands have none. */
  default boolean keepsOperands() {
    return true;
  }

  /** Whether {@link #enqueued} is to be called for each command. */
  default boolean watches() {
    return false;
  }

  /** A command was put into its stream's queue. */
  default void enqueued(QueuedCommand command) {}

  /**
   * Whether a command is complete as soon as its turn has come; if not, {@link #begin} is called
   * for it.
   */
  default boolean passes(Submission.Command kind) {
    return false;
  }

  /**
   * Begins a launch, copy, fill or prefetch: everything before it in its stream is done.
   *
   * @return whether it is complete already; if not, {@link CommandQueues#finish} is called for it
   *     later, by any thread
   */
  boolean begin(QueuedCommand command);

  /**
   * A host thread asks whether an event has completed, or is about to wait for it; called without
   * the lock. Where time is virtual, the question takes some time.
   */
  default void asked() {}

  /**
   * A host thread waits; called without the lock. Where time is virtual, this advances it until
   * {@code complete} holds, at most by {@code nanos} nanoseconds.
   *
   * @return whether time is virtual; if not, the thread sleeps
   * @throws InterruptedException if the thread is interrupted meanwhile
   */
  default boolean drive(BooleanSupplier complete, long nanos) throws InterruptedException {
    return false;
  }

  /** The device clock, in nanoseconds, read when an event is recorded. */
  long now();
}
