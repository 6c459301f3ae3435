package org.grcuda.runtime.computation;

/**
 * Why a computation failed. It is shared with all computations that depend on its data, as they
 * fail too.
 */
final class Failure {

  private final long vertexId;
  private final String name;
  private final Throwable error;
  private volatile boolean reported;

  /**
   * @param failed the computation that failed first
   * @param error why
   */
  Failure(Vertex failed, Throwable error) {
    this.vertexId = failed.id;
    this.name = failed.name();
    this.error = error;
  }

  /** Whether {@code vertex} failed first. */
  boolean isOf(Vertex vertex) {
    return vertex.id == vertexId;
  }

  /** Name of the computation that failed first. */
  String name() {
    return name;
  }

  Throwable error() {
    return error;
  }

  /** Whether the failure was reported to somebody. */
  boolean isReported() {
    return reported;
  }

  /** Makes the exception, and counts the failure as reported. */
  ComputationFailedException report() {
    reported = true;
    return new ComputationFailedException(name, error);
  }
}
