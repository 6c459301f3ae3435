package org.grcuda.spi;

import java.util.List;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.LanguageView;
import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.completion.HostProgress;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.types.GrCudaException;

/**
 * A task of the host that takes part in the schedule as a kernel does. It begins when what it
 * depends on has ended and its arrays are valid on the host. It lasts until {@link #finish}, and
 * occupies no thread.
 */
public final class HostTask {

  private final Computations session;
  private final Vertex vertex;

  private HostTask(Computations session, Vertex vertex) {
    this.session = session;
    this.vertex = vertex;
  }

  /**
   * An array that a task uses. Whoever finishes the task keeps the array reachable until then.
   *
   * @param array dense, and not kept on a device
   */
  public record Use(DeviceArray array, AccessMode mode) {}

  /** What a task does. Its methods are called on any thread, with the context's lock held. */
  public interface Body {

    /**
     * The task begins. Returns at once, and waits for nothing. If it throws, the task fails.
     *
     * @param task to be finished, now or later, from any thread
     * @param addresses of the first element of each array
     */
    void begin(HostTask task, long[] addresses);

    /**
     * The task will never begin, as it cannot have the data that it reads. It ends by itself.
     *
     * @param reason what has failed
     */
    default void cancelled(String reason) {}
  }

  /**
   * Submits a task. Does not wait.
   *
   * @param name its name in messages and in the schedule
   * @throws GrCudaException if an array cannot be used
   */
  public static HostTask submit(GrCuda cuda, String name, List<Use> uses, Body body) {
    Computations session = LanguageView.session(cuda);
    Access[] accesses = new Access[uses.size()];
    for (int i = 0; i < accesses.length; i++) {
      NdArray array = LanguageView.behind(uses.get(i).array());
      NdArray dense = array.dense(name, "used by a task of the host");
      accesses[i] = new Access(session.routes().region(dense), uses.get(i).mode());
      if (accesses[i].mode() == AccessMode.READ) {
        session.fetchToHost(accesses[i].region());
      }
    }
    return new HostTask(session, session.submitTask(name, new Told(session, body), accesses));
  }

  /**
   * Lets threads that wait for a task, or for what comes after it, drive {@code progress}: for
   * tasks whose end is not told, but looked for.
   *
   * @param progress null if there is nothing to drive any more
   */
  public static void driveWith(GrCuda cuda, HostProgress progress) {
    LanguageView.session(cuda).driveWith(progress);
  }

  /** Tells a body. */
  private record Told(Computations session, Body body) implements Operation.HostWork {

    @Override
    public void begin(Vertex task, long[] addresses) {
      body.begin(new HostTask(session, task), addresses);
    }

    @Override
    public void cancelled(String reason) {
      body.cancelled(reason);
    }
  }

  /**
   * The task has ended. Does nothing if it had before.
   *
   * @param error why it failed, which fails computations that use what it should have written; null
   *     if it has not failed
   */
  public void finish(GrCudaException error) {
    session.finish(vertex, error);
  }

  /** Whether it has ended. */
  public boolean isComplete() {
    return session.isComplete(vertex);
  }

  /**
   * Waits until it has ended.
   *
   * @throws GrCudaException if it failed
   */
  public void await() {
    session.await(vertex);
  }
}
