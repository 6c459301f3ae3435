package org.grcuda;

/**
 * Where messages of a {@link Router} are sent or received: a device, the host ({@link
 * GrCuda#host}), or one of several on the same devices ({@link GrCuda#endpoints}).
 */
public sealed class Endpoint permits CudaDevice {

  static final Endpoint HOST = new Endpoint(org.grcuda.core.route.Endpoint.HOST);

  private final org.grcuda.core.route.Endpoint endpoint;

  Endpoint(org.grcuda.core.route.Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  org.grcuda.core.route.Endpoint endpoint() {
    return endpoint;
  }

  /** Its number among its like, from 0; -1 for the host. */
  public final int index() {
    return endpoint.index();
  }

  /** The ordinal of its device; -1 for the host. */
  public final int device() {
    return endpoint.place();
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Endpoint given && given.endpoint.equals(endpoint);
  }

  @Override
  public final int hashCode() {
    return endpoint.hashCode();
  }
}
