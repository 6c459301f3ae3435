package org.grcuda.core.interop;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.dsl.NeverDefault;
import com.oracle.truffle.api.nodes.Node;

/**
 * Decides how compiled code treats an element access that has to wait for a computation: by a call,
 * or by leaving compiled code.
 *
 * <p>A call that returns into a loop keeps every value of the loop in memory, whether it has to
 * wait or not. That costs 5 ns for each element of a sum, where a typed array takes 1. Leaving
 * compiled code costs nothing until an access has to wait; then the loop goes on at 2.4 ns. So code
 * that waits for long arrays leaves compiled code. Code that waits for short arrays, such as the
 * single result of a reduction, makes a call.
 */
final class ReadinessProfile extends Node {

  /** Elements from which on a loop over an array gains by leaving compiled code. */
  private static final long LONG_ARRAY = 1 << 14;

  private static final ReadinessProfile UNCACHED = new ReadinessProfile(true);

  @CompilationFinal private boolean calls;

  private ReadinessProfile(boolean calls) {
    this.calls = calls;
  }

  /** A profile that has seen nothing. */
  @NeverDefault
  static ReadinessProfile create() {
    return new ReadinessProfile(false);
  }

  /** A profile that learns nothing. */
  static ReadinessProfile getUncached() {
    return UNCACHED;
  }

  /**
   * Returns {@code ready}, which says whether an access to an array of {@code length} elements
   * finds the data there.
   */
  boolean isReady(boolean ready, long length) {
    if (!ready && !calls) {
      CompilerDirectives.transferToInterpreter();
      if (length < LONG_ARRAY) {
        CompilerDirectives.transferToInterpreterAndInvalidate();
        calls = true;
      }
    }
    return ready;
  }
}
