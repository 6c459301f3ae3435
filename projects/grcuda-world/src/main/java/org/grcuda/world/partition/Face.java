package org.grcuda.world.partition;

/**
 * What one part takes over from a neighbour.
 *
 * @param receiver the part whose halo it is
 * @param sender the part that has the elements
 * @param axis along which they are neighbours
 * @param side of the receiver
 * @param source the elements, in the sender's padded array
 * @param target the halo cells, in the receiver's padded array; as many along each axis
 */
public record Face(int receiver, int sender, int axis, Side side, Box source, Box target) {

  /** Its number among the faces of the receiver, from 0 to 5. */
  public int number() {
    return 2 * axis + side.ordinal();
  }
}
