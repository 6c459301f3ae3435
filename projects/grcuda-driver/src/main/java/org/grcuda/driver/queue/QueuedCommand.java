package org.grcuda.driver.queue;

import java.util.Arrays;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Submission;

/** One command as it was submitted. Immutable except for its {@link #state}. */
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

  private final Batch batch;
  private final int position;
  private final Submission.Command kind;
  private final Event event;
  private final Function function;
  private final long[] words;
  private volatile State state = State.PENDING;

  QueuedCommand(Batch batch, int position) {
    this.batch = batch;
    this.position = position;
    this.kind = batch.kind(position);
    this.event = batch.event(position);
    this.function = batch.function(position);
    this.words = batch.words(position);
  }

  /** Position among all commands of the driver, from 0. */
  public long index() {
    return batch.index(position);
  }

  /** The {@link #index} of the first command of its submission. */
  public long submission() {
    return batch.submission();
  }

  /** The kind of command. */
  public Submission.Command kind() {
    return kind;
  }

  /** Ordinal of the device. */
  public int device() {
    return stream().device().ordinal();
  }

  /** The stream. */
  public QueuedStream stream() {
    return batch.stream();
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

  /**
   * Operand {@code position}, as {@link org.grcuda.driver.Submission.Command} lists them.
   *
   * @throws IllegalStateException if the executor does not {@link CommandExecutor#keepsOperands}
   */
  public long word(int position) {
    return words()[position];
  }

  /** Grid, block and shared memory of a LAUNCH. Errors as {@link #word}. */
  public LaunchShape shape() {
    requireLaunch();
    return Submission.shape(words(), 0);
  }

  /** Bytes of the parameter block of a LAUNCH. Errors as {@link #word}. */
  public int parameterBytes() {
    requireLaunch();
    return Submission.parameterBytes(words(), 0);
  }

  /** The parameter block of a LAUNCH: 8 bytes a word, little-endian. Errors as {@link #word}. */
  public long[] parameters() {
    requireLaunch();
    return Arrays.copyOfRange(words(), Submission.LAUNCH_WORDS, details());
  }

  /** Operations of a LAUNCH in single precision, NaN where unknown. Errors as {@link #word}. */
  public double flops() {
    return cost(0);
  }

  /** Operations of a LAUNCH in double precision, NaN where unknown. Errors as {@link #word}. */
  public double doubleFlops() {
    return cost(1);
  }

  /** Bytes that a LAUNCH reads and writes, NaN where unknown. Errors as {@link #word}. */
  public double bytes() {
    return cost(2);
  }

  /** Nanoseconds that a LAUNCH takes besides its work. Errors as {@link #word}. */
  public double latency() {
    return hasDetails() ? cost(3) : 0;
  }

  /** Number of integers whose growth counts for the cost of a LAUNCH. Errors as {@link #word}. */
  public int growthCount() {
    requireLaunch();
    return hasDetails() ? (int) words()[details() + Submission.COST_WORDS - 1] : 0;
  }

  /** Address of the integer of growth {@code index} of a LAUNCH. */
  public long growthAddress(int index) {
    return words()[growth(index)];
  }

  /** Bytes of the integer of growth {@code index} of a LAUNCH. */
  public int growthBytes(int index) {
    return (int) words()[growth(index) + 1];
  }

  /**
   * What growth {@code index} costs for each that the integer grows.
   *
   * @param which 0 to 3: operations, those in double precision, bytes, nanoseconds
   */
  public double growthCost(int index, int which) {
    return Double.longBitsToDouble(words()[growth(index) + 2 + which]);
  }

  private int growth(int index) {
    return details() + Submission.COST_WORDS + Submission.GROWTH_WORDS * index;
  }

  /** Number of ranges that a LAUNCH is known to access. Errors as {@link #word}. */
  public int accessCount() {
    requireLaunch();
    return hasDetails() ? (words().length - growth(growthCount())) / Submission.ACCESS_WORDS : 0;
  }

  /** Word {@code part} of access {@code index}, as {@link Submission.Command#LAUNCH} lists them. */
  public long access(int index, int part) {
    return words()[growth(growthCount()) + Submission.ACCESS_WORDS * index + part];
  }

  private double cost(int which) {
    requireLaunch();
    return hasDetails() ? Double.longBitsToDouble(words()[details() + which]) : Double.NaN;
  }

  /** Whether a LAUNCH tells what it costs and accesses. */
  private boolean hasDetails() {
    return details() < words().length;
  }

  /** Where the parameter block of a LAUNCH ends. */
  private int details() {
    return Submission.LAUNCH_WORDS + ((Submission.parameterBytes(words(), 0) + 7) >>> 3);
  }

  /** What became of it so far. */
  public State state() {
    return state;
  }

  /** One line, such as {@code "#3 LAUNCH square on stream 1 of device 0"}. */
  @Override
  public String toString() {
    String name = function == null ? "" : " " + function.name();
    return "#%d %s%s on %s".formatted(index(), kind, name, stream());
  }

  Batch batch() {
    return batch;
  }

  void settle(State end) {
    state = end;
  }

  private long[] words() {
    if (words == null) {
      throw new IllegalStateException(this + ": its operands were not kept");
    }
    return words;
  }

  private void requireLaunch() {
    if (kind != Submission.Command.LAUNCH) {
      throw new IllegalStateException(this + " is not a launch");
    }
  }
}
