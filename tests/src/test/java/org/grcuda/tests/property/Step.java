package org.grcuda.tests.property;

import java.util.Arrays;
import org.grcuda.driver.DeviceKind;

/** One step of a random program. */
sealed interface Step {

  /** A routine on vectors. */
  enum Routine {
    /** y = a y. */
    SCAL,
    /** y = a x + y. */
    AXPY
  }

  /** Elements {@code from} to {@code to}, exclusive, of array number {@code array}. */
  record Range(int array, int from, int to) {

    int size() {
      return to - from;
    }

    /** Whether two ranges overlap and are not the same. */
    boolean partlyOverlaps(Range other) {
      return array == other.array && from < other.to && other.from < to && !equals(other);
    }

    @Override
    public String toString() {
      return "a" + array + "[" + from + ":" + to + "]";
    }
  }

  /** Stands for no stream. */
  int NO_STREAM = -1;

  /**
   * A launch on the first of {@code ranges}, as many as the kernel takes, by {@code blocks}.
   *
   * @param stream number of a stream of the program, or {@link #NO_STREAM}
   * @param byAddress whether the ranges are given as addresses
   * @param kind the kind of devices that it may run on; null for all
   */
  record Launch(
      SmallKernel kernel,
      Range[] ranges,
      int scalar,
      int blocks,
      int stream,
      boolean byAddress,
      DeviceKind kind)
      implements Step {
    @Override
    public String toString() {
      String given = Arrays.stream(ranges).limit(kernel.arrays()).toList().toString();
      return kernel
          + " "
          + given
          + " "
          + scalar
          + " in "
          + blocks
          + " blocks"
          + (stream == NO_STREAM ? "" : " on stream " + stream)
          + (byAddress ? " by address" : "")
          + (kind == null ? "" : " on a " + kind);
    }
  }

  /** A launch that changes the variable of the module by the first element of {@code range}. */
  record WriteVariable(Range range) implements Step {}

  /** A launch that adds the variable of the module to every element of {@code range}. */
  record AddVariable(Range range) implements Step {}

  /** The host reads the variable, compared at once, and stores {@code value} in it. */
  record SwapVariable(int value) implements Step {}

  /** A function of C adds {@code value} to every element. */
  record CallHost(Range range, int value, boolean byAddress) implements Step {}

  /** Records event {@code event}, on a stream or after everything so far. */
  record RecordEvent(int event, int stream) implements Step {}

  /** Makes a stream wait for an event, recorded or not. */
  record WaitEvent(int stream, int event) implements Step {}

  /** The host waits for an event. */
  record AwaitEvent(int event) implements Step {}

  /** The host waits for a stream. */
  record AwaitStream(int stream) implements Step {}

  /** A stream and an event are destroyed, whatever is on them, and others take their places. */
  record Renew(int stream, int event, int device) implements Step {}

  /** Makes a device current, of those there are. */
  record SetDevice(int device) implements Step {}

  /** The array is dropped, whatever runs on it, and another takes its place. */
  record Drop(int array, int value, boolean collect) implements Step {}

  /** A device-side copy between ranges of one size. */
  record Copy(Range from, Range to) implements Step {}

  /** A device-side fill. */
  record Fill(Range range, int value) implements Step {}

  /** An element read, compared at once. */
  record Read(int array, int index) implements Step {}

  /** An element write. */
  record Write(int array, int index, int value) implements Step {}

  /** A bulk copy to the host, compared at once. */
  record BulkRead(Range range) implements Step {}

  /** A bulk copy from the host of numbers that {@code start} gives. */
  record BulkWrite(Range range, int start) implements Step {

    int[] elements() {
      int[] elements = new int[range.size()];
      Arrays.setAll(elements, i -> start * 31 + i * i);
      return elements;
    }
  }

  /** Host code that adds {@code value} to every element through a view of the memory. */
  record MapOnHost(Range range, int value) implements Step {}

  /** The array is freed at once, whatever runs on it, and another takes its place. */
  record Reallocate(int array, int value) implements Step {}

  /** How a {@link RunTask} may be done, besides by a kernel on a GPU. */
  enum Alternative {
    /** A kernel on the processor. */
    KERNEL,
    /** A function of C. */
    LIBRARY,
    /** A function of Java. */
    FUNCTION
  }

  /** A task adds {@code value} to every element. */
  record RunTask(Range range, int value, Alternative alternative) implements Step {}

  /** The range leaves the devices, which hold it or not. */
  record Evict(Range range) implements Step {}

  /** A routine of a library on the vectors of the program. */
  record CallLibrary(Routine routine, int from, int to, int factor) implements Step {}

  /** A vector is copied to the host, compared at once. */
  record ReadVector(int vector) implements Step {}

  /** A vector is copied from the host. */
  record WriteVector(int vector, int start) implements Step {}

  /** Waits for everything. */
  record Synchronize() implements Step {}
}
