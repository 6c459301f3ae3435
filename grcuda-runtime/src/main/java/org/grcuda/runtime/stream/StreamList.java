package org.grcuda.runtime.stream;

import org.grcuda.runtime.computation.ComputeStream;

/** Streams in an order, linked through themselves: each is on one list at most. */
final class StreamList {

  private ComputeStream first;
  private ComputeStream last;

  /** The first, null if there is none. */
  ComputeStream first() {
    return first;
  }

  /** Puts {@code stream}, which is on no list, at the end. */
  void add(ComputeStream stream) {
    stream.previousOnList = last;
    if (last == null) {
      first = stream;
    } else {
      last.nextOnList = stream;
    }
    last = stream;
  }

  /** Takes {@code stream} off this list, which it is on. */
  void remove(ComputeStream stream) {
    if (stream.previousOnList == null) {
      first = stream.nextOnList;
    } else {
      stream.previousOnList.nextOnList = stream.nextOnList;
    }
    if (stream.nextOnList == null) {
      last = stream.previousOnList;
    } else {
      stream.nextOnList.previousOnList = stream.previousOnList;
    }
    stream.previousOnList = null;
    stream.nextOnList = null;
  }

  void clear() {
    first = null;
    last = null;
  }
}
