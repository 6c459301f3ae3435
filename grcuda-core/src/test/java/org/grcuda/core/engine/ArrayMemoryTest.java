package org.grcuda.core.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ElementType;
import org.grcuda.GrCudaException;
import org.grcuda.core.dag.ComputationDag;
import org.grcuda.core.dag.DependencyPolicy;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.Access;
import org.grcuda.runtime.AccessMode;
import org.grcuda.runtime.Blocker;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.Operation;
import org.grcuda.runtime.RuntimeOptions;
import org.junit.jupiter.api.Test;

/** Arrays that nothing refers to give their memory back. */
class ArrayMemoryTest {

  private static final int MANY = 100_000;
  private static final long[] SHAPE = {100};
  private static final long BYTES = 400;

  private static final class Rig implements AutoCloseable {
    final NullDriver driver;
    final GpuRuntime runtime;
    final ComputationDag dag;
    final ArrayMemory arrays;

    Rig(NullSettings settings) {
      driver = new NullDriver(settings.withLog(false));
      runtime = GpuRuntime.open(driver, RuntimeOptions.defaults(1), Blocker.uninterruptible());
      dag = new ComputationDag(runtime, DependencyPolicy.AUTO);
      arrays = new ArrayMemory(dag, driver);
    }

    Storage allocate() {
      return arrays.allocate(null, ElementType.FLOAT, SHAPE);
    }

    /** An array that a computation uses, and that is dropped at once. */
    void use() {
      var region = allocate().allocation().whole();
      dag.submit(
          "fill", new Operation.Fill(region, 0, 4), new Access(region, AccessMode.OVERWRITE));
    }

    @Override
    public void close() {
      runtime.close();
      arrays.close();
      driver.close();
    }
  }

  @Test
  void droppedArraysAreFreedWhenTheMemoryIsFull() {
    try (Rig rig = new Rig(NullSettings.defaults().withHostMemory(4 << 20, false))) {
      for (int i = 0; i < MANY; i++) {
        rig.use();
      }
      assertTrue(rig.runtime.memory().allocatedBytes() <= 4 << 20);
    }
  }

  @Test
  void droppedArraysAreFreedBeforeTheyFillTheDevices() {
    long device = 8 << 20;
    try (Rig rig = new Rig(NullSettings.defaults().withDeviceMemory(device))) {
      long most = 0;
      for (int i = 0; i < MANY; i++) {
        rig.use();
        most = Math.max(most, rig.runtime.memory().allocatedBytes());
      }
      assertTrue(most <= device, most + " bytes at a time");
    }
  }

  @Test
  void arraysInUseAreKept() {
    try (Rig rig = new Rig(NullSettings.defaults().withHostMemory(10 * BYTES, false))) {
      List<Storage> used = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        used.add(rig.allocate());
      }
      assertThrows(GrCudaException.class, rig::allocate);
      for (Storage storage : used) {
        assertEquals(storage.allocation(), rig.arrays.at(storage.address() + 9).allocation());
      }
      used.removeFirst().free();
      assertNotNull(rig.allocate());
    }
  }

  @Test
  void freedMemoryIsAtNoAddress() {
    try (Rig rig = new Rig(NullSettings.defaults())) {
      Storage storage = rig.allocate();
      assertEquals(List.of(storage.allocation()), rig.arrays.all());
      storage.free();
      storage.free();
      assertNull(rig.arrays.at(storage.address()));
      assertEquals(List.of(), rig.arrays.all());
      assertEquals(0, rig.driver.liveAllocations());
    }
  }
}
