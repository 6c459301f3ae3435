package org.grcuda.world;

import org.grcuda.ArrayType;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;
import org.grcuda.types.ElementType;
import org.grcuda.world.array.ArrayWorld;
import org.grcuda.world.message.Messages;

/** The ranks of a program, seen from one of them. */
public final class World implements AutoCloseable {

  private final GrCuda cuda;
  private final Transport transport;
  private final ArrayWorld arrays;

  private World(GrCuda cuda, Transport transport) {
    this.cuda = cuda;
    this.transport = transport;
    this.arrays = new ArrayWorld(cuda, new Alone(), values -> new double[][] {values});
  }

  /** The world of a context: the ranks that one {@code mpirun} has started, or this one alone. */
  public static World of(GrCuda cuda) {
    return over(cuda, Loopback.connect(1).getFirst());
  }

  /** The world of a context over a transport. */
  public static World over(GrCuda cuda, Transport transport) {
    return new World(cuda, transport);
  }

  /**
   * Starts a distributed array. All ranks make the same arrays in the same order.
   *
   * @param type of the arrays of its parts: {@code ArrayType.FLOAT}
   * @param shape elements along each axis
   */
  public <A extends DeviceArray> DistributedArrayBuilder<A> distributedArray(
      ArrayType<A> type, long... shape) {
    return new DistributedArrayBuilder<>(arrays, type.elements(), shape);
  }

  /** As the other, of elements of {@code type}. */
  public DistributedArrayBuilder<DeviceArray> distributedArray(ElementType type, long... shape) {
    return new DistributedArrayBuilder<>(arrays, type, shape);
  }

  /** The context. */
  public GrCuda cuda() {
    return cuda;
  }

  /** The number of this rank, from 0. */
  public int rank() {
    return transport.rank();
  }

  /** The number of ranks. */
  public int size() {
    return transport.size();
  }

  @Override
  public void close() {
    transport.close();
  }

  /** One rank, which sends no messages. */
  private static final class Alone implements Messages {

    @Override
    public int rank() {
      return 0;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public void send(int target, long tag, DeviceArray data) {
      throw new IllegalStateException("a message to rank " + target);
    }

    @Override
    public void receive(int source, long tag, DeviceArray data) {
      throw new IllegalStateException("a message from rank " + source);
    }
  }
}
