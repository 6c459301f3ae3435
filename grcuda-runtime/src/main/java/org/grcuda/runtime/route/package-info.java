/**
 * Routers: packets from senders to the buffers of receivers, on the same or other devices, while
 * computations go on (the endpoints, links and routers of Groute, doi 10.1145/3399730). A message
 * is in the DAG from the moment it is sent, and so is a received segment, so that programs order
 * nothing by hand.
 *
 * <p>A packet is copied when a receiver has a buffer that nothing uses any more. Until then it is
 * an {@link org.grcuda.runtime.computation.Operation.Send}. So no memory grows when receivers are
 * slow.
 */
package org.grcuda.runtime.route;
