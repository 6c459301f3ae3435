package org.grcuda.bench.reproduce.prema;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Stream;

/**
 * A driver on whose devices all streams are one: copies and kernels of a device run one after the
 * other, in the order of their submission. For contexts that close streams only in the end.
 */
final class OneStream {

  private OneStream() {}

  /** The same devices with one stream each. */
  static Driver of(Driver driver) {
    Device[] devices =
        IntStream.range(0, driver.deviceCount())
            .mapToObj(i -> of(driver.device(i)))
            .toArray(Device[]::new);
    return instead(Driver.class, driver, "device", arguments -> devices[(int) arguments[0]]);
  }

  private static Device of(Device device) {
    Stream only = device.createStream();
    return instead(Device.class, device, "createStream", arguments -> only);
  }

  /** An object that does as {@code other}, but for one method. */
  private static <T> T instead(
      Class<T> type, T other, String method, Function<Object[], Object> replacement) {
    InvocationHandler handler =
        (self, called, arguments) -> {
          if (called.getName().equals(method)) {
            return replacement.apply(arguments);
          }
          try {
            return called.invoke(other, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return type.cast(
        Proxy.newProxyInstance(OneStream.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
