package org.grcuda.graph.algorithm;

import org.grcuda.DeviceArray;
import org.grcuda.UIntArray;
import org.grcuda.graph.engine.PartArrays;
import org.grcuda.graph.partition.Part;
import org.grcuda.types.ElementType;

/**
 * The edges of a part at its endpoint, and which of its vertices each block of a kernel takes.
 *
 * @param row where the edges of each vertex begin
 * @param column where each edge leads
 * @param vertices as in {@link RowOrder}
 * @param blocks as in {@link RowOrder}
 * @param count how many blocks there are
 */
record RowArrays(
    DeviceArray row, DeviceArray column, UIntArray vertices, UIntArray blocks, int count) {

  static RowArrays of(PartArrays arrays, Part part) {
    RowOrder order = RowOrder.of(part.offsets());
    return new RowArrays(
        arrays.copy(ElementType.UINT, part.offsets()),
        arrays.copy(ElementType.INT, part.columns()),
        arrays.copy(order.vertices()),
        arrays.copy(order.blocks()),
        order.count());
  }
}
