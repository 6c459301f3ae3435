package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.inout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;

/** How much of a replicated array comes to the host when elements of it are read. */
class HostReadAheadTest {

  private static final long PAGE = 4096;
  private static final long PAGES = 256;

  private final DagRig rig =
      new DagRig(
          NullSettings.defaults(),
          options -> options.memory(MemoryManagement.REPLICATED),
          DependencyPolicy.AUTO,
          Blocker.uninterruptible());

  /** Bytes of the copies that were made since the last call. */
  private List<Long> copies() {
    List<Long> bytes =
        rig.driver.log().stream()
            .filter(command -> command.kind() == Command.COPY)
            .map(command -> command.word(2))
            .toList();
    rig.driver.clearLog();
    return bytes;
  }

  private void read(Allocation x, long offset) {
    rig.dag.hostRead(new Region(x, offset, 4));
  }

  private Allocation written(long bytes) {
    Allocation x = rig.allocate("x", bytes);
    rig.launch("k", inout(x));
    rig.driver.clearLog();
    return x;
  }

  @Test
  void elementsComeWithTheirPagesUntilAllIsWorthIt() {
    try (rig) {
      Allocation x = written(PAGES * PAGE);
      read(x, 10 * PAGE + 8);
      assertEquals(List.of(PAGE), copies());
      assertFalse(x.isHostReadable());
      read(x, 10 * PAGE + 16);
      assertEquals(List.of(), copies(), "it is there");
      read(x, 11 * PAGE - 2);
      assertEquals(List.of(PAGE), copies(), "the next page alone");
      read(x, PAGES * PAGE - 4);
      assertEquals(List.of(PAGE), copies());
      for (int page = 0; page < 3; page++) {
        read(x, page * PAGE);
        assertEquals(List.of(PAGE), copies(), "page " + page);
      }
      assertFalse(x.isHostReadable());
      read(x, 3 * PAGE);
      assertEquals((PAGES - 6) * PAGE, copies().stream().mapToLong(Long::longValue).sum());
      assertTrue(x.isHostReadable());
    }
  }

  @Test
  void eachWriteOfADeviceBeginsAnew() {
    try (rig) {
      Allocation x = written(PAGES * PAGE);
      for (int i = 0; i < 20; i++) {
        read(x, 8);
        assertEquals(List.of(PAGE), copies(), "after launch " + i);
        rig.launch("k", inout(x));
        assertEquals(List.of(), copies(), "the device has it");
      }
    }
  }

  @Test
  void manyReadsOfOnePageBringTheRest() {
    try (rig) {
      Allocation x = written(PAGES * PAGE);
      int reads = 0;
      while (!x.isHostReadable() && reads < 2000) {
        read(x, 8);
        reads++;
      }
      assertEquals(List.of(PAGE, (PAGES - 1) * PAGE), copies());
      assertTrue(reads > 20, reads + " reads");
    }
  }

  @Test
  void smallArraysAndLongRegionsComeWhole() {
    try (rig) {
      Allocation small = written(16 * PAGE);
      read(small, 0);
      assertEquals(List.of(16 * PAGE), copies());
      Allocation large = written(PAGES * PAGE);
      rig.dag.hostRead(new Region(large, 0, 2 * PAGE));
      assertEquals(List.of(PAGES * PAGE), copies());
    }
  }
}
