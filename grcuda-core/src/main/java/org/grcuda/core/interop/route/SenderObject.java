package org.grcuda.core.interop.route;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.guest.GuestDictionary;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.NamedArguments;
import org.grcuda.core.route.ArraySender;
import org.grcuda.core.route.OutputSegment;
import org.grcuda.runtime.route.Message;

/** The sending end of a router, as guest programs hold it. */
final class SenderObject extends GuestObject<SenderObject> {

  static final MetaObject META = new MetaObject("Sender", SenderObject.class);

  private static final Members<SenderObject> MEMBERS =
      new Members<SenderObject>("a sender")
          .property("isClosed", object -> object.sender.isClosed())
          .method("send", 1, 3, SenderObject::send)
          .method("buffer", 0, 0, (object, arguments) -> object.buffer())
          .method("close", 0, 0, SenderObject::close)
          .method("abort", 0, 0, SenderObject::abort)
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final GuestContext context;
  private final ArraySender sender;

  SenderObject(GuestContext context, ArraySender sender) {
    super(MEMBERS);
    this.context = context;
    this.sender = sender;
  }

  /** {@code send(array [, count] [, {count, tag, last}])}. */
  static DeliveryObject send(SenderObject object, Object[] arguments) {
    boolean hasOptions =
        arguments.length > 1 && GuestDictionary.isDictionary(arguments[arguments.length - 1]);
    NamedArguments options =
        new NamedArguments(
            "send", "send, options", hasOptions ? arguments[arguments.length - 1] : null);
    Object count = options.value("count");
    int tag = options.integer("tag", Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
    boolean last = options.isTrue("last");
    options.checkAllUsed();
    if (arguments.length - (hasOptions ? 1 : 0) > 1 && !Values.isNull(arguments[1])) {
      count = arguments[1];
    }
    if (!(arguments[0] instanceof DeviceArray array)) {
      throw Values.expected("send, argument 1 'array'", "a device array", arguments[0]);
    }
    return new DeliveryObject(object, object.send(array.array(), count, tag, last));
  }

  private Message send(NdArray array, Object count, int tag, boolean last) {
    if (count == null) {
      return sender.send(array, tag, last);
    }
    if (count instanceof DeviceArray counter) {
      return sender.send(array, counter.array(), tag, last);
    }
    return sender.send(array, Values.integer("send, 'count'", count), tag, last);
  }

  private DeviceArray buffer() {
    OutputSegment output = sender.buffer();
    return Segments.output(context, output);
  }

  private static Object close(SenderObject object, Object[] arguments) {
    object.sender.close();
    return GuestNull.INSTANCE;
  }

  private static Object abort(SenderObject object, Object[] arguments) {
    object.sender.abort();
    return GuestNull.INSTANCE;
  }

  ArraySender sender() {
    return sender;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return sender.toString();
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
