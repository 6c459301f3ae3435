package org.grcuda.world.object;

/** A mobile object on the rank where it is now. Handlers get it; it may be gone after they end. */
public interface MobileObject {

  /** Its pointer. */
  MobilePointer pointer();

  /**
   * Its state: null, truth values, numbers (Long or Double), texts, arrays, pointers, lists, maps.
   */
  Object state();

  /**
   * Gives it another state. Lists and maps are copied.
   *
   * @throws org.grcuda.types.GrCudaException if the state could not move to another rank
   */
  void setState(Object changed);
}
