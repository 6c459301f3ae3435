package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleSafepoint;
import org.grcuda.runtime.sync.Blocker;

/** Waits that the polyglot context can cancel. */
public enum SafepointBlocker implements Blocker {
  INSTANCE;

  @Override
  @TruffleBoundary
  public <T> void block(Interruptible<T> wait, T subject) {
    TruffleSafepoint.setBlockedThreadInterruptible(null, wait::await, subject);
  }
}
