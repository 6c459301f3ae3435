package org.grcuda.core.task;

import org.grcuda.core.engine.Computations;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.task.Resource;
import org.grcuda.types.GrCudaException;

/** A resource of one context. */
public final class Token implements Resource {

  private final Computations session;
  private final Allocation allocation;

  private Token(Computations session, Allocation allocation) {
    this.session = session;
    this.allocation = allocation;
  }

  /**
   * A new resource.
   *
   * @param name its name in messages and in the schedule
   */
  public static Token of(Computations session, String name) {
    return new Token(session, session.resource(name));
  }

  @Override
  public String name() {
    return allocation.name();
  }

  Region region(Computations user) {
    if (user != session) {
      throw new GrCudaException(GrCudaException.Kind.TYPE, this + " belongs to another context");
    }
    return allocation.whole();
  }

  /** Its kind and name. */
  @Override
  public String toString() {
    return "resource '" + name() + "'";
  }
}
