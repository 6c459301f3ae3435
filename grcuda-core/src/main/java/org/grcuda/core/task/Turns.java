package org.grcuda.core.task;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.grcuda.core.engine.Computations;
import org.grcuda.runtime.completion.ThreadWork;
import org.grcuda.runtime.computation.Vertex;

/**
 * The tasks of one context that threads of the guest program have to execute, in the order in which
 * they began; and which threads execute functions of tasks now.
 */
final class Turns implements ThreadWork {

  private record Turn(Vertex task, Runnable work, Runnable refusal) {}

  private final Deque<Turn> pending = new ArrayDeque<>();
  private final ThreadLocal<String> executing = new ThreadLocal<>();
  private volatile int count;
  private volatile boolean closed;

  /** Whether the current thread may execute code of the guest program. */
  private volatile BooleanSupplier isOfGuest = () -> false;

  /** The turns of {@code session}, whose waiting threads take them. */
  static Turns of(Computations session) {
    Turns turns = new Turns();
    session.workWith(turns);
    return turns;
  }

  /** Threads of which {@code supplier} says so execute what is pending. */
  void takenBy(BooleanSupplier supplier) {
    isOfGuest = supplier;
  }

  /**
   * Adds work for a thread that waits.
   *
   * @param refusal is done instead if the context is closed before
   */
  void add(Vertex task, Runnable work, Runnable refusal) {
    synchronized (pending) {
      if (!closed) {
        pending.add(new Turn(task, work, refusal));
        count = pending.size();
        return;
      }
    }
    refusal.run();
  }

  /** Executes {@code work} of the task that messages call {@code name}. */
  void executeAs(String name, Runnable work) {
    String before = executing.get();
    executing.set(name);
    try {
      work.run();
    } finally {
      if (before == null) {
        executing.remove();
      } else {
        executing.set(before);
      }
    }
  }

  @Override
  public boolean isPending() {
    return count > 0 && isOfGuest.getAsBoolean();
  }

  @Override
  public boolean isWaiting(Vertex task) {
    synchronized (pending) {
      return pending.stream().anyMatch(turn -> turn.task == task);
    }
  }

  @Override
  public void execute(Vertex wanted) {
    Turn next;
    synchronized (pending) {
      next =
          pending.stream()
              .filter(turn -> turn.task == wanted)
              .findFirst()
              .orElse(pending.peekFirst());
      pending.remove(next);
      count = pending.size();
    }
    if (next != null) {
      next.work.run();
    }
  }

  @Override
  public String executing() {
    return executing.get();
  }

  /** What has not begun to execute never will. */
  void close() {
    Deque<Turn> left;
    synchronized (pending) {
      closed = true;
      left = new ArrayDeque<>(pending);
      pending.clear();
      count = 0;
    }
    left.forEach(turn -> turn.refusal.run());
  }
}
