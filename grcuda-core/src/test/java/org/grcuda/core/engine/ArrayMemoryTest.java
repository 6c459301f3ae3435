package org.grcuda.core.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.grcuda.core.dag.ComputationDag;
import org.grcuda.core.dag.DependencyPolicy;
import org.grcuda.driver.Driver;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.sync.Blocker;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
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
      this(settings, made -> made);
    }

    private Rig(NullSettings settings, UnaryOperator<Driver> seen) {
      driver = new NullDriver(settings.withLog(false));
      Driver used = seen.apply(driver);
      runtime = GpuRuntime.open(used, RuntimeOptions.defaults(1), Blocker.uninterruptible());
      dag = new ComputationDag(runtime, DependencyPolicy.AUTO);
      arrays = new ArrayMemory(dag, used);
    }

    /** As the other; time is virtual. */
    static Rig inVirtualTime(NullSettings settings) {
      return new Rig(settings, Rig::withVirtualTime);
    }

    private static Driver withVirtualTime(Driver driver) {
      return (Driver)
          Proxy.newProxyInstance(
              Driver.class.getClassLoader(),
              new Class<?>[] {Driver.class},
              (proxy, method, arguments) ->
                  method.getName().equals("hasVirtualTime")
                      ? (Object) true
                      : invoke(method, driver, arguments));
    }

    private static Object invoke(Method method, Object target, Object[] arguments)
        throws Throwable {
      try {
        return method.invoke(target, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    Storage allocate() {
      return arrays.allocate(null, ElementType.FLOAT, SHAPE);
    }

    /** An array that a computation uses, and that is dropped at once. */
    void use() {
      Storage storage = allocate();
      var region = storage.allocation().whole();
      dag.submit(
          "fill", new Operation.Fill(region, 0, 4), new Access(region, AccessMode.OVERWRITE));
      // Until here it is in use, also if the collector runs in between.
      Reference.reachabilityFence(storage);
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

  /** Else it would decide what a simulated program does when. */
  @Test
  void inVirtualTimeTheCollectorFreesNothingBeforeTheMemoryIsFull() throws InterruptedException {
    NullSettings settings = NullSettings.defaults().withHostMemory(100 * 512, false);
    try (Rig rig = Rig.inVirtualTime(settings)) {
      for (int i = 0; i < 90; i++) {
        rig.allocate();
      }
      collect();
      rig.allocate();
      assertEquals(91, rig.arrays.all().size());
      for (int i = 0; i < 1000; i++) {
        rig.allocate();
      }
      assertTrue(rig.arrays.all().size() <= 100 * 512 / BYTES);
    }
  }

  /** Returns when the collector has told of what it found. */
  private static void collect() throws InterruptedException {
    ReferenceQueue<Object> found = new ReferenceQueue<>();
    Reference<Object> dropped = new WeakReference<>(new Object(), found);
    do {
      System.gc();
    } while (found.remove(100) != dropped);
  }

  /** Where memory is only simulated, collecting early frees nothing of this machine. */
  @Test
  void simulatedMemoryIsCollectedOnlyWhenItWouldFillADevice() {
    int fit = 1000;
    NullSettings settings = NullSettings.defaults().withDeviceMemory(fit * BYTES);
    for (boolean real : new boolean[] {false, true}) {
      try (Rig rig = Rig.inVirtualTime(settings.withHostMemory(1 << 30, real))) {
        for (int i = 0; i < fit; i++) {
          rig.allocate();
        }
        assertEquals(!real, rig.arrays.all().size() == fit, real + "");
        for (int i = 0; i < 10; i++) {
          rig.allocate();
        }
        assertTrue(rig.arrays.all().size() < fit, real + "");
      }
    }
  }

  /** Arrays beyond the devices' memory would otherwise cost a collection each. */
  @Test
  void whereArraysDoNotFitTheCollectorIsCalledNowAndThen() {
    try (Rig rig = new Rig(NullSettings.defaults().withDeviceMemory(10 * BYTES))) {
      List<Storage> used = new ArrayList<>();
      long before = collections();
      for (int i = 0; i < 2000; i++) {
        used.add(rig.allocate());
      }
      long more = collections() - before;
      assertTrue(more < 200, more + " collections for " + used.size() + " arrays");
    }
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
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
