package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Region;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What small reads of the host bring. */
final class PageReadsTest {

  private static final long PAGE = 4 << 10;

  /** Bringing all of it takes as long as 100 pages. */
  private static final long LARGE = 12_000_000;

  private final Rig rig = Rig.inVirtualTime(NullSettings.defaults(), options -> options);
  private final Allocation large = rig.runtime.memory().allocate("large", LARGE);
  private final PageReads reads = new PageReads();

  @AfterEach
  void close() {
    rig.close();
  }

  private static Region at(Allocation of, long offset, long length) {
    return new Region(of, offset, length);
  }

  /** Reads so many that lie {@code stride} bytes apart; whether the last of them was by page. */
  private boolean read(int count, long stride, boolean isThere) {
    for (int i = 0; i < count; i++) {
      Region region = at(large, i * stride, 8);
      if (!reads.isByPage(region)) {
        return false;
      }
      reads.count(PageReads.pages(region), isThere);
    }
    return true;
  }

  @Test
  void aReadBringsThePagesOfWhatItReads() {
    Region two = PageReads.pages(at(large, PAGE - 4, 8));
    assertEquals(0, two.offset());
    assertEquals(2 * PAGE, two.length());
    assertEquals(LARGE, PageReads.pages(at(large, LARGE - 8, 8)).end(), "no more than there is");
  }

  @Test
  void aSmallArrayAndALongReadAreNotByPage() {
    Allocation small = rig.runtime.memory().allocate("small", 64 << 10);
    assertFalse(reads.isByPage(at(small, 0, 8)));
    assertFalse(reads.isByPage(at(large, 0, PAGE + 1)));
    assertTrue(reads.isByPage(at(large, 0, PAGE)));
  }

  @Test
  void afterFiveNeighboursEverythingIsBrought() {
    assertTrue(read(5, PAGE, false));
    assertFalse(reads.isByPage(at(large, 5 * PAGE, 8)));
  }

  @Test
  void readsFarFromEachOtherBringPagesUntilThatCostsAsMuch() {
    assertTrue(read(100, 100_000, false));
    assertFalse(read(3, 100_000, false), "so many take as long as everything");
  }

  @Test
  void pagesThatAreThereCostLess() {
    assertTrue(read(500, 10_000, true));
  }

  @Test
  void aReadThatWaitsForItsPagesIsCountedOnce() {
    for (int i = 0; i < 90; i++) {
      Region pages = PageReads.pages(at(large, i * 100_000L, 8));
      reads.count(pages, false);
      reads.count(pages, false);
      reads.count(pages, true);
    }
    assertTrue(reads.isByPage(at(large, 0, 8)));
  }

  @Test
  void aLoopOverOnePageBringsEverythingInTheEnd() {
    assertFalse(read(100, 8, true));
  }

  @Test
  void whatADeviceWritesIsReadByPageAgain() {
    assertFalse(read(6, PAGE, false));
    reads.restart();
    assertTrue(reads.isByPage(at(large, 0, 8)));
  }
}
