package org.grcuda.core.dag;

import java.util.Arrays;
import org.grcuda.runtime.computation.StreamOrder;
import org.grcuda.runtime.computation.Vertex;

/**
 * Which computations used an interval: the last writer, those that may have written it since then,
 * and the readers since then.
 */
final class AccessHistory {

  private static final Vertex[] NONE = {};
  private static final int MIN_PRUNE = 8;
  private static final int MAX_DOUBTFUL = 16;

  /** The last writer; null before the first. */
  Vertex writer;

  /**
   * Computations that may have written it after the writer, in order of submission; each is ordered
   * after the one before.
   */
  Vertex[] doubtful = NONE;

  /**
   * Readers since then, in order of submission, without those that others stand for; the first
   * {@code readerCount} entries count.
   */
  Vertex[] readers = NONE;

  int readerCount;

  /** How many readers have ended since the last prune: about that many entries have completed. */
  private int ended;

  AccessHistory copy() {
    AccessHistory copy = new AccessHistory();
    copy.writer = writer;
    copy.doubtful = doubtful;
    copy.readers = readerCount == 0 ? NONE : Arrays.copyOf(readers, readerCount);
    copy.readerCount = readerCount;
    return copy;
  }

  /** Makes {@code vertex} the last writer, with no readers since. */
  void write(Vertex vertex) {
    writer = vertex;
    doubtful = NONE;
    clearReaders();
  }

  private void clearReaders() {
    Arrays.fill(readers, 0, readerCount, null);
    readerCount = 0;
    if (readers.length > MIN_PRUNE) {
      readers = NONE;
    }
  }

  /**
   * Adds {@code vertex}, which may write it, after all others here. The last writer stays, and so
   * does its failure.
   */
  void mayWrite(Vertex vertex) {
    doubtful = isFullOfDoubt() ? new Vertex[1] : Arrays.copyOf(doubtful, doubtful.length + 1);
    doubtful[doubtful.length - 1] = vertex;
    clearReaders();
  }

  /** Whether the next computation that may write it replaces those here, with their failures. */
  boolean isFullOfDoubt() {
    return doubtful.length == MAX_DOUBTFUL;
  }

  /**
   * Adds a reader. If that would need more room, completed readers are dropped first, and those
   * that a later reader on their stream stands for. So the cost is constant, and the room is in
   * proportion to the number of streams.
   *
   * @param keepCompleted whether completed readers still matter (to a recorder)
   */
  void read(Vertex vertex, boolean keepCompleted) {
    if (readerCount > 0 && readers[readerCount - 1] == vertex) {
      return;
    }
    if (readerCount == readers.length) {
      if (!keepCompleted) {
        prune();
      }
      if (2 * readerCount >= readers.length) {
        readers = Arrays.copyOf(readers, Math.max(MIN_PRUNE, 2 * readerCount));
      }
    }
    readers[readerCount++] = vertex;
  }

  /** A writer of it has ended. */
  void writerEnded(Vertex vertex) {
    if (vertex.isFailed()) {
      return;
    }
    if (writer == vertex) {
      writer = null;
    }
    if (doubtful.length > 0) {
      doubtful = Arrays.stream(doubtful).filter(other -> other != vertex).toArray(Vertex[]::new);
    }
  }

  /**
   * A reader of it has ended. When half of the readers may have ended, those that have are dropped.
   * So the cost of each end is constant, and the last one leaves nothing.
   */
  void readerEnded() {
    ended++;
    if (readerCount > 0 && 2 * ended >= readerCount) {
      prune();
    }
  }

  private void prune() {
    ended = 0;
    readerCount = StreamOrder.prune(readers, readerCount);
    if (readerCount == 0 && readers.length > MIN_PRUNE) {
      readers = NONE;
    }
  }

  /** The latest reader that has not completed; null if there is none. */
  Vertex pendingReader() {
    for (int i = readerCount - 1; i >= 0; i--) {
      if (!readers[i].isComplete()) {
        return readers[i];
      }
    }
    return null;
  }

  /** The latest writer, certain or not; null if there is none. */
  Vertex latestWriter() {
    return doubtful.length > 0 ? doubtful[doubtful.length - 1] : writer;
  }

  /** The latest writer, certain or not, that has not completed; null if there is none. */
  Vertex pendingWriter() {
    for (int i = doubtful.length - 1; i >= 0; i--) {
      if (!doubtful[i].isComplete()) {
        return doubtful[i];
      }
    }
    return writer != null && !writer.isComplete() ? writer : null;
  }

  /** A failed writer whose failure the contents still carry; null if there is none. */
  Vertex poison() {
    if (writer != null && writer.isFailed()) {
      return writer;
    }
    for (Vertex vertex : doubtful) {
      if (vertex.isFailed()) {
        return vertex;
      }
    }
    return null;
  }

  /** Whether a writer failed. */
  boolean isPoisoned() {
    return poison() != null;
  }

  /** Whether later computations need nothing of it. */
  boolean isQuiet() {
    return pendingWriter() == null && !isPoisoned() && pendingReader() == null;
  }

  /** Whether both mean the same for later computations. */
  static boolean alike(AccessHistory one, AccessHistory other) {
    return one.isQuiet() && other.isQuiet()
        || one.writer == other.writer
            && Arrays.equals(one.doubtful, other.doubtful)
            && one.readerCount == 0
            && other.readerCount == 0;
  }
}
