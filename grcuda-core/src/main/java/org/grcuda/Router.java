package org.grcuda;

import java.util.List;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;
import org.grcuda.core.route.ArrayRouter;
import org.grcuda.core.route.Policy;
import org.grcuda.runtime.route.Routing;
import org.grcuda.runtime.route.RoutingPolicy;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Reduction;

/**
 * Moves rows of arrays from source endpoints to target endpoints, in packets, while computations go
 * on (Groute). A packet leaves when its target has a buffer that nothing uses any more; the packets
 * between two endpoints arrive in the order in which they were sent.
 *
 * @param <A> the class of arrays
 */
public final class Router<A extends DeviceArray> {

  private final Session session;
  private final ArrayRouter router;
  private final ArrayType<A> type;

  private Router(Session session, ArrayRouter router, ArrayType<A> type) {
    this.session = session;
    this.router = router;
    this.type = type;
  }

  /**
   * A router about to be made.
   *
   * @param <A> the class of arrays
   */
  public static final class Builder<A extends DeviceArray> {

    private final Session session;
    private final ArrayType<A> type;
    private Policy policy = Policy.of(Routing.DIRECT);
    private List<? extends Endpoint> sources = List.of();
    private List<? extends Endpoint> targets = List.of();
    private long packet;
    private long columns = 1;

    Builder(Session session, ArrayType<A> type) {
      this.session = session;
      this.type = type;
    }

    /** Routes as the policy of the library says; {@link Routing#DIRECT} by default. */
    public Builder<A> policy(Routing routing) {
      policy = Policy.of(routing);
      return this;
    }

    /** Routes as {@code own} says. */
    public Builder<A> policy(RoutingPolicy own) {
      policy = Policy.of(own);
      return this;
    }

    /** The endpoints that send, each once. */
    public Builder<A> from(List<? extends Endpoint> endpoints) {
      sources = endpoints;
      return this;
    }

    /** The endpoint that sends. */
    public Builder<A> from(Endpoint endpoint) {
      return from(List.of(endpoint));
    }

    /** The endpoints that receive, each once. */
    public Builder<A> to(List<? extends Endpoint> endpoints) {
      targets = endpoints;
      return this;
    }

    /** The endpoint that receives. */
    public Builder<A> to(Endpoint endpoint) {
      return to(List.of(endpoint));
    }

    /** Most rows of a packet; as many as make a megabyte by default. */
    public Builder<A> packet(long rows) {
      packet = requirePositive("packet", rows);
      return this;
    }

    /** Elements of a row; 1 by default. With more, arrays have two dimensions. */
    public Builder<A> columns(long elements) {
      columns = requirePositive("columns", elements);
      return this;
    }

    private static long requirePositive(String name, long number) {
      if (number < 1) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE, name + ": expected at least 1, given " + number);
      }
      return number;
    }

    /**
     * Makes the router.
     *
     * @throws GrCudaException if there are no sources or targets, one is given twice, or the policy
     *     cannot serve so many
     */
    public Router<A> open() {
      ArrayRouter router =
          new ArrayRouter(
              session.routes(),
              type.elements(),
              columns,
              policy,
              sources.stream().map(Endpoint::endpoint).toList(),
              targets.stream().map(Endpoint::endpoint).toList(),
              packet);
      return new Router<>(session, router, type);
    }

    /** As {@link #link(int)}, with two buffers. */
    public Link<A> link() {
      return link(2);
    }

    /**
     * Makes the router as its two ends.
     *
     * @param buffers of the receiver: so many segments can be held at a time
     * @throws GrCudaException as {@link #open}, or if there is not one source and one target
     */
    public Link<A> link(int buffers) {
      if (sources.size() != 1 || targets.size() != 1) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            "a link has one source and one target, given "
                + sources.size()
                + " and "
                + targets.size());
      }
      Router<A> router = open();
      return new Link<>(
          router.sender(sources.getFirst()), router.receiver(targets.getFirst(), buffers));
    }
  }

  /**
   * For the policy ring, the positions of the endpoints in the order in which packets are passed
   * on; none for other policies.
   */
  public List<Integer> ring() {
    return router.ring().stream().map(router.targets()::indexOf).toList();
  }

  /** Most rows of a packet. */
  public long packet() {
    return router.packet();
  }

  /**
   * A sender at an endpoint, with two output segments.
   *
   * @throws GrCudaException if the endpoint is none of the sources
   */
  public Sender<A> sender(Endpoint endpoint) {
    return sender(endpoint, 2);
  }

  /** As the other, with {@code buffers} output segments. */
  public Sender<A> sender(Endpoint endpoint, int buffers) {
    return new Sender<>(router.sender(endpoint.endpoint(), buffers), type);
  }

  /**
   * A receiver at an endpoint, with two buffers.
   *
   * @throws GrCudaException if the endpoint is none of the targets, or memory is exhausted
   */
  public Receiver<A> receiver(Endpoint endpoint) {
    return receiver(endpoint, 2);
  }

  /** As the other, with {@code buffers} buffers: so many segments can be held at a time. */
  public Receiver<A> receiver(Endpoint endpoint, int buffers) {
    return new Receiver<>(router.receiver(endpoint.endpoint(), buffers), endpoint, type);
  }

  /**
   * Combines arrays element by element, in pairs of endpoints at distance 1, then 2, then 4: always
   * in the same order. Packets move while those before them are combined further along. Returns at
   * once, as a launch does. For a router of the policy {@link Routing#TREE} between devices.
   *
   * @param arrays one of each endpoint, in order, of one shape; they are not changed
   * @return the result: a new array, last written at the first endpoint
   * @throws GrCudaException if the policy is another one, there are more or fewer arrays than
   *     endpoints, their shapes differ, or such elements cannot be combined so
   */
  public A reduce(List<A> arrays, Reduction reduction) {
    return type.of(reduced(arrays, kernel(reduction), null));
  }

  /**
   * As {@link #reduce(List, Reduction)}, by a kernel {@code (x: inout pointer T, y: in pointer T,
   * n: sint64)}, which combines {@code n} elements of {@code y} into those of {@code x}.
   *
   * @throws GrCudaException also if it has other parameters
   */
  public A reduce(List<A> arrays, Kernel kernel) {
    return type.of(reduced(arrays, kernel.kernel(), null));
  }

  /**
   * As {@link #reduce(List, Reduction)}, into an array of the program.
   *
   * @param out of the same shape; it may be the first of {@code arrays}, and shares no element with
   *     the others
   */
  public void reduce(List<A> arrays, Reduction reduction, A out) {
    reduced(arrays, kernel(reduction), out.array());
  }

  /** As {@link #reduce(List, Kernel)}, into an array of the program. */
  public void reduce(List<A> arrays, Kernel kernel, A out) {
    reduced(arrays, kernel.kernel(), out.array());
  }

  private GpuKernel kernel(Reduction reduction) {
    return session.reductions().kernel(reduction, router.type());
  }

  private NdArray reduced(List<A> arrays, GpuKernel kernel, NdArray out) {
    return router.reduce(arrays.stream().map(DeviceArray::array).toList(), kernel, out);
  }

  @Override
  public String toString() {
    return router.toString();
  }
}
