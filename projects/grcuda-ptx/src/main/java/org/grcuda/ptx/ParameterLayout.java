package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a kernel's parameters lie in its parameter block: in order, each at the next multiple of
 * its alignment, as the CUDA launch ABI packs them.
 *
 * @param slots one per parameter, in order
 * @param size of the block in bytes, no padding after the last parameter
 */
public record ParameterLayout(List<Slot> slots, int size) {

  /**
   * One parameter.
   *
   * @param name as in PTX
   * @param type element type: B8 for a struct passed by value
   * @param isAggregate declared as an array or vector: a struct passed by value
   * @param offset in the block, in bytes
   * @param size in bytes
   * @param alignment in bytes
   */
  public record Slot(
      String name, PtxType type, boolean isAggregate, int offset, int size, int alignment) {}

  public ParameterLayout {
    slots = List.copyOf(slots);
  }

  /** The layout of a function's parameters. */
  public static ParameterLayout of(PtxFunction function) {
    List<Slot> slots = new ArrayList<>();
    long end = 0;
    for (Variable parameter : function.parameters()) {
      int alignment = parameter.alignment();
      long offset = (end + alignment - 1) / alignment * alignment;
      end = offset + parameter.size();
      slots.add(
          new Slot(
              parameter.name(),
              parameter.type(),
              parameter.isArray() || parameter.vectorWidth() > 1,
              Math.toIntExact(offset),
              Math.toIntExact(parameter.size()),
              alignment));
    }
    return new ParameterLayout(slots, Math.toIntExact(end));
  }
}
