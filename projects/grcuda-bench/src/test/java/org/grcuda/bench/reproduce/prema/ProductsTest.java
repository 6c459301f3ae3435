package org.grcuda.bench.reproduce.prema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What optimizations do to products of matrices, on a few of them. */
class ProductsTest {

  private static final int COUNT = 12;

  /** Rounding, and what is left of the first product and of the last. */
  private static final double MARGIN = 1.01;

  private static Products products(int devices, int n) {
    return new Products(ProductMachine.of(devices, ProductMachine.BUS), n, COUNT);
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 256, 1024})
  void noOptimizationMakesProductsSlower(int n) {
    double before = Double.POSITIVE_INFINITY;
    for (Optimization each : Optimization.values()) {
      double seconds = products(1, n).seconds(each);
      assertTrue(seconds > 0 && seconds <= before * MARGIN, each + ": " + seconds + ", " + before);
      before = seconds;
    }
  }

  @Test
  void sameProductsTakeTheSameTime() {
    Products products = products(2, 128);
    assertEquals(products.seconds(Optimization.STREAMS), products.seconds(Optimization.STREAMS), 0);
    assertEquals(products.plainSeconds(), products.plainSeconds(), 0);
  }

  @Test
  void largeCopiesHideBehindKernels() {
    Products products = products(1, 1024);
    double serial = products.seconds(Optimization.POOL);
    // Both take 1.4 ms.
    assertEquals(2, serial / products.seconds(Optimization.TRANSFER_STREAM), 0.2);
  }

  @Test
  void pageableMemoryTakesTheTimeOfItsCopies() {
    double bytes = 2 * 8 * 1024 * 1024;
    double slower =
        products(1, 1024).seconds(Optimization.BASELINE)
            - products(1, 1024).seconds(Optimization.PAGE_LOCKED);
    double expected = (bytes / ProductMachine.PAGEABLE - bytes / ProductMachine.BUS) * 1e-9;
    assertEquals(expected, slower, 0.05 * expected);
  }

  @Test
  void moreDevicesAreNotSlower() {
    double one = products(1, 64).seconds(Optimization.STREAMS);
    ProductMachine machine = ProductMachine.of(4, ProductMachine.BUS);
    double four = new Products(machine, 64, 4 * COUNT).seconds(Optimization.STREAMS);
    assertTrue(four <= one * MARGIN, one + ", " + four);
  }

  @Test
  void processesShareTheWork() {
    Products products = products(1, 64);
    double one = products.seconds(Optimization.STREAMS);
    assertEquals(one / 3, products.seconds(Optimization.STREAMS, 3), 1e-12);
  }
}
