package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * The tasks and data that a {@link PullScheduler} decides about. Both are numbers from 0; a number
 * is used again after it was forgotten. One scheduler stands on one of these. Not safe for use by
 * several threads at once.
 */
public final class PullData {

  private static final int MOST_DEVICES = 63;

  private final int devices;
  private final LinkCost links;

  private final Numbers datumNumbers = new Numbers();
  private long[] bytes = new long[0];
  private long[] places = new long[0];
  private int[] uses = new int[0];
  private int[] planned = new int[0];
  private int[] buffered = new int[0];

  private final Numbers taskNumbers = new Numbers();
  private long[] id = new long[0];
  private int[][] inputs = new int[0][];
  private long[] nanos = new long[0];
  private double[] priority = new double[0];
  private Stage[] stage = new Stage[0];
  private byte[] device = new byte[0];

  private boolean ignoresPriorities;

  /** Null if nobody wants to know. */
  private PlanListener listener;

  /**
   * No tasks and no data yet.
   *
   * @throws IllegalArgumentException if {@code devices} is not 1 to 63
   */
  public PullData(int devices, LinkCost links) {
    if (devices < 1 || devices > MOST_DEVICES) {
      throw new IllegalArgumentException("1 to " + MOST_DEVICES + " devices, not " + devices);
    }
    this.devices = devices;
    this.links = links;
  }

  /** Tells {@code told} of each plan from now on. */
  public void listen(PlanListener told) {
    listener = told;
  }

  /** Tells the listener, if there is one. */
  public void tellPlanned(int task, int onto, Reason reason, int datum) {
    if (listener != null) {
      listener.planned(task, onto, reason, datum);
    }
  }

  /** How many devices there are. */
  public int devices() {
    return devices;
  }

  /**
   * A new datum.
   *
   * @param places where its content is: bit 0 is the host, bit d + 1 is device d
   */
  public int newDatum(long bytes, long places) {
    int datum = datumNumbers.take();
    if (datum >= this.bytes.length) {
      int capacity = grown(datum);
      this.bytes = Arrays.copyOf(this.bytes, capacity);
      this.places = Arrays.copyOf(this.places, capacity);
      uses = Arrays.copyOf(uses, capacity);
      planned = Arrays.copyOf(planned, capacity * devices);
      buffered = Arrays.copyOf(buffered, capacity * devices);
    }
    this.bytes[datum] = bytes;
    this.places[datum] = places;
    return datum;
  }

  /**
   * Frees the number of a datum.
   *
   * @throws IllegalStateException if a task still reads it
   */
  public void forgetDatum(int datum) {
    if (uses[datum] > 0) {
      throw new IllegalStateException(uses[datum] + " tasks still read datum " + datum);
    }
    datumNumbers.giveBack(datum);
  }

  /**
   * A new task, which is not ready yet.
   *
   * @param id breaks ties between equal priorities, the lower first; no two tasks have the same
   * @param inputs the data that it reads, each once; kept, not copied
   */
  public int newTask(long id, int[] inputs) {
    int task = taskNumbers.take();
    if (task >= this.id.length) {
      int capacity = grown(task);
      this.id = Arrays.copyOf(this.id, capacity);
      this.inputs = Arrays.copyOf(this.inputs, capacity);
      nanos = Arrays.copyOf(nanos, capacity);
      priority = Arrays.copyOf(priority, capacity);
      stage = Arrays.copyOf(stage, capacity);
      device = Arrays.copyOf(device, capacity);
    }
    this.id[task] = id;
    this.inputs[task] = inputs;
    nanos[task] = 1;
    priority[task] = 0;
    stage[task] = Stage.NONE;
    for (int datum : inputs) {
      uses[datum]++;
    }
    return task;
  }

  /**
   * Tells how long a task takes.
   *
   * @param expected nanoseconds; less than one counts as one
   * @throws IllegalStateException if the scheduler holds the task already
   */
  public void setNanos(int task, double expected) {
    require(task, Stage.NONE);
    nanos[task] = Math.max(1, Math.round(expected));
  }

  /**
   * Tells how urgent a task is. Where the scheduler holds it, {@link PullScheduler#reprioritized}
   * follows.
   *
   * @param value higher is more urgent: the length of the path from it to the end, for example
   */
  public void setPriority(int task, double value) {
    priority[task] = value;
  }

  /**
   * Frees the number of a task.
   *
   * @return its inputs
   * @throws IllegalStateException if the scheduler still holds the task
   */
  public int[] forgetTask(int task) {
    require(task, Stage.NONE);
    int[] read = inputs[task];
    for (int datum : read) {
      uses[datum]--;
    }
    inputs[task] = null;
    taskNumbers.giveBack(task);
    return read;
  }

  /** How many tasks read {@code datum}, ready or not. */
  public int uses(int datum) {
    return uses[datum];
  }

  /** How many tasks of the plan of {@code onto} read {@code datum}. */
  public int planned(int datum, int onto) {
    return planned[datum * devices + onto];
  }

  /** Where the content of {@code datum} is: bit 0 is the host, bit d + 1 is device d. */
  public long places(int datum) {
    return places[datum];
  }

  /** Whether a device has pulled {@code task}, which has not ended. */
  public boolean isBuffered(int task) {
    return stage[task] == Stage.BUFFERED;
  }

  /** Whether {@code task} is ready or planned. */
  public boolean isAvailable(int task) {
    return stage[task] == Stage.READY || stage[task] == Stage.PLANNED;
  }

  /** The device that has planned or pulled {@code task}. */
  public int device(int task) {
    return device[task];
  }

  /** Whether some input of {@code task} is neither on the device nor comes there. */
  public boolean lacksInputs(int task, int onto) {
    return missing(task, onto) > 0;
  }

  /** Nanoseconds to bring the inputs of {@code task} that neither are on the device nor come. */
  public long missingNanos(int task, int onto) {
    long sum = 0;
    for (int datum : inputs[task]) {
      if (!isHere(datum, onto)) {
        sum += transferNanos(datum, onto);
      }
    }
    return sum;
  }

  /** The capacity of an array that shall hold {@code index}. */
  static int grown(int index) {
    return Math.max(16, index + 1 + index / 2);
  }

  int dataEnd() {
    return datumNumbers.end();
  }

  int[] inputs(int task) {
    return inputs[task];
  }

  long nanos(int task) {
    return nanos[task];
  }

  double priority(int task) {
    return ignoresPriorities ? 0 : priority[task];
  }

  /** All tasks have the same priority from now on. */
  void ignorePriorities() {
    ignoresPriorities = true;
  }

  /** Whether {@code task} goes before {@code other}: by priority, then by id. */
  boolean precedes(int task, int other) {
    int order = Double.compare(priority(task), priority(other));
    return order > 0 || order == 0 && id[task] < id[other];
  }

  boolean reads(int task, int datum) {
    for (int input : inputs[task]) {
      if (input == datum) {
        return true;
      }
    }
    return false;
  }

  Stage stage(int task) {
    return stage[task];
  }

  void move(int task, Stage to, int onto) {
    stage[task] = to;
    device[task] = (byte) onto;
  }

  void require(int task, Stage expected) {
    if (stage[task] != expected) {
      throw new IllegalStateException("task " + task + " is " + stage[task] + ", not " + expected);
    }
  }

  /** Sets whether the content of {@code datum} is at {@code place}. */
  void setPlace(int datum, int place, boolean isPresent) {
    long bit = 1L << place + 1;
    places[datum] = isPresent ? places[datum] | bit : places[datum] & ~bit;
  }

  void addPlanned(int task, int onto, int count) {
    for (int datum : inputs[task]) {
      planned[datum * devices + onto] += count;
    }
  }

  void addBuffered(int task, int onto, int count) {
    for (int datum : inputs[task]) {
      buffered[datum * devices + onto] += count;
    }
  }

  /** Whether {@code datum} is on the device, or comes for a task that the device has taken. */
  boolean isHere(int datum, int onto) {
    int at = datum * devices + onto;
    return (places[datum] >>> onto + 1 & 1) != 0 || planned[at] > 0 || buffered[at] > 0;
  }

  /** How many inputs of {@code task} are neither on the device nor come there. */
  int missing(int task, int onto) {
    int missing = 0;
    for (int datum : inputs[task]) {
      if (!isHere(datum, onto)) {
        missing++;
      }
    }
    return missing;
  }

  /** Bytes of the inputs of {@code task} that are not on the device. */
  long absentBytes(int task, int onto) {
    long sum = 0;
    for (int datum : inputs[task]) {
      if ((places[datum] >>> onto + 1 & 1) == 0) {
        sum += bytes[datum];
      }
    }
    return sum;
  }

  /**
   * Nanoseconds to bring {@code datum} to a device, over the best link from a place that has it. A
   * datum that no other place has counts as coming from the host.
   */
  long transferNanos(int datum, int onto) {
    long holders = places[datum] & ~(1L << onto + 1);
    if (holders == 0) {
      holders = 1;
    }
    double best = Double.POSITIVE_INFINITY;
    for (; holders != 0; holders &= holders - 1) {
      int from = Long.numberOfTrailingZeros(holders) - 1;
      best = Math.min(best, links.nanos(bytes[datum], from, onto));
    }
    return Math.round(best);
  }
}
