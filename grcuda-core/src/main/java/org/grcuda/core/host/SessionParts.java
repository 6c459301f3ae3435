package org.grcuda.core.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.grcuda.types.GrCudaException;

/** What other modules have added to a session: each is made once, and closed with the session. */
public final class SessionParts {

  /** Closes a part. */
  @FunctionalInterface
  public interface Closing<T> {

    /**
     * Closes {@code part}.
     *
     * @param cancelled whether the session is to end at once
     */
    void close(T part, boolean cancelled);
  }

  private record Made<T>(T part, Closing<? super T> closing) {

    void close(boolean cancelled) {
      closing.close(part, cancelled);
    }
  }

  private final Map<Class<?>, Made<?>> made = new HashMap<>();
  private final Deque<Made<?>> inOrder = new ArrayDeque<>();
  private boolean isClosed;

  /**
   * The part of class {@code type}, which {@code maker} makes if there is none.
   *
   * @throws GrCudaException if the session is closed
   */
  public synchronized <T> T get(Class<T> type, Supplier<T> maker, Closing<? super T> closing) {
    if (isClosed) {
      throw new GrCudaException(GrCudaException.Kind.STATE, "the context is closed");
    }
    Made<?> known = made.get(type);
    if (known != null) {
      return type.cast(known.part);
    }
    T part = maker.get();
    Made<T> now = new Made<>(part, closing);
    made.put(type, now);
    inOrder.push(now);
    return part;
  }

  /** Closes them, the latest first. */
  public void close(boolean cancelled) {
    Deque<Made<?>> left;
    synchronized (this) {
      isClosed = true;
      left = new ArrayDeque<>(inOrder);
      inOrder.clear();
    }
    for (Made<?> part : left) {
      part.close(cancelled);
    }
  }
}
