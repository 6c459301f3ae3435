package org.grcuda.world.frame;

/** What a record says. Part of the protocol: the order counts. */
public enum Kind {
  /** First of all: who speaks, and by which protocol. */
  HELLO,
  /** A piece of a record that is larger than a frame. */
  FRAGMENT,
  /** The elements of a small array. */
  DATA,
  /** An array waits to be sent. */
  READY,
  /** The memory for it is there. */
  GRANT,
  /** The array cannot be sent, or not be taken. */
  FAILED,
  /** Calls a handler of a mobile object. */
  INVOKE,
  /** A mobile object comes to stay. */
  MIGRATE,
  /** A mobile object is elsewhere. */
  LOCATION,
  /** A one-sided write, or read. */
  ACCESS,
  /** Something that this rank has asked for went wrong. */
  ERROR,
  /** Values on the way up or down the tree. */
  GATHER,
  /** A wave of the detection of termination. */
  WAVE,
  /** The sender neither sends nor expects anything. */
  GOODBYE,
  /** So much of what the receiver has sent was handled. */
  CREDIT,
  /** A question for work, or its answer. */
  BALANCE;

  private static final Kind[] ALL = values();

  static Kind of(int ordinal) {
    if (ordinal < 0 || ordinal >= ALL.length) {
      throw new FrameException("a record of kind " + ordinal);
    }
    return ALL[ordinal];
  }
}
