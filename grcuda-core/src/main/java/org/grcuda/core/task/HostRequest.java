package org.grcuda.core.task;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.core.engine.Completion;
import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.HostAccess;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.task.Request;
import org.grcuda.types.GrCudaException;

/** A request of the host for an array: a task of the host that lasts until it is released. */
public final class HostRequest implements Request, HostAccess.Grant {

  private enum State {
    WAITING,
    BEGUN,
    RELEASED,
    CANCELLED
  }

  private final NdArray array;
  private final Region region;
  private final AccessMode mode;
  private final Computations session;
  private final List<Runnable> told = new ArrayList<>();
  private volatile State state = State.WAITING;
  private volatile Vertex task;

  private HostRequest(NdArray array, AccessMode mode) {
    this.array = array;
    this.mode = mode;
    this.session = array.storage().session();
    this.region = session.checkedRegion(array);
  }

  /**
   * Submits a request. Does not wait.
   *
   * @throws GrCudaException if the array was freed, is a strided view, or is kept on a device
   */
  public static HostRequest of(NdArray array, AccessMode mode) {
    HostAccess.requireNear(array);
    HostRequest request = new HostRequest(array.dense("request", "requested"), mode);
    request.submit();
    return request;
  }

  private void submit() {
    task = session.submitTask(name(), new Work(), new Access(region, mode));
    session.hostAccess().add(this);
    if (state == State.CANCELLED) {
      session.hostAccess().remove(this);
    }
  }

  private String name() {
    return "the request of " + array.describe();
  }

  /** The array that was requested. */
  public NdArray array() {
    return array;
  }

  /** The host code of the thread that makes the request. */
  private final class Work implements Operation.HostWork {

    @Override
    public boolean isOfThread() {
      return true;
    }

    @Override
    public void begin(Vertex begun, long[] addresses) {
      turn(State.BEGUN);
    }

    @Override
    public void cancelled(String reason) {
      turn(State.CANCELLED);
      session.hostAccess().remove(HostRequest.this);
    }
  }

  /** Ends the state WAITING, and tells those who wait for that; false if it had ended. */
  private boolean turn(State next) {
    List<Runnable> now;
    synchronized (told) {
      if (state != State.WAITING) {
        return false;
      }
      state = next;
      now = List.copyOf(told);
      told.clear();
    }
    now.forEach(Runnable::run);
    return true;
  }

  @Override
  public boolean isReady() {
    if (state == State.WAITING) {
      session.query(task);
    }
    return state != State.WAITING;
  }

  @Override
  public void await() {
    if (state != State.RELEASED) {
      session.awaitBegin(task);
    }
    if (state == State.RELEASED) {
      throw new GrCudaException(GrCudaException.Kind.STATE, name() + " was released");
    }
  }

  /** The moment at which it is ready, or never will be. */
  public Completion completion() {
    return Completion.ofBegin(session, this::whenDecided, this::await);
  }

  private void whenDecided(Runnable action) {
    synchronized (told) {
      if (state == State.WAITING) {
        told.add(action);
        return;
      }
    }
    action.run();
  }

  @Override
  public void release() {
    if (!turn(State.RELEASED)) {
      synchronized (told) {
        if (state != State.BEGUN) {
          return;
        }
        state = State.RELEASED;
      }
    }
    session.hostAccess().remove(this);
    session.finish(task, null);
  }

  /** An access of the host to what is requested needs no other wait than that for the request. */
  @Override
  public boolean grants(Region used, AccessMode use) {
    boolean covers =
        used.allocation() == region.allocation()
            && used.offset() >= region.offset()
            && used.end() <= region.end();
    if (!covers || use.writes() && !mode.writes() || state == State.RELEASED) {
      return false;
    }
    await();
    return true;
  }

  /** What is requested. */
  @Override
  public String toString() {
    return name();
  }
}
