package org.grcuda.core.interop;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.dsl.NeverDefault;
import com.oracle.truffle.api.nodes.Node;

/**
 * Decides how compiled code treats an element access that may have to wait for a computation: by a
 * call, or by leaving compiled code.
 *
 * <p>A call that returns into a loop keeps every value of the loop in memory, waited or not: a sum
 * over an array measured six times the time of one over a typed array. Where nearly every access
 * finds the data there, so in a loop that reads what a kernel wrote, leaving compiled code for the
 * one that does not costs less. Where most have to wait, as in the read of a single result after
 * each launch, the call does. Which one it is, is counted in the interpreter.
 */
final class ReadinessProfile extends Node {

  /** Accesses per wait from which on leaving compiled code pays. */
  private static final int ACCESSES_PER_WAIT = 512;

  private static final int UNDECIDED_WAITS = 4;
  private static final ReadinessProfile UNCACHED = new ReadinessProfile(true);

  @CompilationFinal private boolean calls;
  private int accesses;
  private int waits;

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

  /** Passes on whether an access finds the data there. */
  boolean isReady(boolean ready) {
    if (CompilerDirectives.inInterpreter() && !calls) {
      accesses++;
    }
    if (!ready && !calls) {
      CompilerDirectives.transferToInterpreter();
      waits++;
      if (waits >= UNDECIDED_WAITS && (long) waits * ACCESSES_PER_WAIT > accesses) {
        CompilerDirectives.transferToInterpreterAndInvalidate();
        calls = true;
      }
    }
    return ready;
  }
}
