package org.grcuda.world.object;

/**
 * Names a mobile object, wherever it is. Pointers may be kept, compared and sent.
 *
 * @param home the rank that has made the object
 * @param serial which of those that it has made, from 0
 */
public record MobilePointer(int home, long serial) {

  @Override
  public String toString() {
    return "object " + serial + " of rank " + home;
  }
}
