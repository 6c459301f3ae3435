package org.grcuda.core.engine;

import java.util.List;
import java.util.function.Consumer;
import org.grcuda.runtime.completion.EndNotices;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.types.GrCudaException;

/**
 * The end of computations that were submitted before: a caller can be told of it, or wait for it.
 */
public abstract class Completion {

  private final EndNotices notices;
  private final List<Vertex> vertices;

  Completion(EndNotices notices, List<Vertex> vertices) {
    this.notices = notices;
    this.vertices = vertices;
  }

  /**
   * Runs {@code told} once, when they have ended; or at once, where computations end only while
   * somebody waits. {@code told} may run on any thread, and must not take long.
   */
  public void whenEnded(Runnable told) {
    if (notices.areGiven()) {
      notices.afterEnd(vertices, told);
    } else {
      told.run();
    }
  }

  /**
   * Waits until they have ended.
   *
   * @throws GrCudaException if one failed
   */
  public void await() {
    await(vertices);
  }

  abstract void await(List<Vertex> vertices);

  /** The end of computations whose data is wanted: each failure counts. */
  static Completion ofData(Computations session, List<Vertex> writers) {
    return new Completion(session.runtime().endNotices(), writers) {
      @Override
      void await(List<Vertex> vertices) {
        vertices.forEach(session::await);
      }
    };
  }

  /**
   * The begin of a task of the host.
   *
   * @param whenBegun has an action run once the task has begun or will not begin
   * @param await waits for that
   */
  public static Completion ofBegin(
      Computations session, Consumer<Runnable> whenBegun, Runnable await) {
    EndNotices notices = session.runtime().endNotices();
    return new Completion(notices, List.of()) {
      @Override
      public void whenEnded(Runnable told) {
        if (notices.areGiven()) {
          whenBegun.accept(told);
        } else {
          told.run();
        }
      }

      @Override
      void await(List<Vertex> vertices) {
        await.run();
      }
    };
  }

  /** The end of everything, as {@link Computations#synchronize} waits for it. */
  static Completion ofAll(Computations session) {
    EndNotices notices = session.runtime().endNotices();
    return new Completion(notices, notices.all()) {
      @Override
      void await(List<Vertex> vertices) {
        vertices.forEach(session::awaitEnd);
        session.runtime().flushOutput();
        session.throwUnreported();
      }
    };
  }
}
