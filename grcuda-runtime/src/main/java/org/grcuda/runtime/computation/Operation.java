package org.grcuda.runtime.computation;

import java.util.List;
import org.grcuda.driver.AttachMode;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.history.SizeClass;
import org.grcuda.runtime.schedule.ComputationKind;

/** What a computation does once the data it uses is valid where it runs. */
public sealed interface Operation {

  /** Its kind in recordings. */
  ComputationKind kind();

  /** Whether a device has something to do for it. */
  default boolean isForDevice() {
    return true;
  }

  /**
   * Whether it reads or writes its data on the device; if not, it is only about where the data is.
   */
  default boolean usesData() {
    return false;
  }

  /** Whether its time on a device is worth measuring. */
  default boolean takesTime() {
    return usesData();
  }

  /**
   * Whether the limit of unfinished computations applies to it, and synchronous execution waits for
   * it. Operations that relieve memory are admitted at once, and so are those that last until the
   * program ends them.
   */
  default boolean isLimited() {
    return true;
  }

  /** Grid and block of a launch; null for any other operation. */
  default LaunchShape shape() {
    return null;
  }

  /** How long launches of the kernel take; null if nobody needs that, or it is not a launch. */
  default KernelProfile profile() {
    return null;
  }

  /**
   * Of a launch, the class of launches of about the same size: see {@link SizeClass}.
   *
   * @param accesses of the computation
   */
  default int sizeClass(Access[] accesses) {
    throw new IllegalStateException(kind() + " has no size class");
  }

  /** It is the operation of {@code vertex}, which is submitted now. */
  default void submitted(Vertex vertex) {}

  /** The vertex that it is the operation of was accepted. Called with the scheduling lock held. */
  default void accepted() {}

  /**
   * Launches a kernel.
   *
   * @param kernel finds the kernel on the chosen device
   * @param shape grid, block and dynamic shared memory
   * @param parameters parameter block, 8 bytes a word, little-endian, each parameter at its natural
   *     alignment; owned by the operation from now on
   * @param parameterBytes number of bytes of {@code parameters} that are used
   * @param pointerWords for each access of the computation, the word of {@code parameters} that
   *     receives what {@code kernel} makes of the access's address on the chosen device, -1 for
   *     none; the array may be shorter if the remaining accesses have none
   * @param profile how long its launches take; null if nobody needs that
   * @param cost its declared cost; null if none was declared
   */
  record Launch(
      KernelLookup kernel,
      LaunchShape shape,
      long[] parameters,
      int parameterBytes,
      int[] pointerWords,
      KernelProfile profile,
      LaunchCost cost)
      implements Operation {

    /** A launch without a declared cost. */
    public Launch(
        KernelLookup kernel,
        LaunchShape shape,
        long[] parameters,
        int parameterBytes,
        int[] pointerWords,
        KernelProfile profile) {
      this(kernel, shape, parameters, parameterBytes, pointerWords, profile, null);
    }

    /** A launch without a profile of durations. */
    public Launch(
        KernelLookup kernel,
        LaunchShape shape,
        long[] parameters,
        int parameterBytes,
        int[] pointerWords) {
      this(kernel, shape, parameters, parameterBytes, pointerWords, null);
    }

    @Override
    public ComputationKind kind() {
      return ComputationKind.LAUNCH;
    }

    @Override
    public void submitted(Vertex vertex) {
      kernel.submitted(vertex);
    }

    @Override
    public void accepted() {
      if (profile != null) {
        profile.launched();
      }
    }

    @Override
    public boolean usesData() {
      return true;
    }

    @Override
    public int sizeClass(Access[] accesses) {
      long bytes = 0;
      for (Access access : accesses) {
        bytes += access.region().length();
      }
      return SizeClass.of(shape.blocks() * shape.threadsPerBlock(), bytes);
    }
  }

  /**
   * Copies the contents of {@code source} to {@code destination}: same length, no overlap. The
   * accesses of the computation are OVERWRITE of the first and READ of the second.
   *
   * @param isPacket whether a router copies
   */
  record Copy(Region destination, Region source, boolean isPacket) implements Operation {

    /** A copy of the program. */
    public Copy(Region destination, Region source) {
      this(destination, source, false);
    }

    /** Checks the lengths. */
    public Copy {
      if (destination.length() != source.length()) {
        throw new IllegalArgumentException(
            "copy of " + source.length() + " bytes to " + destination.length());
      }
      if (destination.overlaps(source)) {
        throw new IllegalArgumentException("copy between overlapping regions of one array");
      }
    }

    @Override
    public ComputationKind kind() {
      return isPacket ? ComputationKind.PACKET : ComputationKind.COPY;
    }

    @Override
    public boolean usesData() {
      return true;
    }
  }

  /**
   * A copy whose destination is not known yet. It is held back until {@code Sends.deliver} makes it
   * a {@link Copy}; until then, computations that write its source wait for it. The access of the
   * computation is READ of {@code source}.
   */
  record Send(Region source) implements Operation {

    @Override
    public ComputationKind kind() {
      return ComputationKind.PACKET;
    }

    @Override
    public boolean isForDevice() {
      return false;
    }

    @Override
    public boolean isLimited() {
      return false;
    }
  }

  /**
   * Fills {@code destination} with the low {@code width} bytes of the 128 bits {@code high:low}.
   * The access of the computation is OVERWRITE of it.
   *
   * @param width 1, 2, 4, 8 or 16; divides the region's length and offset
   */
  record Fill(Region destination, long low, long high, int width) implements Operation {

    /** The widest element, a pair of doubles. */
    private static final int MAX_WIDTH = 16;

    /** Checks the width. */
    public Fill {
      if (Integer.bitCount(width) != 1 || width > MAX_WIDTH || destination.length() % width != 0) {
        throw new IllegalArgumentException(
            "fill of " + destination.length() + " bytes with elements of " + width);
      }
    }

    /** With elements of at most 8 bytes. */
    public Fill(Region destination, long pattern, int width) {
      this(destination, pattern, 0, width);
    }

    @Override
    public ComputationKind kind() {
      return ComputationKind.FILL;
    }

    @Override
    public boolean usesData() {
      return true;
    }
  }

  /**
   * Moves {@code region} to {@code place}, a device's ordinal or {@link Places#HOST}. The access of
   * the computation is READ of it.
   */
  record Prefetch(Region region, int place) implements Operation {

    @Override
    public ComputationKind kind() {
      return ComputationKind.PREFETCH;
    }

    @Override
    public boolean takesTime() {
      return true;
    }
  }

  /**
   * Says how {@code place} will use {@code region}; a hint. The access of the computation is READ
   * of it.
   */
  record Advise(Region region, MemoryAdvice advice, int place) implements Operation {

    @Override
    public ComputationKind kind() {
      return ComputationKind.ADVISE;
    }
  }

  /**
   * Says who will use {@code region}: the stream that the computation is placed on, the host, or
   * everyone. The access of the computation is READ of it.
   */
  record Attach(Region region, AttachMode mode) implements Operation {

    @Override
    public ComputationKind kind() {
      return ComputationKind.ATTACH;
    }
  }

  /**
   * Records an event of the program: on the stream that the computation is placed on, or, if it is
   * on no stream, after everything submitted before.
   */
  record RecordEvent(EventRecord recording) implements Operation {

    @Override
    public ComputationKind kind() {
      return ComputationKind.RECORD;
    }

    @Override
    public void submitted(Vertex vertex) {
      recording.submitted(vertex);
    }
  }

  /** Makes the stream that the computation is placed on wait for a recording. */
  record WaitEvent(EventRecord recording) implements Operation {

    @Override
    public ComputationKind kind() {
      return ComputationKind.WAIT;
    }

    @Override
    public boolean isForDevice() {
      return false;
    }
  }

  /** Frees an allocation once everything that uses it has completed. */
  record Free(Allocation allocation) implements Operation {

    @Override
    public ComputationKind kind() {
      return ComputationKind.FREE;
    }

    @Override
    public boolean isForDevice() {
      return false;
    }

    @Override
    public boolean isLimited() {
      return false;
    }
  }

  /**
   * Copies parts of an allocation from one place to another. The memory manager makes it if a
   * computation or the host needs data that is elsewhere, or if memory must be given up; programs
   * do not submit transfers.
   *
   * @param from where the data is, a device's ordinal or {@link Places#HOST}
   * @param to where it is needed; equal to {@code from} if the data moves within a device
   * @param segments what is copied, at least one
   * @param reloaded bytes that {@code to} has had and has given up to make room
   */
  record Transfer(Allocation allocation, int from, int to, List<Segment> segments, long reloaded)
      implements Operation {

    @Override
    public ComputationKind kind() {
      return ComputationKind.TRANSFER;
    }

    @Override
    public boolean takesTime() {
      return true;
    }

    /** Bytes copied. */
    public long bytes() {
      long bytes = 0;
      for (Segment segment : segments) {
        bytes += segment.bytes();
      }
      return bytes;
    }
  }

  /**
   * Bytes of an allocation that a {@link Transfer} copies.
   *
   * @param offset the first of them, from the start of the allocation
   * @param destination address at the place they go to
   * @param source address at the place they come from
   */
  record Segment(long offset, long bytes, long destination, long source) {}

  /**
   * A task on the host. It begins when its parents have ended and its data is valid on the host,
   * lasts until {@code GpuRuntime.finish}, and occupies no thread of the runtime. Its children
   * start when it has been finished.
   *
   * @param work the work that begins; null for {@link #CALL}
   */
  record HostTask(HostWork work) implements Operation {

    /** A task for whose begin a thread waits: {@code GpuRuntime.enter} and {@code call}. */
    public static final HostTask CALL = new HostTask(null);

    @Override
    public ComputationKind kind() {
      return ComputationKind.HOST;
    }

    @Override
    public boolean isForDevice() {
      return false;
    }

    @Override
    public boolean isLimited() {
      return false;
    }

    /** Whether a thread waits until the task begins, and then executes it. */
    public boolean isCall() {
      return work == null;
    }
  }

  /**
   * Work that can be done in several ways. It becomes the operation of one of them when it is
   * submitted: the one that is predicted to end first ({@code Choices}).
   *
   * @param ways at least one; their accesses are those of the computation
   */
  record Choice(List<Way> ways) implements Operation {

    @Override
    public ComputationKind kind() {
      return ComputationKind.LAUNCH;
    }

    @Override
    public LaunchShape shape() {
      return ways.getFirst().operation().shape();
    }
  }

  /**
   * A way to do the work of a {@link Choice}.
   *
   * @param devices the devices on which it is done: bit d for device d; 0 for the host
   * @param operation a launch, or a task of the host
   * @param profile how long it takes
   * @param sizeClass the class of the work in {@code profile}
   * @param queuedNanos nanoseconds of work that waits before it on the host
   */
  record Way(
      long devices, Operation operation, KernelProfile profile, int sizeClass, double queuedNanos) {

    /** Where {@code profile} counts how often it was chosen. */
    public int place() {
      return devices == 0 ? Places.HOST : Long.numberOfTrailingZeros(devices);
    }
  }

  /** What a {@link HostTask} does. */
  @FunctionalInterface
  interface HostWork {

    /**
     * Begins the work, and returns at once. Called with the scheduling lock held, by the thread
     * that learns that the work may begin. If it throws, the task fails.
     *
     * @param task to be given to {@code GpuRuntime.finish}, now or later, from any thread
     * @param addresses address of each access of the task, valid on the host; in the order of the
     *     accesses
     */
    void begin(Vertex task, long[] addresses);

    /**
     * Whether the task is host code of the thread that submits it. Such a thread is refused a wait
     * for its own task, as for host code that it has entered.
     */
    default boolean isOfThread() {
      return false;
    }

    /**
     * The task will not begin: it cannot have its data. It ends by itself. Called as {@link #begin}
     * is.
     *
     * @param reason what has failed
     */
    default void cancelled(String reason) {}
  }

  /** Host code that takes part in the schedule. */
  @FunctionalInterface
  interface HostFunction {

    /**
     * Called without any lock.
     *
     * @param addresses address of each access of the computation, valid on the host; in the order
     *     of the accesses
     * @return the value of the call
     */
    Object call(long[] addresses);
  }
}
