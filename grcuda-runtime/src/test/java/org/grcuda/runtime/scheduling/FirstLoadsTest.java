package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.KernelLookup;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.DeviceSelection;
import org.junit.jupiter.api.Test;

/** Kernels that are loaded when they are first launched on a device. */
class FirstLoadsTest {

  private static final LaunchShape SHAPE = new LaunchShape(1, 1, 1, 32, 1, 1, 0);
  private static final UnaryOperator<RuntimeOptions.Builder> TURNS =
      options -> options.deviceSelection(DeviceSelection.ROUND_ROBIN);

  /** Looks, at each load, whether another thread gets the scheduling lock. */
  private static final class Kernel implements KernelLookup {

    private final Rig rig;
    private final ConcurrentHashMap<Integer, Function> loaded = new ConcurrentHashMap<>();
    private final List<Integer> loads = new ArrayList<>();
    private boolean lockWasHeld;
    private DriverException refusal;

    Kernel(Rig rig) {
      this.rig = rig;
    }

    @Override
    public Function on(Device device) {
      Function known = loaded.get(device.ordinal());
      if (known != null) {
        return known;
      }
      lockWasHeld |= !isLockFree();
      loads.add(device.ordinal());
      if (refusal != null) {
        throw refusal;
      }
      Function made = device.loadModule(new byte[0]).function("k");
      loaded.put(device.ordinal(), made);
      return made;
    }

    @Override
    public boolean isLoaded(Device device) {
      return loaded.containsKey(device.ordinal());
    }

    private boolean isLockFree() {
      CountDownLatch got = new CountDownLatch(1);
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                rig.runtime.unfinished();
                got.countDown();
              });
      try {
        return got.await(10, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    Vertex submit(Vertex... parents) {
      Operation launch = new Operation.Launch(this, SHAPE, new long[0], 0, new int[0]);
      Vertex vertex = new Vertex("k", launch, new Access[0], Placement.ANYWHERE);
      vertex.setParents(parents, null);
      return rig.submit(vertex);
    }
  }

  @Test
  void loadsWithoutTheLockWhereThePolicyWants() {
    try (Rig rig = Rig.holding(3, TURNS)) {
      Kernel kernel = new Kernel(rig);
      List<Vertex> launches = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        launches.add(kernel.submit());
      }
      rig.driver.release();
      assertEquals(List.of(0, 1, 2), kernel.loads);
      assertEquals(List.of(0, 1, 2, 0, 1, 2), launches.stream().map(Vertex::device).toList());
      assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), launches.stream().map(Vertex::id).toList());
      assertTrue(!kernel.lockWasHeld, "a kernel was loaded with the lock held");
    }
  }

  @Test
  void changesNothingIfTheModuleCannotBeLoaded() {
    try (Rig rig = Rig.holding(2, TURNS)) {
      Kernel kernel = new Kernel(rig);
      kernel.refusal =
          new DriverException(CudaResult.CUDA_ERROR_INVALID_PTX, "cuModuleLoadDataEx", 0, "bad");
      long unfinished = rig.runtime.unfinished();
      DriverException thrown = assertThrows(DriverException.class, kernel::submit);
      long after = rig.runtime.unfinished();
      kernel.refusal = null;
      int device = kernel.submit().device();
      rig.driver.release();
      assertSame(CudaResult.CUDA_ERROR_INVALID_PTX, thrown.result());
      assertEquals(unfinished, after);
      assertEquals(1, device, "the next one");
    }
  }

  @Test
  void loadsWithoutTheLockBeforeDevicesPull() {
    UnaryOperator<RuntimeOptions.Builder> pulling =
        options -> options.deviceSelection(DeviceSelection.EAGER);
    try (Rig rig = Rig.holding(2, pulling)) {
      Kernel kernel = new Kernel(rig);
      Vertex launch = kernel.submit();
      rig.driver.release();
      rig.runtime.await(launch);
      assertEquals(List.of(0, 1), kernel.loads);
      assertTrue(!kernel.lockWasHeld, "a kernel was loaded with the lock held");
    }
  }

  @Test
  void loadsWithoutTheLockWhatIsHeldBack() {
    try (Rig rig = Rig.holding(2, TURNS)) {
      Kernel kernel = new Kernel(rig);
      Vertex task =
          rig.submit(
              new Vertex(
                  "task",
                  new Operation.HostTask((begun, addresses) -> {}),
                  new Access[0],
                  Placement.ANYWHERE));
      Vertex launch = kernel.submit(task);
      List<Integer> loadedBefore = List.copyOf(kernel.loads);
      rig.runtime.finish(task, null);
      rig.driver.release();
      rig.runtime.await(launch);
      assertEquals(List.of(0, 1), loadedBefore);
      assertEquals(List.of(0, 1), kernel.loads);
      assertTrue(!kernel.lockWasHeld, "a kernel was loaded with the lock held");
    }
  }
}
