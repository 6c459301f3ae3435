package org.grcuda.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many kernels problems in tiles have, and what they must load. */
final class TiledWorkloadTest {

  private static void count(Map<String, Long> kernels, String name) {
    kernels.merge(name, 1L, Long::sum);
  }

  private static Map<String, Long> some(Map<String, Long> kernels) {
    Map<String, Long> some = new HashMap<>(kernels);
    some.values().removeIf(count -> count == 0);
    return some;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void kernelsAreThoseOfTheLoops(int count) {
    Map<String, Long> lu = new HashMap<>();
    Map<String, Long> cholesky = new HashMap<>();
    for (int k = 0; k < count; k++) {
      count(lu, "tile_getrf");
      count(cholesky, "tile_potrf");
      for (int i = k + 1; i < count; i++) {
        count(lu, "tile_trsm_right");
        count(lu, "tile_trsm_left");
        count(cholesky, "tile_trsm_right");
        count(cholesky, "tile_syrk");
        for (int j = k + 1; j < count; j++) {
          count(lu, "tile_gemm");
          if (j < i) {
            count(cholesky, "tile_gemm");
          }
        }
      }
    }
    assertEquals(lu, some(TiledWorkload.LU.kernels(count)));
    assertEquals(cholesky, some(TiledWorkload.CHOLESKY.kernels(count)));
    long all = count;
    assertEquals(Map.of("tile_gemm", all * all * all), TiledWorkload.MATMUL_3D.kernels(all));
    assertEquals(Map.of("tile_product", all * all), TiledWorkload.MATMUL_2D.kernels(all));
  }

  /** Those of 4 V100 of 32 GB and of one, as they follow from the published formulas. */
  @Test
  void leastLoadsAreThoseThatWereProven() {
    double memory = 32e9 / Float.BYTES;
    double lu = Float.BYTES * TiledWorkload.LU.loads(72 * 2880, 72, memory);
    assertEquals(438e9, lu, 0.5e9);
    double cholesky = Float.BYTES * TiledWorkload.CHOLESKY.loads(90 * 2880, 90, memory);
    assertEquals(183.5e9, cholesky, 0.5e9);
    assertEquals(127_020, total(TiledWorkload.LU.kernels(72)));
    assertEquals(5184 * 2880.0 * 2880, TiledWorkload.LU.elements(72, 2880));
  }

  private static long total(Map<String, Long> kernels) {
    return kernels.values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void boundsHoldWhatIsLargest() {
    Map<String, Double> seconds =
        Map.of("tile_getrf", 5.0, "tile_trsm_right", 2.0, "tile_trsm_left", 2.0, "tile_gemm", 1.0);
    TiledCase problem = TiledCase.of(Machine.of("v100-8"), 2, TiledWorkload.LU, 10, 3);
    TiledBounds bounds = TiledBounds.of(problem, seconds, 2, 1600, 4);
    assertEquals((3 * 5 + 6 * 2 + 5) / 2.0, bounds.work());
    assertEquals(3 * 5 + 2 * 2 + 2, bounds.criticalPath());
    assertEquals(3600, bounds.compulsory());
    assertEquals(900, bounds.seconds(), "links to the host");
    assertEquals(64, bounds.busLimit());
    assertTrue(bounds.loads() > bounds.compulsory(), "two devices hold 3200 bytes");
    TiledBounds roomy = TiledBounds.of(problem, seconds, 2, 1800, 4);
    assertEquals(roomy.compulsory(), roomy.loads());
  }
}
