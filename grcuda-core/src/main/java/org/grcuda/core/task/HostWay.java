package org.grcuda.core.task;

import java.util.List;
import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.HostAccess;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.types.GrCudaException;

/** One call of a function on the host as a way to do a task. */
final class HostWay implements Operation.HostWork {

  /** What is executed, with the addresses of the accesses. */
  @FunctionalInterface
  interface Body {
    void run(long[] addresses);
  }

  private final Computations session;
  private final String name;
  private final Body body;
  private final Access[] accesses;
  private final KernelProfile profile;
  private final int sizeClass;
  private final HostWorkers workers;
  private final Turns turns;
  private final boolean ofGuest;
  private final long expectedNanos;

  /**
   * @param name of the task, in messages
   * @param accesses of the task
   * @param ofGuest whether only threads of the guest program can execute it
   */
  HostWay(
      Computations session,
      String name,
      Body body,
      Access[] accesses,
      KernelProfile profile,
      int sizeClass,
      HostWorkers workers,
      Turns turns,
      boolean ofGuest) {
    this.session = session;
    this.name = name;
    this.body = body;
    this.accesses = accesses;
    this.profile = profile;
    this.sizeClass = sizeClass;
    this.workers = workers;
    this.turns = turns;
    this.ofGuest = ofGuest;
    expectedNanos = (long) Math.max(0, profile.estimateNanos(Places.HOST, sizeClass));
  }

  @Override
  public void begin(Vertex task, long[] addresses) {
    workers.addNanos(expectedNanos);
    if (ofGuest) {
      turns.add(task, () -> execute(task, addresses), () -> refuse(task));
    } else {
      workers.execute(() -> execute(task, addresses));
    }
  }

  private void refuse(Vertex task) {
    end(
        task,
        new GrCudaException(
            GrCudaException.Kind.STATE,
            "the context was closed before its function was called: wait for its results first"));
  }

  private void end(Vertex task, GrCudaException error) {
    workers.addNanos(-expectedNanos);
    session.finish(task, error);
  }

  private void execute(Vertex task, long[] addresses) {
    GrCudaException error = null;
    long begin = System.nanoTime();
    Arguments arguments = new Arguments(Thread.currentThread(), accesses);
    boolean ended = false;
    try {
      session.hostAccess().add(arguments);
      turns.executeAs(name, () -> body.run(addresses));
      profile.add(Places.HOST, sizeClass, System.nanoTime() - begin);
      ended = true;
    } catch (RuntimeException e) {
      error = new GrCudaException(GrCudaException.Kind.STATE, message(e), e);
      ended = true;
    } finally {
      session.hostAccess().remove(arguments);
      if (!ended) {
        error = new GrCudaException(GrCudaException.Kind.STATE, "it did not end");
      }
      end(task, error);
    }
  }

  private static String message(RuntimeException error) {
    return error.getMessage() == null ? error.toString() : error.getMessage();
  }

  /** The arguments of the call, which the function uses without waiting for its own task. */
  private record Arguments(Thread thread, List<Access> accesses) implements HostAccess.Grant {

    Arguments(Thread thread, Access[] accesses) {
      this(thread, List.of(accesses));
    }

    @Override
    public boolean grants(Region region, AccessMode mode) {
      return Thread.currentThread() == thread
          && accesses.stream().anyMatch(access -> covers(access, region, mode));
    }

    @Override
    public boolean lends(Allocation allocation) {
      return Thread.currentThread() == thread
          && accesses.stream().anyMatch(access -> access.allocation() == allocation);
    }

    private static boolean covers(Access access, Region region, AccessMode mode) {
      Region own = access.region();
      return own.allocation() == region.allocation()
          && own.offset() <= region.offset()
          && region.end() <= own.end()
          && (!mode.writes() || access.mode().writes());
    }

    /** It ends with the call. */
    @Override
    public void release() {}
  }
}
