package org.grcuda.world;

import org.grcuda.GrCuda;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;

/** The ranks of a program, seen from one of them. */
public final class World implements AutoCloseable {

  private final GrCuda cuda;
  private final Transport transport;

  private World(GrCuda cuda, Transport transport) {
    this.cuda = cuda;
    this.transport = transport;
  }

  /** The world of a context: the ranks that one {@code mpirun} has started, or this one alone. */
  public static World of(GrCuda cuda) {
    return over(cuda, Loopback.connect(1).getFirst());
  }

  /** The world of a context over a transport. */
  public static World over(GrCuda cuda, Transport transport) {
    return new World(cuda, transport);
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
}
