package org.grcuda.runtime.computation;

/** Why a computation failed, and all that depend on its data: shared by them. */
final class Failure {

  private final long vertexId;
  private final String name;
  private final Throwable error;
  private volatile boolean reported;

  /**
   * @param failed what failed first
   * @param error why
   */
  Failure(Vertex failed, Throwable error) {
    this.vertexId = failed.id;
    this.name = failed.name();
    this.error = error;
  }

  /** Whether {@code vertex} is what failed first. */
  boolean isOf(Vertex vertex) {
    return vertex.id == vertexId;
  }

  /** Name of what failed first. */
  String name() {
    return name;
  }

  Throwable error() {
    return error;
  }

  /** Whether somebody was told. */
  boolean isReported() {
    return reported;
  }

  /** An exception that tells. */
  ComputationFailedException report() {
    reported = true;
    return new ComputationFailedException(name, error);
  }
}
