package org.grcuda.world.progress;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;

/**
 * Holds a fast sender back, so that what waits on a rank to be handled stays small. A sender takes
 * a credit for each record, and the receiver gives credits back when it has handled some. Section
 * 4.2 of the paper on heterogeneous tasking with PREMA has no such bound.
 *
 * <p>A flow is held back on its own: elements that nobody receives keep no call from its object.
 */
public final class FlowControl {

  /** What is counted together. */
  public enum Flow {
    /** Records about objects, until the program's thread takes them. */
    CALLS,
    /** Elements that travel within records, until there is memory for them. */
    ELEMENTS
  }

  /** What this rank has handled of another one, and not told it. */
  private static final class Handled {
    private long records;
    private long bytes;
  }

  private final Progress progress;
  private final Credits credits;

  /** By the rank that is sent to; used by the thread that drives. */
  private final Map<Flow, Map<Integer, Window>> windows = new EnumMap<>(Flow.class);

  /** By the rank that has sent. */
  private final Map<Flow, Map<Integer, Handled>> handled = new EnumMap<>(Flow.class);

  FlowControl(Progress progress, Credits credits) {
    this.progress = progress;
    this.credits = credits;
    for (Flow flow : Flow.values()) {
      windows.put(flow, new HashMap<>());
      handled.put(flow, new HashMap<>());
    }
    progress.on(Kind.CREDIT, this::receive);
  }

  private Window window(Flow flow, int target) {
    return windows.get(flow).computeIfAbsent(target, rank -> new Window(credits));
  }

  /**
   * Takes a credit for a record to {@code target}, if there is one. Called while driving.
   *
   * @param bytes as the receiver will count them
   */
  public boolean take(Flow flow, int target, long bytes) {
    return window(flow, target).take(bytes);
  }

  /** A record of {@code source} was handled. Called by one thread at a time for each flow. */
  public void handled(Flow flow, int source, long bytes) {
    if (progress.hasLeft()) {
      // The other side lets everything go when it hears of that, and may then be gone.
      return;
    }
    Handled sum = handled.get(flow).computeIfAbsent(source, rank -> new Handled());
    sum.records++;
    sum.bytes += bytes;
    if (credits.isWorthTelling(sum.records, sum.bytes)) {
      RecordWriter record = new RecordWriter(Kind.CREDIT).addByte(flow.ordinal());
      progress.post(source, record.addLong(sum.records).addLong(sum.bytes).finish());
      sum.records = 0;
      sum.bytes = 0;
    }
  }

  private void receive(int source, RecordReader record) {
    int flow = record.readByte();
    if (flow < 0 || flow >= Flow.values().length) {
      throw new FrameException("credits for flow " + flow);
    }
    window(Flow.values()[flow], source).giveBack(record.readLong(), record.readLong());
  }

  /** Rank {@code target} handles nothing more, and takes everything. Called while driving. */
  public void open(int target) {
    for (Flow flow : Flow.values()) {
      window(flow, target).open();
    }
  }
}
