package org.grcuda.core.interop;

import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.task.HostRequest;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.types.GrCudaException;

/** A request of the host for an array, as guest programs hold it. */
public final class RequestObject extends GuestObject<RequestObject> {

  static final MetaObject META = new MetaObject("Request", RequestObject.class);

  private static final Members<RequestObject> MEMBERS =
      new Members<RequestObject>("a request")
          .property("isReady", object -> object.request.isReady())
          .method("await", 0, 0, RequestObject::await)
          // In Python a name that is a keyword gets an underscore (PEP 8).
          .method("await_", 0, 0, RequestObject::await)
          .method("ready", 0, 0, RequestObject::ready)
          .method("release", 0, 0, RequestObject::release)
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final DeviceArray array;
  private final HostRequest request;

  private RequestObject(DeviceArray array, HostRequest request) {
    super(MEMBERS);
    this.array = array;
    this.request = request;
  }

  /** {@code array.request(mode)}. */
  static Object of(DeviceArray array, Object[] arguments) {
    String what = "request, argument 1 'mode'";
    String mode = Values.string(what, arguments[0]);
    AccessMode access =
        switch (mode) {
          case "read" -> AccessMode.READ;
          case "write" -> AccessMode.READ_WRITE;
          default ->
              throw new GrCudaException(
                  GrCudaException.Kind.VALUE,
                  what + ": expected 'read' or 'write', given '" + mode + "'");
        };
    return new RequestObject(array, HostRequest.of(array.array(), access));
  }

  private static Object await(RequestObject object, Object[] arguments) {
    object.request.await();
    return GuestNull.INSTANCE;
  }

  private static Object ready(RequestObject object, Object[] arguments) {
    return object.array.context().promises().of("ready", object.request.completion(), object.array);
  }

  private static Object release(RequestObject object, Object[] arguments) {
    object.request.release();
    return GuestNull.INSTANCE;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return request.toString();
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
