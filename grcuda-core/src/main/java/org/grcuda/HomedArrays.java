package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/** Makes arrays that stay in the memory of one device. */
final class HomedArrays extends ArrayFactory {

  private final Session session;
  private final Endpoint endpoint;

  HomedArrays(Session session, Endpoint endpoint) {
    if (endpoint.device() >= session.deviceCount()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          endpoint + ": this context has devices 0 to " + (session.deviceCount() - 1) + " only");
    }
    this.session = session;
    this.endpoint = endpoint;
  }

  @Override
  NdArray allocate(ElementType type, Order order, long[] shape) {
    checkShape(type, shape);
    if (order == Order.F && shape.length > 1) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED, "an array that stays on a device has order C");
    }
    return session.allocateOn(endpoint.device(), type, shape);
  }
}
