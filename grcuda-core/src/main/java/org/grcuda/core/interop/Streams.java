package org.grcuda.core.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.UserEvent;
import org.grcuda.core.engine.UserStream;
import org.grcuda.core.guest.Values;
import org.grcuda.runtime.computation.Placement;

/** Arguments that are streams or events. */
public final class Streams {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private Streams() {}

  /**
   * The place of work put on the stream {@code value}: null and 0 mean that the program chooses no
   * stream.
   *
   * @param what the argument, for the message
   * @param session the session that puts the work there
   */
  @TruffleBoundary
  public static Placement placement(String what, Computations session, Object value) {
    return isDefault(value) ? Placement.ANYWHERE : stream(what, value).placement(session);
  }

  /** A stream that the program made. */
  @TruffleBoundary
  public static UserStream stream(String what, Object value) {
    if (value instanceof StreamObject object) {
      return object.stream();
    }
    throw Values.expected(what, "a stream of cudaStreamCreate", value);
  }

  /** An event that the program made. */
  @TruffleBoundary
  public static UserEvent event(String what, Object value) {
    if (value instanceof EventObject object) {
      return object.event();
    }
    throw Values.expected(what, "an event of cudaEventCreate", value);
  }

  /** Whether the value stands for CUDA's default stream: null or 0. */
  @TruffleBoundary
  public static boolean isDefault(Object value) {
    try {
      return INTEROP.isNull(value) || INTEROP.fitsInInt(value) && INTEROP.asInt(value) == 0;
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("a number that cannot be read", e);
    }
  }
}
