package org.grcuda.runtime.schedule;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a context computed: every computation with its place and times, and every dependency. That
 * includes dependencies on computations that had completed, so the graph is the same however fast
 * the devices were. Immutable.
 *
 * <p>Times are nanoseconds since the context was opened, on one time line for the host and all
 * devices.
 *
 * @param metadata what made it, by name: {@code program}, {@code Backend}, {@code
 *     DeviceSelectionPolicy}...; in the order of the keys' insertion
 * @param devices by ordinal
 * @param streams by device and index
 * @param computations by ascending id
 * @param dependencies in the order of the later computation
 * @param memory changes of the memory that arrays take up on each device, in the order of time
 * @param evictions what devices gave up to make room, in the order of time
 * @param leftOut computations that were not recorded, because there were too many
 */
public record Schedule(
    Map<String, String> metadata,
    List<ScheduledDevice> devices,
    List<ScheduledStream> streams,
    List<ScheduledComputation> computations,
    List<Dependency> dependencies,
    List<MemoryUse> memory,
    List<Eviction> evictions,
    long leftOut) {

  /** Copies what may be changed. */
  public Schedule {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    devices = List.copyOf(devices);
    streams = List.copyOf(streams);
    computations = List.copyOf(computations);
    dependencies = List.copyOf(dependencies);
    memory = List.copyOf(memory);
    evictions = List.copyOf(evictions);
  }

  /** A schedule without the memory in use, and without evictions. */
  public Schedule(
      Map<String, String> metadata,
      List<ScheduledDevice> devices,
      List<ScheduledStream> streams,
      List<ScheduledComputation> computations,
      List<Dependency> dependencies,
      long leftOut) {
    this(metadata, devices, streams, computations, dependencies, List.of(), List.of(), leftOut);
  }

  /**
   * A device.
   *
   * @param ordinal from 0
   * @param name as its driver calls it
   * @param memoryBytes in all
   */
  public record ScheduledDevice(int ordinal, String name, long memoryBytes) {}

  /**
   * A stream.
   *
   * @param device ordinal of its device
   * @param index its number on the device
   * @param kind what it is for
   */
  public record ScheduledStream(int device, int index, StreamKind kind) {}

  /**
   * A dependency.
   *
   * @param from id of the earlier computation
   * @param to id of the later one
   * @param arrays names of the arrays that cause it, in the order of the arguments; {@code event}
   *     if an event of the program causes it; empty if it is only about order
   */
  public record Dependency(long from, long to, List<String> arrays) {

    /** Copies the list. */
    public Dependency {
      arrays = List.copyOf(arrays);
    }
  }

  /**
   * The memory that arrays take up on a device from some time on.
   *
   * @param device its ordinal
   * @param nanos the time, when the scheduler gave the memory out or took it back: before the
   *     computation that uses it runs
   * @param bytes for replicated memory, the part of the device's pool that is in use; for managed
   *     memory, the data that is up to date there
   */
  public record MemoryUse(int device, long nanos, long bytes) {}

  /**
   * Data that a device gave up to make room for other data.
   *
   * @param device its ordinal
   * @param nanos the time, when the scheduler decided it: before the computation that needs the
   *     room runs
   * @param array its name
   * @param offset of the first byte given up
   * @param bytes how much
   * @param savedBytes how much of it only the device had, so that it was brought to the host
   */
  public record Eviction(
      int device, long nanos, String array, long offset, long bytes, long savedBytes) {}
}
