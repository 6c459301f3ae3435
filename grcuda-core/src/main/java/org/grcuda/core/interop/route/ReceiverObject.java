package org.grcuda.core.interop.route;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.route.ArrayReceiver;
import org.grcuda.core.route.Arrivals;
import org.grcuda.core.route.Segment;

/** The receiving end of a router, as guest programs hold it. */
public final class ReceiverObject extends GuestObject<ReceiverObject> {

  static final MetaObject META = new MetaObject("Receiver", ReceiverObject.class);

  private static final Members<ReceiverObject> MEMBERS =
      new Members<ReceiverObject>("a receiver")
          .method("receive", 0, 0, (object, arguments) -> object.receive())
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final RouterObject router;
  private final ArrayReceiver receiver;

  ReceiverObject(RouterObject router, ArrayReceiver receiver) {
    super(MEMBERS);
    this.router = router;
    this.receiver = receiver;
  }

  private Object receive() {
    Segment segment = receiver.receive();
    return segment == null ? GuestNull.INSTANCE : segment(segment);
  }

  private Object segment(Segment segment) {
    return Segments.of(router, segment);
  }

  /** The receivers of an argument that is a receiver, a list of them, or null for none. */
  static List<ArrayReceiver> list(String what, Object value) {
    if (value == null) {
      return List.of();
    }
    Object[] objects = Values.isList(value) ? Values.list(what, value) : new Object[] {value};
    return Arrays.stream(objects).map(each -> of(what, each).receiver).toList();
  }

  private static ReceiverObject of(String what, Object value) {
    if (value instanceof ReceiverObject receiver) {
      return receiver;
    }
    throw Values.expected(what, "a receiver", value);
  }

  /**
   * An iterable over what arrives at receivers until nothing more will. Each segment is released
   * when the loop asks for the next, unless the program keeps it.
   *
   * @param values receivers, at least one
   */
  public static ArrivalsObject arrivals(Object[] values) {
    List<ReceiverObject> receivers =
        Arrays.stream(values).map(each -> of("arrivals, an argument", each)).toList();
    List<ArrayReceiver> ends = receivers.stream().map(each -> each.receiver).toList();
    Iterator<Segment> arrivals = new Arrivals(ends);
    return new ArrivalsObject(
        new Iterator<Object>() {
          @Override
          public boolean hasNext() {
            return arrivals.hasNext();
          }

          @Override
          public Object next() {
            Segment segment = arrivals.next();
            return receivers.get(ends.indexOf(segment.receiver())).segment(segment);
          }
        });
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return receiver.toString();
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
