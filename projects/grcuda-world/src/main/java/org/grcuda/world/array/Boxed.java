package org.grcuda.world.array;

import org.grcuda.DeviceArray;
import org.grcuda.spi.AnyArray;
import org.grcuda.world.partition.Box;

/**
 * A box of elements of an array.
 *
 * @param array row-major, and no strided view
 * @param box of its elements
 */
public record Boxed(DeviceArray array, Box box) {

  /** Whether its elements lie without gaps. */
  boolean isDense() {
    return box.isDenseIn(array.shape());
  }

  /** Its elements as one row, which share the memory: it is dense. */
  DeviceArray row() {
    return AnyArray.row(array, box.offsetIn(array.shape()), box.count());
  }
}
