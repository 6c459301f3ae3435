package org.grcuda.runtime.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.grcuda.runtime.schedule.RecordedComputation.Link;
import org.grcuda.runtime.schedule.Schedule.Dependency;
import org.grcuda.runtime.schedule.Schedule.Eviction;
import org.grcuda.runtime.schedule.Schedule.MemoryUse;
import org.grcuda.runtime.schedule.Schedule.ScheduledDevice;
import org.grcuda.runtime.schedule.Schedule.ScheduledStream;
import org.grcuda.runtime.schedule.ScheduledComputation.Argument;

/**
 * A schedule that is being recorded: keeps the first {@value #LIMIT} computations, each in about
 * 250 bytes (with one argument and one dependency), and counts the others. It keeps as many changes
 * of the memory in use, and as many evictions. Guarded by a lock of its user.
 */
public final class Recording {

  /** Most computations that are kept. */
  public static final int LIMIT = 1 << 21;

  /** Most distinct arguments that are kept to be shared between computations. */
  private static final int SHARED_ARGUMENTS = 1 << 16;

  private final int limit;
  private final List<RecordedComputation> computations = new ArrayList<>();
  private final Map<Argument, Argument> arguments = new HashMap<>();
  private final Map<Integer, Map<Integer, StreamKind>> streams = new TreeMap<>();
  private final List<MemoryUse> memory = new ArrayList<>();
  private final List<Eviction> evictions = new ArrayList<>();
  private final Map<Integer, Long> bytesInUse = new HashMap<>();
  private long leftOut;

  /** An empty one. */
  public Recording() {
    this(LIMIT);
  }

  /** With another limit than {@link #LIMIT}. */
  Recording(int limit) {
    this.limit = limit;
  }

  /** An equal argument, shared where many computations have it. */
  public Argument shared(Argument argument) {
    Argument known = arguments.get(argument);
    if (known == null && arguments.size() < SHARED_ARGUMENTS) {
      arguments.put(argument, argument);
    }
    return known == null ? argument : known;
  }

  /** Whether another computation would be kept; if not, this call counts it as left out. */
  public boolean hasRoom() {
    if (computations.size() < limit) {
      return true;
    }
    leftOut++;
    return false;
  }

  /** Enters a computation, after those that it depends on. */
  public void add(RecordedComputation computation) {
    computations.add(computation);
  }

  /** Says what a stream is for. */
  public void stream(int device, int index, StreamKind kind) {
    streams.computeIfAbsent(device, key -> new TreeMap<>()).put(index, kind);
  }

  /** From {@code nanos} on, arrays take up {@code bytes} of {@code device}. */
  public void memory(int device, long nanos, long bytes) {
    if (memory.size() < limit && bytes != bytesInUse.getOrDefault(device, 0L)) {
      bytesInUse.put(device, bytes);
      memory.add(new MemoryUse(device, nanos, bytes));
    }
  }

  /** A device has given up data. */
  public void evicted(Eviction eviction) {
    if (evictions.size() < limit) {
      evictions.add(eviction);
    }
  }

  /** The recording so far; transfers get numbers after all computations of the program. */
  public Schedule schedule(Map<String, String> metadata, List<ScheduledDevice> devices) {
    List<RecordedComputation> all = numbered();
    Set<RecordedComputation> kept = Collections.newSetFromMap(new IdentityHashMap<>(all.size()));
    kept.addAll(all);
    List<ScheduledComputation> shown = new ArrayList<>(all.size());
    List<Dependency> dependencies = new ArrayList<>();
    for (RecordedComputation computation : all) {
      shown.add(computation.snapshot());
      for (Link link : computation.links()) {
        if (kept.contains(link.from())) {
          dependencies.add(new Dependency(link.from().id(), computation.id(), link.arrays()));
        }
      }
    }
    List<ScheduledStream> places = new ArrayList<>();
    streams.forEach(
        (device, kinds) ->
            kinds.forEach((index, kind) -> places.add(new ScheduledStream(device, index, kind))));
    return new Schedule(metadata, devices, places, shown, dependencies, memory, evictions, leftOut);
  }

  private List<RecordedComputation> numbered() {
    List<RecordedComputation> all = new ArrayList<>(computations.size());
    List<RecordedComputation> transfers = new ArrayList<>();
    for (RecordedComputation computation : computations) {
      (computation.isTransfer() ? transfers : all).add(computation);
      transfers.addAll(computation.transfers());
    }
    all.sort(Comparator.comparingLong(RecordedComputation::id));
    long last = all.isEmpty() ? 0 : all.getLast().id();
    for (RecordedComputation transfer : transfers) {
      transfer.number(++last);
    }
    all.addAll(transfers);
    return all;
  }
}
