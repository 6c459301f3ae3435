package org.grcuda.world.object;

import java.util.List;

/** What a rank does with a call of a mobile object that is on it. */
@FunctionalInterface
public interface Handler {

  /**
   * Handles a call. It may launch kernels, call objects and change the state; it must not wait for
   * other ranks.
   *
   * @param object the object that was called
   * @param arguments of the call, as of {@link MobileObject#state}; arrays may still be arriving:
   *     kernels wait for them by themselves
   */
  void handle(MobileObject object, List<Object> arguments);
}
