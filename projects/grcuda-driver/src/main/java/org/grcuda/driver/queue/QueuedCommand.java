package org.grcuda.driver.queue;

import java.util.Arrays;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Submission;

/** One command as it was submitted. Immutable but for its {@link #state}. */
public final class QueuedCommand {

  /** What became of a command. */
  public enum State {
    /** In its stream's queue, running or not. */
    PENDING,
    /** Took effect. */
    COMPLETED,
    /** Failed. */
    FAILED,
    /** Was dropped because an earlier command of its submission had failed. */
    SKIPPED
  }

  private final long index;
  private final Batch batch;
  private final Submission.Command kind;
  private final QueuedStream stream;
  private final QueuedEvent event;
  private final Recording recording;
  private final Function function;
  private final long[] words;
  private volatile State state = State.PENDING;

  /**
   * @param recording what a RECORD completes or a WAIT waits for, null if there is nothing to wait
   *     for
   */
  QueuedCommand(long index, Batch batch, Submission.Reader reader, Recording recording) {
    this.index = index;
    this.batch = batch;
    this.kind = reader.command();
    this.stream = (QueuedStream) reader.stream();
    this.event = isWork() ? null : (QueuedEvent) reader.event();
    this.recording = recording;
    this.function = kind == Submission.Command.LAUNCH ? reader.function() : null;
    this.words = reader.words();
  }

  /** The end of a stream at this moment, as a command that completes {@code recording}. */
  QueuedCommand(long index, QueuedStream stream, Recording recording) {
    this.index = index;
    this.batch = new Batch(-1);
    this.kind = Submission.Command.RECORD;
    this.stream = stream;
    this.event = null;
    this.recording = recording;
    this.function = null;
    this.words = new long[0];
  }

  /** Position among all commands of the driver, from 0. */
  public long index() {
    return index;
  }

  /** Position of its submission among all submissions of the driver, from 0. */
  public long submission() {
    return batch.index;
  }

  /** The kind of command. */
  public Submission.Command kind() {
    return kind;
  }

  /** Ordinal of the device. */
  public int device() {
    return stream.device().ordinal();
  }

  /** The stream. */
  public QueuedStream stream() {
    return stream;
  }

  /** The event of a WAIT or RECORD, else null. */
  public Event event() {
    return event;
  }

  /** The kernel of a LAUNCH, else null. */
  public Function function() {
    return function;
  }

  /** The kernel's name, empty where this is no LAUNCH. */
  public String kernel() {
    return function == null ? "" : function.name();
  }

  /** Operand {@code position}, as {@link org.grcuda.driver.Submission.Command} lists them. */
  public long word(int position) {
    return words[position];
  }

  /** Grid, block and shared memory of a LAUNCH. */
  public LaunchShape shape() {
    requireLaunch();
    return new LaunchShape(
        (int) words[0],
        (int) words[1],
        (int) words[2],
        (int) words[3],
        (int) words[4],
        (int) words[5],
        (int) words[6]);
  }

  /** The parameter block of a LAUNCH: 8 bytes a word, little-endian. */
  public long[] parameters() {
    requireLaunch();
    return Arrays.copyOfRange(words, 8, words.length);
  }

  /** What became of it so far. */
  public State state() {
    return state;
  }

  /** One line, such as {@code "#3 LAUNCH square on stream 1 of device 0"}. */
  @Override
  public String toString() {
    String name = function == null ? "" : " " + function.name();
    return "#%d %s%s on %s".formatted(index, kind, name, stream);
  }

  Batch batch() {
    return batch;
  }

  Recording recording() {
    return recording;
  }

  /** Whether it was part of a submission, rather than made for a host thread that waits. */
  boolean isSubmitted() {
    return batch.index >= 0;
  }

  /** Whether an executor carries it out: waits and records are only order. */
  boolean isWork() {
    return kind != Submission.Command.WAIT && kind != Submission.Command.RECORD;
  }

  void settle(State end) {
    state = end;
  }

  private void requireLaunch() {
    if (kind != Submission.Command.LAUNCH) {
      throw new IllegalStateException(this + " is no launch");
    }
  }

  /** What the commands of one submission share: its number and its first failure. */
  static final class Batch {

    final long index;
    DriverException failure;

    Batch(long index) {
      this.index = index;
    }
  }
}
