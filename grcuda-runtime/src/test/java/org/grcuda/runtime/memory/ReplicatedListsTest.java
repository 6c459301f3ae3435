package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.LocationSet;
import org.grcuda.runtime.computation.PendingVertices;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What replicated memory keeps of unfinished work grows with the streams, not with the work. */
class ReplicatedListsTest {

  private static final int STREAMS = RuntimeOptions.defaults(1).maxStreamsPerDevice();

  /** An array is read by many, written, and so on, on each device in turn; nothing completes. */
  @ParameterizedTest
  @CsvSource({"1, 100", "1, 10000", "8, 100", "8, 10000"})
  void usersAndTransfersAreThoseOfTheStreams(int devices, int computations) {
    NullSettings settings = NullSettings.defaults().withDevices(devices).withLog(false);
    try (Rig rig = new Rig(settings, options -> options.memory(MemoryManagement.REPLICATED))) {
      rig.driver.hold();
      Allocation x = rig.runtime.memory().allocate("x", 1000);
      Vertex writer = null;
      for (int i = 0; i < computations; i++) {
        AccessMode mode = i % 3 == 0 ? AccessMode.READ_WRITE : AccessMode.READ;
        Access[] accesses = {new Access(x.whole(), mode)};
        Vertex vertex =
            new Vertex("k", rig.launch("k", 0), accesses, Placement.onDevice(i / 3 % devices));
        vertex.setParents(writer == null ? new Vertex[0] : new Vertex[] {writer}, null);
        rig.submit(vertex);
        writer = mode.writes() ? vertex : writer;
        assertFew(devices, vertex.parents().length, "parents");
      }
      for (int device = 0; device < devices; device++) {
        assertFew(devices, Copies.of(x).block(device, 0).users.count(), "users");
      }
      List<Vertex> transfers = new ArrayList<>();
      LocationSet here = x.locations().value(0);
      here.forEachTransfer((transfer, operation, current) -> transfers.add(transfer));
      assertFew(devices, transfers.size(), "transfers");
    }
  }

  private static void assertFew(int devices, int count, String what) {
    assertTrue(count <= 4 * STREAMS * devices, count + " " + what);
  }

  /** Nothing completes, and the memory is too small for two arrays. */
  @ParameterizedTest
  @CsvSource({"100", "3000"})
  void fencesAreThoseOfTheStreams(int computations) {
    NullSettings settings = NullSettings.defaults().withLog(false).withDeviceMemory(1 << 20);
    try (Rig rig =
        new Rig(
            settings, options -> options.memory(MemoryManagement.REPLICATED).devicePoolShare(1))) {
      rig.driver.hold();
      DevicePool pool = new DevicePool(rig.driver.device(0), 0.5);
      Vertex user = null;
      for (int i = 0; i < computations; i++) {
        user = rig.submit(rig.vertex("k"));
        PendingVertices users = new PendingVertices();
        users.add(user);
        var chunk = pool.allocate(256);
        PendingVertices fences = new PendingVertices();
        pool.fencesOf(chunk, fences);
        assertTrue(fences.count() <= STREAMS, fences.count() + " fences");
        pool.release(chunk);
        pool.fence(chunk, users);
      }
      var again = pool.allocate(256);
      PendingVertices fences = new PendingVertices();
      pool.fencesOf(again, fences);
      assertEquals(user, fences.get(fences.count() - 1));
    }
  }
}
