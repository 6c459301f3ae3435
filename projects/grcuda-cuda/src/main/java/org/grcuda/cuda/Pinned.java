package org.grcuda.cuda;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.grcuda.driver.UsageException;

/**
 * A native object that several threads use, and one closes. It is destroyed when it is closed and
 * nobody uses it any more; the last user destroys it.
 */
abstract class Pinned {

  private static final int CLOSED = 1 << 31;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Pinned.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Number of users, and {@link #CLOSED}. */
  @SuppressWarnings("unused") // By STATE.
  private volatile int state;

  /** Its name in messages. */
  abstract String what();

  /** Destroys it; called once, by the thread that closes it. */
  abstract void destroy();

  /**
   * Destroys it; called once, in place of {@link #destroy}, by the last user after it was closed.
   */
  abstract void destroyLate();

  /**
   * Begins a use, which {@link #unpin} ends.
   *
   * @throws UsageException if it is closed
   */
  final void pin() {
    if (!tryPin()) {
      throw closed();
    }
  }

  /** Begins a use, unless it is closed; returns whether it does. */
  final boolean tryPin() {
    int before;
    do {
      before = state;
      if (before < 0) {
        return false;
      }
    } while (!STATE.compareAndSet(this, before, before + 1));
    return true;
  }

  /** Ends a use. */
  final void unpin() {
    if ((int) STATE.getAndAdd(this, -1) - 1 == CLOSED) {
      destroyLate();
    }
  }

  /** Whether {@link #end} was called. */
  final boolean isClosed() {
    return state < 0;
  }

  /**
   * Refuses use after {@link #end}.
   *
   * @throws UsageException if it is closed
   */
  final void requireOpen() {
    if (state < 0) {
      throw closed();
    }
  }

  /** Closes it; destroys it if nobody uses it. False if it was closed. */
  final boolean end() {
    int before = (int) STATE.getAndBitwiseOr(this, CLOSED);
    if (before == 0) {
      destroy();
    }
    return before >= 0;
  }

  private UsageException closed() {
    return new UsageException(what() + " is closed");
  }
}
