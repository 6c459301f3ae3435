package org.grcuda.core.engine;

import java.util.List;
import java.util.function.Supplier;
import org.grcuda.core.dag.ComputationDag;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.route.Arrival;
import org.grcuda.runtime.route.Message;
import org.grcuda.runtime.route.Receiver;
import org.grcuda.runtime.route.Router;
import org.grcuda.runtime.route.RouterShape;
import org.grcuda.runtime.route.RoutingPolicy;
import org.grcuda.runtime.route.RowCount;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/** What routers need of a context. What the runtime throws becomes an error for the user. */
public final class Routes {

  private final Computations session;
  private final ComputationDag dag;

  Routes(Computations session, ComputationDag dag) {
    this.session = session;
    this.dag = dag;
  }

  /** The context. */
  public Computations session() {
    return session;
  }

  /** The bandwidths of the links between devices, and to the host. */
  public BandwidthMatrix bandwidths() {
    return dag.runtime().bandwidths();
  }

  /** A router. */
  public Router router(String name, RoutingPolicy policy, RouterShape shape) {
    return guarded(() -> dag.router(name, policy, shape));
  }

  /** The first packet that arrives at one of {@code some}; null if none will. */
  public Arrival receive(List<Receiver> some) {
    return guarded(() -> dag.runtime().exchange().receive(some));
  }

  /** Waits until every target has {@code message}. */
  public void await(Message message) {
    guarded(
        () -> {
          message.await();
          return null;
        });
  }

  /** Runs {@code use}, which submits to a router. */
  public <T> T guarded(Supplier<T> use) {
    session.checkOpen();
    try {
      return use.get();
    } catch (ComputationFailedException e) {
      throw RuntimeErrors.of(e);
    } catch (IllegalStateException e) {
      throw RuntimeErrors.of(session, e);
    }
  }

  /**
   * Copies {@code source} to {@code target}, of the same type and size, as a packet named {@code
   * name}; on {@code device}. Does nothing if they are the same.
   */
  public void copy(String name, NdArray target, NdArray source, int device) {
    Region to = region(target);
    Region from = region(source);
    if (to.equals(from)) {
      return;
    }
    session.submit(
        name,
        new Operation.Copy(to, from, true),
        Placement.onDevice(device),
        new Access(to, AccessMode.OVERWRITE),
        new Access(from, AccessMode.READ));
  }

  /** The memory of an array that is to be sent. */
  public Region region(NdArray array) {
    return session.checkedRegion(array);
  }

  /**
   * The number that {@code counter} will hold when the computations that write it have ended.
   *
   * @param counter of one element: an integer of 32 or 64 bits
   */
  public RowCount count(NdArray counter) {
    NdArray readable = counter;
    if (counter.isAway()) {
      readable = session.allocate(counter.type(), new long[] {1}, Order.C);
      session.copy(readable, counter);
    }
    RowCount count = new RowCount();
    ElementType type = counter.type();
    Operation.HostWork read =
        (task, addresses) -> {
          long rows = rows(type, addresses[0]);
          count.set(rows);
          dag.runtime()
              .finish(
                  task,
                  rows >= 0
                      ? null
                      : new GrCudaException(
                          GrCudaException.Kind.VALUE,
                          "the count is " + rows + ": expected 0 or more"));
        };
    Access[] accesses = {new Access(session.checkedRegion(readable), AccessMode.READ)};
    Vertex task =
        session.submit("count", new Operation.HostTask(read), Placement.ANYWHERE, accesses);
    count.readBy(task);
    return count;
  }

  private long rows(ElementType type, long address) {
    long bits =
        type.sizeBytes() == Long.BYTES
            ? HostMemory.getLong(address, this)
            : HostMemory.getInt(address, this);
    return type == ElementType.UINT ? Integer.toUnsignedLong((int) bits) : bits;
  }
}
