package org.grcuda.core.task;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.core.engine.Computations;
import org.grcuda.driver.DeviceKind;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.types.GrCudaException;

/** Launches on devices of one kind. */
public final class Kinds {

  private static final List<String> NAMES =
      Arrays.stream(DeviceKind.values()).map(DeviceKind::toString).toList();

  private Kinds() {}

  /**
   * The kind that a program spells {@code name}.
   *
   * @param what the argument, for messages
   * @throws GrCudaException if there is none
   */
  public static DeviceKind named(String what, String name) {
    for (DeviceKind kind : DeviceKind.values()) {
      if (kind.toString().equals(name)) {
        return kind;
      }
    }
    throw new GrCudaException(
        GrCudaException.Kind.VALUE,
        what
            + ": unknown kind of device '"
            + name
            + "'"
            + Suggestions.didYouMean(name, NAMES, "kinds", String.join(", ", NAMES)));
  }

  /**
   * The devices of {@code kind}, any of which will do.
   *
   * @param what the call, for messages
   * @throws GrCudaException if there are none
   */
  public static Placement among(String what, Computations session, DeviceKind kind) {
    long candidates = candidates(session, kind);
    if (candidates == 0) {
      throw new GrCudaException(
          GrCudaException.Kind.NOT_FOUND,
          what + ": this context has no " + kind + ", only " + devices(session) + remedy(kind));
    }
    return Placement.among(candidates);
  }

  /** The devices of {@code kind}: bit d for device d; -1 if all are. */
  static long candidates(Computations session, DeviceKind kind) {
    session.checkOpen();
    return session.devices(device -> device.kind() == kind);
  }

  /**
   * Refuses functions of the host for other devices than the processor.
   *
   * @param what the function, for messages
   */
  public static void requireHost(String what, DeviceKind kind) {
    if (kind != DeviceKind.CPU) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE, what + ": expected a kernel, as functions run on the cpu");
    }
  }

  /** The devices of a context, in words: {@code "2 of kind cpu"}. */
  static String devices(Computations session) {
    return Arrays.stream(DeviceKind.values())
        .map(kind -> new Count(kind, count(session, kind)))
        .filter(count -> count.devices > 0)
        .map(Count::text)
        .collect(Collectors.joining(" and "));
  }

  private record Count(DeviceKind kind, long devices) {

    String text() {
      return devices + (devices == 1 ? " device" : " devices") + " of kind " + kind;
    }
  }

  private static long count(Computations session, DeviceKind kind) {
    return IntStream.range(0, session.deviceCount())
        .filter(ordinal -> session.driver().device(ordinal).kind() == kind)
        .count();
  }

  private static String remedy(DeviceKind kind) {
    return kind == DeviceKind.CPU
        ? "; with the option grcuda.Backend=cuda+cpu it has both"
        : "; a GPU needs the option grcuda.Backend=cuda or cuda+cpu, and a machine that has one";
  }

  /**
   * The place of a launch on a stream.
   *
   * @param what the call, for messages
   * @param among where its kernel may run
   * @param stream the place that the stream gives it; open if there is none
   * @throws GrCudaException if the stream is on another device
   */
  public static Placement onStream(String what, Placement among, Placement stream) {
    if (stream.isOpen()) {
      return among;
    }
    if (!among.allows(stream.device())) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          what + ": the kernel may run on devices of another kind only, given " + stream.stream());
    }
    return stream;
  }
}
