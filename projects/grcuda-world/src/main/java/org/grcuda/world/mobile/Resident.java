package org.grcuda.world.mobile;

import java.util.HashMap;
import java.util.Map;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;

/** A mobile object that is on this rank. */
final class Resident implements MobileObject {

  private final MobilePointer pointer;
  private Object state;

  /** How often it has moved. */
  final int moves;

  /** The next call of each rank, as calls of one rank are handled in their order. */
  final Map<Integer, Long> expected = new HashMap<>();

  /** Calls that came before earlier ones of the same rank. */
  final Map<Integer, Map<Long, Invocation>> early = new HashMap<>();

  Resident(MobilePointer pointer, Object state, int moves) {
    this.pointer = pointer;
    this.state = state;
    this.moves = moves;
  }

  @Override
  public MobilePointer pointer() {
    return pointer;
  }

  @Override
  public Object state() {
    return state;
  }

  @Override
  public void setState(Object changed) {
    state = PlainValues.checked("state", changed);
  }

  @Override
  public String toString() {
    return pointer.toString();
  }
}
