package org.grcuda.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.observation.ComputationTiming;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of computations that were accepted and held back, and that no device takes then. */
class RefusalTest {

  private static final DriverException LOST =
      new DriverException(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuLaunchKernel", 0, "sticky");

  private final NullDriver nullDriver = new NullDriver(NullSettings.defaults());
  private boolean lost;

  /** Events that the device still makes. */
  private int events = Integer.MAX_VALUE;

  private final Device device =
      (Device)
          Proxy.newProxyInstance(
              Device.class.getClassLoader(),
              new Class<?>[] {Device.class},
              (proxy, method, arguments) -> {
                if (lost && method.getName().equals("submit")) {
                  throw LOST;
                }
                if (method.getName().equals("createEvent") && events-- == 0) {
                  throw LOST;
                }
                return invoke(method, nullDriver.device(0), arguments);
              });

  private final Driver driver =
      (Driver)
          Proxy.newProxyInstance(
              Driver.class.getClassLoader(),
              new Class<?>[] {Driver.class},
              (proxy, method, arguments) ->
                  method.getName().equals("device")
                      ? device
                      : invoke(method, nullDriver, arguments));

  private GpuRuntime runtime =
      GpuRuntime.open(driver, RuntimeOptions.defaults(1), Blocker.uninterruptible());

  private static Object invoke(java.lang.reflect.Method method, Object target, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Vertex submit(String name, Vertex... parents) {
    Operation operation =
        new Operation.Launch(
            target -> nullDriver.device(0).loadModule(new byte[0]).function(name),
            new LaunchShape(1, 1, 1, 1, 1, 1, 0),
            new long[0],
            0,
            new int[0]);
    Vertex vertex = new Vertex(name, operation, new Access[0], Placement.ANYWHERE);
    vertex.setParents(parents, null);
    return runtime.submit(vertex, Rig.BY_HAND);
  }

  private Vertex hostCall() {
    Vertex vertex = new Vertex("host", Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
    runtime.enter(vertex, Rig.BY_HAND);
    return vertex;
  }

  private void close() {
    lost = false;
    nullDriver.release();
    runtime.close();
    nullDriver.close();
  }

  @Test
  void whatNoDeviceTakesFailsAtOnceWhereItsParentsHaveEnded() {
    Vertex host = hostCall();
    Vertex child = submit("child", host);
    Vertex grandchild = submit("grandchild", child);
    lost = true;
    runtime.finish(host, null);
    assertSame(LOST, child.error());
    assertSame(LOST, grandchild.error());
    assertEquals(0, runtime.unfinished());
    close();
  }

  @Test
  void whatNoDeviceTakesFailsWhenItsParentsHaveEnded() {
    nullDriver.hold();
    Vertex running = submit("running");
    Vertex host = hostCall();
    Vertex child = submit("child", host, running);
    Vertex grandchild = submit("grandchild", child);
    lost = true;
    runtime.finish(host, null);
    assertFalse(child.isComplete());
    assertFalse(grandchild.isComplete());
    lost = false;
    nullDriver.release();
    assertSame(
        LOST,
        assertThrows(ComputationFailedException.class, () -> runtime.await(child)).getCause());
    runtime.awaitEnd(grandchild);
    assertSame(LOST, grandchild.error());
    assertFalse(running.isFailed());
    assertEquals(0, runtime.unfinished());
    Vertex later = submit("later");
    runtime.await(later);
    assertTrue(later.isComplete());
    close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aDeviceWithoutEventsChangesNothing(int made) {
    runtime.close();
    runtime =
        GpuRuntime.open(
            driver,
            RuntimeOptions.defaults(1).with().timing(ComputationTiming.ALL).build(),
            Blocker.uninterruptible());
    events = made;
    assertSame(LOST, assertThrows(DriverException.class, () -> submit("refused")));
    events = Integer.MAX_VALUE;
    runtime.await(submit("later"));
    close();
    assertEquals(0, nullDriver.openEvents());
  }

  @Test
  void aRefusalAtSubmissionChangesNothing() {
    Vertex before = submit("before");
    lost = true;
    assertSame(LOST, assertThrows(DriverException.class, () -> submit("refused", before)));
    lost = false;
    runtime.synchronize();
    assertEquals(0, runtime.unfinished());
    close();
    assertEquals(0, nullDriver.openEvents());
    assertEquals(0, nullDriver.openStreams());
  }
}
