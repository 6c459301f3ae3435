package org.grcuda.core.interop.route;

import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.DeviceObject;
import org.grcuda.core.route.Endpoint;
import org.grcuda.runtime.computation.Places;

/** An endpoint as guest programs hold it: the host, or one of {@code endpoints(n)}. */
public final class EndpointObject extends GuestObject<EndpointObject> {

  static final MetaObject META = new MetaObject("Endpoint", EndpointObject.class);

  private static final Members<EndpointObject> MEMBERS =
      new Members<EndpointObject>("an endpoint")
          .property("index", object -> object.endpoint.index())
          .property("device", EndpointObject::device)
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final Endpoint endpoint;

  /** The guest object for {@code endpoint}. */
  public EndpointObject(Endpoint endpoint) {
    super(MEMBERS);
    this.endpoint = endpoint;
  }

  /** The ordinal of its device; null for the host. */
  private Object device() {
    return endpoint.place() == Places.HOST ? GuestNull.INSTANCE : endpoint.place();
  }

  /**
   * The endpoint that a value of a program is.
   *
   * @param what the argument, for the message
   */
  static Endpoint of(String what, Object value) {
    return switch (value) {
      case EndpointObject object -> object.endpoint;
      case DeviceObject device -> Endpoint.device(device.id());
      default ->
          throw Values.expected(what, "a device, the host, or an endpoint of endpoints(n)", value);
    };
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return endpoint.toString();
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
