package org.grcuda.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;

/**
 * Null devices that tell of memory and output what GPUs do: managed memory has taken all that is
 * free, and what kernels print is passed on when it is asked for.
 */
public final class GpuLikeDriver {

  private final Driver driver;
  private final Map<Integer, Device> devices = new HashMap<>();
  private int flushes;

  public GpuLikeDriver(Driver driver) {
    this.driver = driver;
  }

  /** As the runtime sees it. */
  public Driver asDriver() {
    return (Driver)
        Proxy.newProxyInstance(
            Driver.class.getClassLoader(),
            new Class<?>[] {Driver.class},
            (proxy, method, arguments) ->
                method.getName().equals("device")
                    ? devices.computeIfAbsent((Integer) arguments[0], this::device)
                    : call(method, driver, arguments));
  }

  private Device device(int ordinal) {
    Device device = driver.device(ordinal);
    return (Device)
        Proxy.newProxyInstance(
            Device.class.getClassLoader(),
            new Class<?>[] {Device.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "freeMemory" -> 0L;
                  case "managedCapacity" -> device.totalMemory();
                  case "flushOutput" -> {
                    flushes++;
                    yield null;
                  }
                  case "equals" -> proxy == arguments[0];
                  default -> call(method, device, arguments);
                });
  }

  private static Object call(Method method, Object target, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** How often output was asked for. */
  public int flushes() {
    return flushes;
  }
}
