package org.grcuda.core.route;

import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.runtime.computation.Places;

/**
 * A place in a program of several endpoints: a device, the host, or one of many that share devices.
 *
 * @param name in messages
 * @param index its number among its like, from 0; -1 for the host
 * @param place a device's ordinal, or {@link Places#HOST}
 */
public record Endpoint(String name, int index, int place) {

  /** The host. */
  public static final Endpoint HOST = new Endpoint("host", Places.HOST, Places.HOST);

  /** Device {@code ordinal} itself. */
  public static Endpoint device(int ordinal) {
    return new Endpoint("device " + ordinal, ordinal, ordinal);
  }

  /** {@code count} endpoints on {@code devices} devices in turn. */
  public static List<Endpoint> spread(int count, int devices) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Endpoint("endpoint " + i, i, i % devices))
        .toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
