package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.DeviceSelection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The policy auto: devices take computations themselves while arrays outgrow them, and where
 * computations share data.
 */
final class SwitchingQueueTest {

  private static final long TILE = 1 << 20;
  private static final long SMALL = 1 << 10;

  /** Devices with room for four tiles each. */
  private static Rig rig(int devices, MemoryManagement memory) {
    UnaryOperator<RuntimeOptions.Builder> auto =
        options -> options.deviceSelection(DeviceSelection.AUTO).memory(memory).devicePoolShare(1);
    NullSettings settings = NullSettings.defaults().withDevices(devices);
    return Rig.inVirtualTime(settings.withDeviceMemory(4 * TILE), auto);
  }

  private static Vertex use(Rig rig, String name, Allocation tile) {
    return rig.submit(vertex(rig, name, tile));
  }

  private static Vertex vertex(Rig rig, String name, Allocation tile) {
    Access[] accesses = {new Access(tile.whole(), AccessMode.READ_WRITE)};
    return new Vertex(name, rig.launch(name, 0), accesses, Placement.ANYWHERE);
  }

  /** All but the first. */
  private static void free(Rig rig, Allocation[] tiles) {
    for (int i = 1; i < tiles.length; i++) {
      Operation free = new Operation.Free(tiles[i]);
      rig.submit(new Vertex("free", free, new Access[0], Placement.ANYWHERE));
    }
  }

  private static Allocation tile(Rig rig) {
    return rig.runtime.memory().allocate("tile", TILE);
  }

  private static boolean isPulled(Vertex vertex) {
    return PullQueue.knows(vertex);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void withinMemoryTheyAreChosen(int devices) {
    try (Rig rig = rig(devices, MemoryManagement.REPLICATED)) {
      Vertex a = use(rig, "a", tile(rig));
      assertFalse(isPulled(a));
      rig.runtime.synchronize();
      assertEquals(List.of("a"), rig.launched());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void beyondMemoryTheyTake(int devices) {
    try (Rig rig = rig(devices, MemoryManagement.REPLICATED)) {
      Allocation first = tile(rig);
      assertFalse(isPulled(use(rig, "a", first)));
      for (int i = 1; i < 4 * devices; i++) {
        tile(rig);
      }
      Vertex b = use(rig, "b", first);
      assertTrue(isPulled(b), "arrays take all memory");
      assertFalse(b.isDispatched(), "nobody waits yet");
      rig.runtime.synchronize();
      assertEquals(List.of("a", "b"), rig.launched());
    }
  }

  @Test
  void whenArraysAreFreedTheyAreChosenAgain() {
    try (Rig rig = rig(1, MemoryManagement.REPLICATED)) {
      Allocation[] tiles = {tile(rig), tile(rig), tile(rig), tile(rig)};
      assertTrue(isPulled(use(rig, "a", tiles[0])));
      rig.runtime.synchronize();
      free(rig, tiles);
      rig.runtime.synchronize();
      assertFalse(isPulled(use(rig, "b", tiles[0])));
      rig.runtime.synchronize();
      assertEquals(List.of("a", "b"), rig.launched());
    }
  }

  /** What waits for a computation that is kept back follows it, whatever was freed meanwhile. */
  @Test
  void whatWasAnnouncedToADeviceIsTakenByIt() {
    try (Rig rig = rig(1, MemoryManagement.REPLICATED)) {
      Allocation[] tiles = {tile(rig), tile(rig), tile(rig), tile(rig)};
      Vertex a = use(rig, "a", tiles[0]);
      Vertex b = vertex(rig, "b", tiles[0]);
      b.setParents(new Vertex[] {a}, null);
      rig.submit(b);
      assertTrue(isPulled(a) && isPulled(b));
      free(rig, tiles);
      rig.runtime.synchronize();
      assertEquals(List.of("a", "b"), rig.launched());
    }
  }

  /** Whether the last of so many that read one array, or one of their own each, is pulled. */
  private static boolean isLastPulled(Rig rig, int count, boolean share) {
    Allocation shared = rig.runtime.memory().allocate("shared", SMALL);
    Vertex last = null;
    for (int i = 0; i < count; i++) {
      Allocation read = share ? shared : rig.runtime.memory().allocate("own", SMALL);
      last = use(rig, "k", read);
    }
    return isPulled(last);
  }

  @Test
  void severalDevicesTakeWhatSharesData() {
    try (Rig rig = rig(2, MemoryManagement.REPLICATED)) {
      assertFalse(isLastPulled(rig, 7, true), "too few to tell");
      assertTrue(isLastPulled(rig, 1, true), "together they are enough");
      rig.runtime.synchronize();
      assertFalse(isLastPulled(rig, 7, true), "none is left of the others");
      rig.runtime.synchronize();
      assertEquals(15, rig.launched().size());
    }
  }

  @Test
  void untilNothingIsLeftTheyTakeTheRest() {
    try (Rig rig = rig(2, MemoryManagement.REPLICATED)) {
      assertTrue(isLastPulled(rig, 20, true));
      assertTrue(isLastPulled(rig, 100, false));
      rig.runtime.synchronize();
      assertFalse(isLastPulled(rig, 1, false));
    }
  }

  @Test
  void whatSharesNoDataIsChosen() {
    try (Rig rig = rig(2, MemoryManagement.REPLICATED)) {
      assertFalse(isLastPulled(rig, 100, false));
    }
  }

  /** There, all is on the same device anyway. */
  @Test
  void oneDeviceDoesNotTakeWhatSharesAnArray() {
    try (Rig rig = rig(1, MemoryManagement.REPLICATED)) {
      assertFalse(isLastPulled(rig, 100, true));
    }
  }

  /** Every two of so many arrays are used together; the last use. */
  private static Vertex usePairs(Rig rig, Allocation[] arrays) {
    Vertex last = null;
    for (int i = 0; i < arrays.length; i++) {
      for (int j = 0; j < i; j++) {
        Access[] accesses = {
          new Access(arrays[i].whole(), AccessMode.READ),
          new Access(arrays[j].whole(), AccessMode.READ)
        };
        last = new Vertex("pair", rig.launch("pair", 0), accesses, Placement.ANYWHERE);
        rig.submit(last);
      }
    }
    return last;
  }

  private static Allocation[] smallArrays(Rig rig, int count) {
    Allocation[] made = new Allocation[count];
    Arrays.setAll(made, i -> rig.runtime.memory().allocate("small", SMALL));
    return made;
  }

  @Test
  void oneDeviceTakesWhatSharesManyArraysThatItDoesNotHave() {
    try (Rig rig = rig(1, MemoryManagement.REPLICATED)) {
      Vertex ofFew = usePairs(rig, smallArrays(rig, 7));
      assertFalse(isPulled(ofFew), "too few for an order to matter");
      rig.runtime.synchronize();
      Allocation[] arrays = smallArrays(rig, 8);
      assertTrue(isPulled(usePairs(rig, arrays)));
      rig.runtime.synchronize();
      assertFalse(isPulled(usePairs(rig, arrays)), "now it has them");
      rig.runtime.synchronize();
      assertEquals(21 + 28 + 28, rig.launched().size());
    }
  }

  /** A long loop over a few arrays is kept back only until they have come. */
  @Test
  void oneDeviceThatHasGotTheArraysTakesNoMore() {
    try (Rig rig = rig(1, MemoryManagement.REPLICATED)) {
      Allocation[] arrays = smallArrays(rig, 8);
      assertTrue(isPulled(usePairs(rig, arrays)));
      for (int round = 0; round < 10; round++) {
        usePairs(rig, arrays);
      }
      assertFalse(isPulled(usePairs(rig, arrays)), "though not all of the first have ended");
      rig.runtime.synchronize();
      assertEquals(12 * 28, rig.launched().size());
    }
  }

  /** Nobody could tell what the driver evicts. */
  @Test
  void whereTheDriverMovesDataTheyAreChosen() {
    try (Rig rig = rig(2, MemoryManagement.MANAGED)) {
      for (int i = 0; i < 12; i++) {
        assertFalse(isPulled(use(rig, "k" + i, tile(rig))));
      }
      rig.runtime.synchronize();
      assertEquals(12, rig.launched().size());
    }
  }
}
