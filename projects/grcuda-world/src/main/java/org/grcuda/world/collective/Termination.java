package org.grcuda.world.collective;

import java.util.concurrent.atomic.AtomicLong;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.Progress;

/**
 * Detects that no rank has anything left to do and nothing is on its way: Mattern's four counters.
 * Waves go down the tree of ranks, and come back up with the numbers of records that were sent and
 * handled; a rank answers when it is passive. If two waves in a row find all four numbers the same,
 * nothing was on its way when the second began.
 */
public final class Termination {

  private static final int DOWN = 0;
  private static final int UP = 1;
  private static final int END = 2;

  private final Progress progress;
  private final Tree tree;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong handled = new AtomicLong();

  // Of the wave under way; written by the thread that drives.
  private volatile int answers;
  private long answeredSent;
  private long answeredHandled;
  private long lastSent = -1;
  private long lastHandled = -1;

  /** Ends that were announced. */
  private volatile long ends;

  private volatile boolean isWaved;
  private volatile boolean isRunning;

  /** Over the ranks of {@code progress}. */
  public Termination(Progress progress) {
    this.progress = progress;
    tree = Tree.of(progress.rank(), progress.size());
    progress.on(Kind.WAVE, this::receive);
  }

  /** A record that asks for work is sent now. */
  public void sent() {
    sent.incrementAndGet();
  }

  /** Such a record was handled, with all that it has led to on this rank. */
  public void handled() {
    handled.incrementAndGet();
  }

  /** How often the end was announced. */
  public long ends() {
    return ends;
  }

  /**
   * From now on, this rank does nothing but handle records, until {@link #ends} is what this gives.
   */
  public long begin() {
    long end = ends + 1;
    isRunning = true;
    return end;
  }

  /** This rank has nothing to do now: it answers a wave, or begins one if it is the root. */
  public void passive() {
    boolean isDue = isWaved ? answers == tree.children().size() : tree.isRoot();
    if (isDue && isRunning) {
      progress.act(this::answer);
    }
  }

  /**
   * Answers, if a wave is here and all children have. That a record may be being handled meanwhile
   * does no harm: it was sent and is not counted as handled, so that the numbers differ.
   */
  private void answer() {
    if (!isRunning) {
      return;
    }
    if (tree.isRoot() && !isWaved) {
      descend();
    }
    if (isWaved && answers == tree.children().size()) {
      isWaved = false;
      long allSent = answeredSent + sent.get();
      long allHandled = answeredHandled + handled.get();
      if (!tree.isRoot()) {
        progress.post(
            tree.parent(),
            new RecordWriter(Kind.WAVE).addByte(UP).addLong(allSent).addLong(allHandled).finish());
      } else {
        decide(allSent, allHandled);
      }
    }
  }

  private void descend() {
    isWaved = true;
    answers = 0;
    answeredSent = 0;
    answeredHandled = 0;
    tell(DOWN);
  }

  private void decide(long allSent, long allHandled) {
    boolean isEnd = allSent == allHandled && allSent == lastSent && allHandled == lastHandled;
    lastSent = allSent;
    lastHandled = allHandled;
    if (isEnd) {
      end();
    }
  }

  private void end() {
    lastSent = -1;
    lastHandled = -1;
    tell(END);
    isRunning = false;
    ends++;
  }

  private void tell(int what) {
    for (int child : tree.children()) {
      progress.post(child, new RecordWriter(Kind.WAVE).addByte(what).finish());
    }
  }

  private void receive(int source, RecordReader record) {
    switch (record.readByte()) {
      case DOWN -> {
        // Of a run in which a rank is missing, nobody needs the end.
        if (!progress.hasLeft()) {
          descend();
        }
      }
      case UP -> {
        answers++;
        answeredSent += record.readLong();
        answeredHandled += record.readLong();
      }
      case END -> end();
      default -> throw new FrameException("a wave of no kind, from rank " + source);
    }
  }
}
