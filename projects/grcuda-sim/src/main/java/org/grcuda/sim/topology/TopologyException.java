package org.grcuda.sim.topology;

/** A description of a machine does not exist or makes no sense: the message says where and why. */
public final class TopologyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TopologyException(String message) {
    super(message);
  }

  TopologyException(String message, Throwable cause) {
    super(message, cause);
  }
}
