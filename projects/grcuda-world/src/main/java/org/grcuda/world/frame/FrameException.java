package org.grcuda.world.frame;

/** A record is not as another rank of this program would write it. */
public final class FrameException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** Says what is wrong. */
  public FrameException(String message) {
    super(message);
  }
}
