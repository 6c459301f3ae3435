package org.grcuda.runtime.pull;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The tasks and data that a {@link PullScheduler} decides about. Both are numbers from 0; a number
 * is used again after it was forgotten. One scheduler stands on one of these. Not safe for use by
 * several threads at once.
 */
public final class PullData {

  private static final int MOST_DEVICES = 63;

  private static final int FACTS = 3;
  private static final int NANOS = 1;
  private static final int PRIORITY = 2;

  private final int devices;
  private final long allDevices;
  private final LinkCost links;

  private final Numbers datumNumbers = new Numbers();
  private long[] bytes = new long[0];
  private long[] places = new long[0];
  private int[] uses = new int[0];

  /** How many of these also change it. */
  private int[] changes = new int[0];

  private final Promises promises;
  private final BitSet common = new BitSet();

  /** By datum: the devices on which it counts as being; bit d is device d. */
  private long[] here = new long[0];

  private final Numbers taskNumbers = new Numbers();
  private int[][] inputs = new int[0][];

  /** Of each task: its id, its duration, and its priority as bits. */
  private long[] facts = new long[0];

  /** How many of its inputs a task changes: the first ones. */
  private byte[] changed = new byte[0];

  private Stage[] stage = new Stage[0];
  private byte[] device = new byte[0];

  private boolean ignoresPriorities;

  /** Null if nobody wants to know. */
  private PlanListener listener;

  /** Null if nobody wants to know. */
  private PresenceListener presence;

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
    allDevices = (1L << devices) - 1;
    promises = new Promises(devices);
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

  /** Tells {@code told} of each change of {@link #here} from now on. */
  void watch(PresenceListener told) {
    presence = told;
  }

  /** How many devices there are. */
  public int devices() {
    return devices;
  }

  /** All devices; bit d is device d. */
  long allDevices() {
    return allDevices;
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
      changes = Arrays.copyOf(changes, capacity);
      here = Arrays.copyOf(here, capacity);
      promises.reserve(capacity);
    }
    this.bytes[datum] = bytes;
    this.places[datum] = places;
    here[datum] = places >>> 1 & allDevices;
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
   * @param changed how many of these it also changes, which come first
   */
  public int newTask(long id, int[] inputs, int changed) {
    int task = taskNumbers.take();
    if (task >= stage.length) {
      int capacity = grown(task);
      facts = Arrays.copyOf(facts, capacity * FACTS);
      this.inputs = Arrays.copyOf(this.inputs, capacity);
      this.changed = Arrays.copyOf(this.changed, capacity);
      stage = Arrays.copyOf(stage, capacity);
      device = Arrays.copyOf(device, capacity);
    }
    facts[task * FACTS] = id;
    this.inputs[task] = inputs;
    facts[task * FACTS + NANOS] = 1;
    setPriority(task, 0);
    stage[task] = Stage.NONE;
    this.changed[task] = (byte) Math.min(changed, Byte.MAX_VALUE);
    for (int i = 0; i < inputs.length; i++) {
      uses[inputs[i]]++;
      changes[inputs[i]] += i < this.changed[task] ? 1 : 0;
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
    facts[task * FACTS + NANOS] = Math.max(1, Math.round(expected));
  }

  /**
   * Tells how urgent a task is. Where the scheduler holds it, {@link PullScheduler#reprioritized}
   * follows.
   *
   * @param value higher is more urgent: the length of the path from it to the end, for example
   */
  public void setPriority(int task, double value) {
    facts[task * FACTS + PRIORITY] = Double.doubleToRawLongBits(value);
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
    for (int i = 0; i < read.length; i++) {
      uses[read[i]]--;
      changes[read[i]] -= i < changed[task] ? 1 : 0;
    }
    inputs[task] = null;
    taskNumbers.giveBack(task);
    return read;
  }

  /** How many tasks read {@code datum}, ready or not. */
  public int uses(int datum) {
    return uses[datum];
  }

  /** Whether a task that has not ended changes {@code datum}: it is no result yet. */
  boolean isChanging(int datum) {
    return changes[datum] > 0;
  }

  /** How many tasks of the plan of {@code onto} read {@code datum}. */
  public int planned(int datum, int onto) {
    return promises.planned(datum, onto);
  }

  /** Whether {@code datum} has so many ready users that it counts as being on every device. */
  public boolean isCommon(int datum) {
    return common.get(datum);
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
    return facts[task * FACTS + NANOS];
  }

  double priority(int task) {
    return ignoresPriorities ? 0 : Double.longBitsToDouble(facts[task * FACTS + PRIORITY]);
  }

  /** All tasks have the same priority from now on. */
  void ignorePriorities() {
    ignoresPriorities = true;
  }

  /** Whether {@code task} goes before {@code other}: by priority, then by id. */
  boolean precedes(int task, int other) {
    int order = Double.compare(priority(task), priority(other));
    return order > 0 || order == 0 && facts[task * FACTS] < facts[other * FACTS];
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

  /**
   * Sets whether the content of {@code datum} is at {@code place}.
   *
   * @return whether that is a change
   */
  boolean setPlace(int datum, int place, boolean isPresent) {
    long bit = 1L << place + 1;
    if ((places[datum] & bit) != 0 == isPresent) {
      return false;
    }
    places[datum] ^= bit;
    if (place != LinkCost.HOST) {
      update(datum, place);
    }
    return true;
  }

  /** Adds to how many tasks of the plan and of the buffer of a device read each input. */
  void promise(int task, int onto, int planned, int buffered) {
    for (int datum : inputs[task]) {
      promises.add(datum, onto, planned, buffered);
      update(datum, onto);
    }
  }

  private void update(int datum, int onto) {
    boolean isHere = isThere(datum, onto) || common.get(datum);
    if (isHere != isHere(datum, onto)) {
      set(datum, here[datum] ^ 1L << onto);
    }
  }

  private boolean isThere(int datum, int onto) {
    return (places[datum] >>> onto + 1 & 1) != 0 || promises.any(datum, onto);
  }

  private void set(int datum, long devicesHere) {
    long changed = here[datum] ^ devicesHere;
    here[datum] = devicesHere;
    if (changed != 0 && presence != null) {
      presence.changed(datum, changed, (devicesHere & changed) != 0);
    }
  }

  /** From now on {@code datum} counts as being on every device, or only where it is or comes. */
  void setCommon(int datum, boolean isCommon) {
    common.set(datum, isCommon);
    long devicesHere = isCommon ? allDevices : 0;
    for (int onto = 0; !isCommon && onto < devices; onto++) {
      devicesHere |= isThere(datum, onto) ? 1L << onto : 0;
    }
    set(datum, devicesHere);
  }

  /**
   * The devices on which {@code datum} is, or to which it comes for a task that the device has
   * planned or pulled; all if it is common. Bit d is device d.
   */
  long here(int datum) {
    return here[datum];
  }

  boolean isHere(int datum, int onto) {
    return (here[datum] >>> onto & 1) != 0;
  }

  /** The devices on which all inputs of {@code task} count as being. */
  long withAll(int task) {
    long all = allDevices;
    for (int datum : inputs[task]) {
      all &= here[datum];
    }
    return all;
  }

  /** Whether all that {@code task} changes counts as being on a device. */
  boolean hasChanged(int task, int onto) {
    for (int i = 0; i < changed[task]; i++) {
      if (!isHere(inputs[task][i], onto)) {
        return false;
      }
    }
    return true;
  }

  /** How many inputs of {@code task} are neither on the device nor come there. */
  int missing(int task, int onto) {
    int missing = 0;
    for (int datum : inputs[task]) {
      missing += (int) (~here[datum] >>> onto & 1);
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
    return transferNanos(datum, onto, places[datum]);
  }

  /** Whether {@code datum} comes to a device sooner because it is at {@code place}, too. */
  boolean isSooner(int datum, int onto, int place) {
    long others = places[datum] & ~(1L << place + 1);
    return transferNanos(datum, onto) < transferNanos(datum, onto, others);
  }

  private long transferNanos(int datum, int onto, long from) {
    long holders = from & ~(1L << onto + 1);
    if (holders == 0) {
      holders = 1;
    }
    double best = Double.POSITIVE_INFINITY;
    for (; holders != 0; holders &= holders - 1) {
      int holder = Long.numberOfTrailingZeros(holders) - 1;
      best = Math.min(best, links.nanos(bytes[datum], holder, onto));
    }
    return Math.round(best);
  }
}
