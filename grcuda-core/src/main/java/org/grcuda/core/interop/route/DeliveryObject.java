package org.grcuda.core.interop.route;

import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.runtime.route.Message;

/** What was sent, as guest programs hold it. */
final class DeliveryObject extends GuestObject<DeliveryObject> {

  static final MetaObject META = new MetaObject("Delivery", DeliveryObject.class);

  private static final Members<DeliveryObject> MEMBERS =
      new Members<DeliveryObject>("a delivery")
          .property("isDone", object -> object.message.isDone())
          .method("wait", 0, 0, DeliveryObject::await)
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final SenderObject sender;
  private final Message message;

  DeliveryObject(SenderObject sender, Message message) {
    super(MEMBERS);
    this.sender = sender;
    this.message = message;
  }

  private static Object await(DeliveryObject object, Object[] arguments) {
    object.sender.sender().await(object.message);
    return GuestNull.INSTANCE;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return message.toString();
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
