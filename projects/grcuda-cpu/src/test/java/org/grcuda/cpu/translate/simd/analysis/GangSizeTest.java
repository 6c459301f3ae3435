package org.grcuda.cpu.translate.simd.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GangSizeTest {

  @ParameterizedTest
  @CsvSource({
    "32, 16, 256, 256, ROWS, 32",
    "32, 16, 32, 256, ROWS, 32",
    "32, 16, 16, 256, ROWS, 16",
    "32, 16, 48, 48, ROWS, 16",
    "32, 16, 100, 100, LINE, 32",
    "32, 16, 12, 12, LINE, 16",
    "32, 16, 10, 100, ANY, 32",
    "32, 16, 3, 9, ANY, 16",
    "16, 16, 256, 256, ROWS, 16",
    "16, 16, 100, 100, LINE, 16",
    "16, 8, 24, 24, ROWS, 8",
    "32, 8, 64, 256, ROWS, 32",
    "32, 8, 48, 48, ROWS, 16",
    "32, 8, 24, 24, ROWS, 8",
    "32, 8, 12, 12, LINE, 16",
    "32, 8, 3, 18, ANY, 32",
    "32, 8, 100, 100, LINE, 32",
    "32, 32, 16, 256, ANY, 32",
    "32, 32, 12, 12, LINE, 32",
  })
  void blocks(int most, int least, int blockX, int threads, GangLayout.Kind kind, int lanes) {
    assertEquals(new GangLayout(kind, lanes), new GangSize(most, least).of(blockX, threads));
  }

  @Test
  void layoutsAreEqualIfBothPartsAre() {
    GangLayout rows = GangLayout.rows(16);
    assertEquals(rows.hashCode(), new GangLayout(GangLayout.Kind.ROWS, 16).hashCode());
    assertNotEquals(rows, GangLayout.rows(32));
    assertNotEquals(rows, new GangLayout(GangLayout.Kind.LINE, 16));
  }
}
