package org.grcuda.core.route;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Routes;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.route.Router;
import org.grcuda.runtime.route.RouterShape;
import org.grcuda.runtime.route.RoutingPolicy;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/** A router of rows of elements between endpoints. Methods may be called from any thread. */
public final class ArrayRouter {

  /** Most buffers of a sender or receiver. */
  public static final int MOST_BUFFERS = 1 << 16;

  /**
   * Bytes of a packet, if the program does not say. Copies in such packets take about 10 % longer
   * than whole ones (Groute, figure 2b).
   */
  private static final long USUAL_PACKET_BYTES = 1 << 20;

  private final Routes routes;
  private final ElementType type;
  private final long columns;
  private final List<Endpoint> sources;
  private final List<Endpoint> targets;
  private final long packet;
  private final String name;
  private final Router router;

  /** Positions of the targets that have a receiver. */
  private final Set<Integer> receiving = new HashSet<>();

  /** The endpoints of a ring, in order; none for other policies. */
  private final List<Endpoint> ring;

  private final boolean isTree;

  /** Its buffers; null before the first reduction. */
  private TreeReduction reduction;

  /**
   * @param type of the elements
   * @param columns elements of a row
   * @param policy named by the program, or its own
   * @param packet most rows of a packet; 0 for as many as make a megabyte
   * @throws GrCudaException if an endpoint is given twice or is on no device of the context, or a
   *     packet is larger than 64 bits can say
   */
  public ArrayRouter(
      Routes routes,
      ElementType type,
      long columns,
      Policy policy,
      List<Endpoint> sources,
      List<Endpoint> targets,
      long packet) {
    this.routes = routes;
    this.type = type;
    this.columns = columns;
    int devices = routes.session().deviceCount();
    this.sources = checked("source", sources, devices);
    this.targets = checked("target", targets, devices);
    long rowBytes = NdArray.bytes(type, columns);
    this.packet = packet > 0 ? packet : Math.max(1, USUAL_PACKET_BYTES / rowBytes);
    NdArray.bytes(type, this.packet, columns);
    RouterShape shape = new RouterShape(ends(sources), ends(targets), rowBytes, this.packet);
    name = policy.name() + " of " + type;
    RoutingPolicy routing = policy.of(shape, routes.bandwidths());
    router = routes.router(name, routing, shape);
    isTree = policy.isTree();
    ring = policy.isRing() ? ring(routing) : List.of();
  }

  private List<Endpoint> ring(RoutingPolicy routing) {
    List<Endpoint> order = new ArrayList<>();
    int at = 0;
    do {
      order.add(targets.get(at));
      at = routing.targets(at, 0)[0];
    } while (at != 0);
    return order;
  }

  private static List<RouterShape.End> ends(List<Endpoint> endpoints) {
    return endpoints.stream()
        .map(endpoint -> new RouterShape.End(endpoint.name(), endpoint.place()))
        .toList();
  }

  private static List<Endpoint> checked(String role, List<Endpoint> endpoints, int devices) {
    if (endpoints.isEmpty()) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, "a router needs at least one " + role);
    }
    var seen = new HashSet<Endpoint>();
    for (Endpoint endpoint : endpoints) {
      if (endpoint.place() >= devices) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            endpoint + ": this context has devices 0 to " + (devices - 1) + " only");
      }
      if (!seen.add(endpoint)) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE, endpoint + " is given twice as a " + role + " of a router");
      }
    }
    return List.copyOf(endpoints);
  }

  /** The endpoints that receive. */
  public List<Endpoint> targets() {
    return targets;
  }

  /** The endpoints in the order in which a ring passes packets on; none for other policies. */
  public List<Endpoint> ring() {
    return ring;
  }

  /** The type of the elements. */
  public ElementType type() {
    return type;
  }

  /** Most rows of a packet. */
  public long packet() {
    return packet;
  }

  Routes routes() {
    return routes;
  }

  /**
   * The sender at {@code endpoint}.
   *
   * @param buffers how many output segments it has
   * @throws GrCudaException if the endpoint is none of the sources, or the number is out of range
   */
  public ArraySender sender(Endpoint endpoint, int buffers) {
    checkBuffers(buffers);
    int index = index("source", sources, endpoint);
    return new ArraySender(this, router.sender(index), endpoint, buffers);
  }

  /**
   * The receiver at {@code endpoint}.
   *
   * @param buffers how many packets it can hold that were not released
   * @throws GrCudaException if the endpoint is none of the targets or has a receiver already, the
   *     number is out of range, or memory is exhausted
   */
  public synchronized ArrayReceiver receiver(Endpoint endpoint, int buffers) {
    checkBuffers(buffers);
    int index = index("target", targets, endpoint);
    if (receiving.contains(index)) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE, endpoint + " has a receiver of " + this + " already");
    }
    ArrayReceiver receiver =
        new ArrayReceiver(this, router.receiver(index), endpoint, buffers(endpoint, buffers));
    receiving.add(index);
    return receiver;
  }

  private List<NdArray> buffers(Endpoint endpoint, int count) {
    List<NdArray> buffers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      buffers.add(buffer(endpoint.place()));
    }
    return buffers;
  }

  private static void checkBuffers(int buffers) {
    if (buffers < 1 || buffers > MOST_BUFFERS) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "buffers: expected 1 to " + MOST_BUFFERS + ", given " + buffers);
    }
  }

  private int index(String role, List<Endpoint> endpoints, Endpoint endpoint) {
    int index = endpoints.indexOf(endpoint);
    if (index < 0) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, endpoint + " is no " + role + " of " + this);
    }
    return index;
  }

  /**
   * Combines arrays, one of each endpoint in order, element by element, in pairs of endpoints at
   * distance 1, then 2, then 4. Returns at once. For a router of the policy tree.
   *
   * @param arrays of one shape; they are not changed
   * @param kernel {@code (x, y, n)} combines {@code n} elements of {@code y} into those of {@code
   *     x}
   * @param out gets the result, at the first endpoint; may be the first array; null for a new array
   * @return the result
   * @throws GrCudaException if the policy is another one, the arrays are not as many and as long as
   *     they should be, or the kernel has other parameters
   */
  public synchronized NdArray reduce(List<NdArray> arrays, GpuKernel kernel, NdArray out) {
    checkReduction(arrays, kernel, out);
    NdArray first = arrays.getFirst();
    NdArray result = out != null ? out : routes.session().allocate(type, first.shape(), Order.C);
    if (reduction == null) {
      reduction = new TreeReduction(this);
    }
    reduction.run(arrays, kernel, result);
    Reference.reachabilityFence(arrays);
    return result;
  }

  private void checkReduction(List<NdArray> arrays, GpuKernel kernel, NdArray out) {
    if (!isTree) {
      throw ReductionCheck.refuse(
          GrCudaException.Kind.VALUE, "expected a router of policy tree, given " + this);
    }
    ReductionCheck.endpoints(targets);
    ReductionCheck.arrays(targets, arrays);
    arrays.forEach(array -> routes.region(checkedRows("reduce", array)));
    ReductionCheck.kernel(kernel, type);
    if (out != null) {
      routes.region(checkedRows("reduce", out));
      ReductionCheck.result(arrays, out);
    }
  }

  /** Copies a packet, on {@code device}. */
  void copy(NdArray target, NdArray source, int device) {
    routes.copy(name, target, source, device);
  }

  /** A buffer of one packet at {@code place}. */
  NdArray buffer(int place) {
    long[] shape = columns == 1 ? new long[] {packet} : new long[] {packet, columns};
    return allocate(place, type, shape);
  }

  NdArray allocate(int place, ElementType of, long... shape) {
    return place == Places.HOST
        ? routes.session().allocate(of, shape, Order.C)
        : routes.session().allocateOn(place, of, shape);
  }

  /**
   * Refuses an array whose rows are not this router's.
   *
   * @param method what was called, for the message
   * @throws GrCudaException naming both
   */
  NdArray checkedRows(String method, NdArray array) {
    boolean fits =
        array.type() == type
            && (columns == 1 ? array.rank() == 1 : array.rank() == 2 && array.extent(1) == columns);
    if (!fits || !array.isDense(Order.C)) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          method
              + ": expected a device array "
              + type
              + (columns == 1 ? "[n]" : "[n][" + columns + "]")
              + " without gaps, given "
              + array.describe());
    }
    return array;
  }

  @Override
  public String toString() {
    return router.toString();
  }
}
