package org.grcuda.core.interop.route;

import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.interop.ArrayMembers;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.route.OutputSegment;
import org.grcuda.core.route.Segment;
import org.grcuda.types.GrCudaException;

/** Segments as guest programs hold them: device arrays with the members of a packet. */
final class Segments {

  static final MetaObject META =
      new MetaObject(
          "Segment",
          DeviceArray.META,
          value -> value instanceof DeviceArray array && array.role() instanceof Received,
          null);

  static final MetaObject OUTPUT =
      new MetaObject(
          "OutputSegment",
          DeviceArray.META,
          value -> value instanceof DeviceArray array && array.role() instanceof Output,
          null);

  private static final Members<DeviceArray> RECEIVED =
      ArrayMembers.with("a segment")
          .property(
              "source", array -> received(array).router.source(received(array).segment.source()))
          .property(
              "target", array -> received(array).router.target(received(array).segment.receiver()))
          .property("tag", array -> received(array).segment.tag())
          .property("offset", array -> received(array).segment.offset())
          .property("total", array -> received(array).segment.total())
          .property("isReleased", array -> received(array).segment.isReleased())
          .method("free", 0, 0, Segments::free)
          .method("release", 0, 0, Segments::release)
          .method("keep", 0, 0, Segments::keep);

  private static final Members<DeviceArray> PRODUCED =
      ArrayMembers.with("an output segment")
          .property("counter", array -> ((Output) array.role()).counter);

  private record Received(RouterObject router, Segment segment) {}

  private record Output(DeviceArray counter) {}

  private Segments() {}

  /** The guest object for a segment that was received from {@code router}. */
  static DeviceArray of(RouterObject router, Segment segment) {
    return new DeviceArray(
        router.context(),
        segment.data(),
        new DeviceArray.Role(META, RECEIVED, new Received(router, segment)));
  }

  /** The guest object for a segment that a computation fills. */
  static DeviceArray output(GuestContext context, OutputSegment segment) {
    DeviceArray counter = new DeviceArray(context, segment.counter());
    return new DeviceArray(
        context, segment.data(), new DeviceArray.Role(OUTPUT, PRODUCED, new Output(counter)));
  }

  private static Received received(DeviceArray array) {
    return (Received) array.role();
  }

  private static Object release(DeviceArray array, Object[] arguments) {
    received(array).segment.release();
    return GuestNull.INSTANCE;
  }

  private static Object free(DeviceArray array, Object[] arguments) {
    throw new GrCudaException(
        GrCudaException.Kind.TYPE,
        "free: a segment is not freed; its release gives the buffer back");
  }

  private static Object keep(DeviceArray array, Object[] arguments) {
    received(array).segment.keep();
    return GuestNull.INSTANCE;
  }
}
