package org.grcuda.tests.tasks;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.grcuda.GrCuda;
import org.grcuda.cpu.CpuDriverProvider;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceKind;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.composite.CompositeDriver;

/**
 * Contexts with devices of two drivers, which compute: those of the first pass for GPUs. As the
 * backend {@code twin}, the first alone.
 */
public final class TwoBackends implements DriverProvider {

  /** For the service loader. */
  public TwoBackends() {}

  @Override
  public String name() {
    return "twin";
  }

  @Override
  public int rank() {
    return -1;
  }

  @Override
  public boolean needsNativeAccess() {
    return false;
  }

  @Override
  public Availability probe() {
    return new Availability(true, "the cores, as GPUs: for tests");
  }

  @Override
  public Driver open(DriverSettings settings) {
    return passing(new CpuDriverProvider().open(settings));
  }

  /** A context with {@code gpus} devices of the one driver and {@code cpus} of the other. */
  public static GrCuda open(int gpus, int cpus, Map<String, String> options) {
    GrCuda.Builder builder = GrCuda.builder().driver(driver(gpus, cpus));
    options.forEach(builder::option);
    return builder.open();
  }

  private static Driver driver(int gpus, int cpus) {
    return new CompositeDriver(List.of(passing(cpu(gpus)), cpu(cpus)));
  }

  private static Driver cpu(int devices) {
    return new CpuDriverProvider()
        .open(
            new DriverSettings(
                devices, 64 << 20, Map.of("CpuThreads", "1"), DriverHost.printing(text -> {})));
  }

  private static Driver passing(Driver driver) {
    return (Driver)
        Proxy.newProxyInstance(
            TwoBackends.class.getClassLoader(),
            new Class<?>[] {Driver.class},
            (proxy, method, arguments) -> {
              Object result = call(method, driver, arguments);
              return result instanceof Device device ? passing(device) : result;
            });
  }

  private static Device passing(Device device) {
    return (Device)
        Proxy.newProxyInstance(
            TwoBackends.class.getClassLoader(),
            new Class<?>[] {Device.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "kind" -> DeviceKind.GPU;
                  case "name" -> "GPU";
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
}
