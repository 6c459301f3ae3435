package org.grcuda.core.interop;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.dsl.NeverDefault;
import com.oracle.truffle.api.nodes.Node;

/**
 * Decides how compiled code treats an element access that has to wait for a computation: by a call,
 * or by leaving compiled code.
 *
 * <p>A call that returns into a loop keeps every value of the loop in memory, waited or not: 5 ns
 * for each element of a sum, where a typed array takes 1. Leaving compiled code costs a loop up to
 * 100,000 iterations in the interpreter, 10 ms, but only when it has to wait. So a loop over a long
 * array leaves; one over a short array, or the read of a single result after each launch, calls.
 */
final class ReadinessProfile extends Node {

  /** Elements from which on a loop gains by leaving compiled code. */
  private static final long LONG_ARRAY = 1 << 20;

  /** Accesses between two waits, in the interpreter, that tell a loop from single reads. */
  private static final int LOOP_ACCESSES = 1024;

  private static final ReadinessProfile UNCACHED = new ReadinessProfile(true);

  @CompilationFinal private boolean calls;
  private boolean waited;
  private int accesses;

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

  /** Passes on whether an access to an array of {@code length} elements finds the data there. */
  boolean isReady(boolean ready, long length) {
    if (CompilerDirectives.inInterpreter() && !calls) {
      accesses++;
    }
    if (!ready && !calls) {
      CompilerDirectives.transferToInterpreter();
      learn(length);
    }
    return ready;
  }

  private void learn(long length) {
    if (length < LONG_ARRAY || waited && accesses < LOOP_ACCESSES) {
      CompilerDirectives.transferToInterpreterAndInvalidate();
      calls = true;
    }
    waited = true;
    accesses = 0;
  }
}
