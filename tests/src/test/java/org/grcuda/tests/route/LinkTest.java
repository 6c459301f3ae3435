package org.grcuda.tests.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.grcuda.ArrayType;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Link;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;

/** Links of the Java API. */
final class LinkTest {

  @Test
  void aLinkHasTwoEnds() {
    try (GrCuda cuda = GrCuda.builder().option("CpuDevices", "2").open();
        IntArray x = cuda.intArray(3)) {
      x.copyFrom(new int[] {1, 2, 3});
      Link<IntArray> link = cuda.link(ArrayType.INT, cuda.host(), cuda.devices().get(1));
      link.sender().send(x);
      link.sender().close();
      try (var segment = link.receiver().receive()) {
        assertEquals(1, segment.target().device());
        assertArrayEquals(new int[] {1, 2, 3}, segment.data().toArray());
      }
      assertNull(link.receiver().receive());
    }
  }

  /** So many segments can be held at a time. */
  @Test
  void aLinkHasTheBuffersThatItIsGiven() {
    try (GrCuda cuda = GrCuda.builder().option("CpuDevices", "1").open();
        IntArray x = cuda.intArray(4)) {
      Link<IntArray> link =
          cuda.router(ArrayType.INT).from(cuda.host()).to(cuda.host()).packet(1).link(3);
      link.sender().send(x);
      for (int held = 0; held < 3; held++) {
        assertEquals(held, link.receiver().receive().offset());
      }
      assertThrows(GrCudaException.class, () -> link.receiver().receive());
    }
  }

  @Test
  void aLinkHasOneSourceAndOneTarget() {
    try (GrCuda cuda = GrCuda.builder().option("CpuDevices", "1").open()) {
      GrCudaException refused =
          assertThrows(
              GrCudaException.class,
              () -> cuda.router(ArrayType.INT).from(cuda.host()).to(cuda.endpoints(2)).link());
      assertEquals("a link has one source and one target, given 1 and 2", refused.getMessage());
    }
  }
}
