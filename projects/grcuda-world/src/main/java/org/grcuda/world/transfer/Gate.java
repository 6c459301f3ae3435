package org.grcuda.world.transfer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps arrays from leaving before the record that names them, which may wait for a credit. Used by
 * the thread that drives.
 */
final class Gate {

  private static final Runnable OPENED = () -> {};

  /** Of each array what has come first: the way to send it, or {@link #OPENED}. */
  private final Map<TransferKey, Runnable> first = new HashMap<>();

  /** Sends an array when its record has left. */
  void pass(TransferKey key, Runnable send) {
    if (!key.isNamed() || first.remove(key) != null) {
      send.run();
    } else {
      first.put(key, send);
    }
  }

  /** The record of an array has left. */
  void open(TransferKey key) {
    Runnable send = first.remove(key);
    if (send == null) {
      first.put(key, OPENED);
    } else {
      send.run();
    }
  }

  /** Lets go of all, as nothing leaves any more. */
  void clear() {
    List<Runnable> kept = List.copyOf(first.values());
    first.clear();
    kept.forEach(Runnable::run);
  }
}
