package org.grcuda.runtime.schedule.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.ScheduledDevice;
import org.grcuda.runtime.schedule.Schedule.ScheduledStream;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.StreamKind;

/**
 * Says when and in which row computations are drawn. In a schedule with times, a computation is
 * drawn from start to end. A computation without times is drawn when it was submitted and
 * everything that it depends on had ended. In a schedule without times, computations are drawn one
 * after another in the order of submission.
 */
final class Timeline {

  /**
   * A device, or the host.
   *
   * @param name as pictures show it
   * @param detail the device's own name; empty for the host
   * @param device ordinal, {@link ScheduledComputation#HOST} for the host
   * @param rows its streams; a stream whose computations overlap has several rows
   * @param busy when it computed: start and end of each stretch, ascending; without times,
   *     positions in the order
   * @param computations how many ran there
   * @param bytesIn bytes that were moved to it
   */
  record Group(
      String name,
      String detail,
      int device,
      List<Row> rows,
      long[] busy,
      int computations,
      long bytesIn) {

    /** Total time for which it computed anything. */
    long busyNanos() {
      long sum = 0;
      for (int i = 0; i < busy.length; i += 2) {
        sum += busy[i + 1] - busy[i];
      }
      return sum;
    }
  }

  /** A row: its name, and places in the schedule's list in the order of time, without overlap. */
  record Row(String name, int[] items) {}

  private final Schedule schedule;
  private final boolean timed;
  private final long[] start;
  private final long[] end;
  private final long from;
  private final long to;
  private final List<Group> groups = new ArrayList<>();

  private Timeline(Schedule schedule) {
    this.schedule = schedule;
    List<ScheduledComputation> computations = schedule.computations();
    timed = computations.stream().anyMatch(ScheduledComputation::isTimed);
    start = new long[computations.size()];
    end = new long[computations.size()];
    if (timed) {
      takeTimes(computations);
    } else {
      takeOrder(computations);
    }
    long first = Arrays.stream(start).min().orElse(0);
    for (ScheduledComputation it : computations) {
      first = timed ? Math.min(first, it.submittedNanos()) : first;
    }
    from = first;
    to = Math.max(from + 1, Arrays.stream(end).max().orElse(0));
  }

  private void takeTimes(List<ScheduledComputation> computations) {
    for (int i = 0; i < start.length; i++) {
      ScheduledComputation it = computations.get(i);
      start[i] = it.isTimed() ? it.startNanos() : it.submittedNanos();
      end[i] = it.isTimed() ? it.endNanos() : it.submittedNanos();
    }
    deferUntimed(computations);
    Map<List<Long>, List<Integer>> together = new LinkedHashMap<>();
    for (int i = 0; i < start.length; i++) {
      ScheduledComputation it = computations.get(i);
      if (it.isTimed() && it.transfer() != null) {
        List<Long> place = List.of((long) it.device(), (long) it.stream(), start[i], end[i]);
        together.computeIfAbsent(place, key -> new ArrayList<>()).add(i);
      }
    }
    together.values().forEach(transfers -> divide(transfers, computations));
  }

  /** Places a computation without times at the end of everything that it depends on. */
  private void deferUntimed(List<ScheduledComputation> computations) {
    Map<Long, Integer> places = new HashMap<>();
    for (int i = 0; i < start.length; i++) {
      places.put(computations.get(i).id(), i);
    }
    // Dependencies are in the order of the dependent computation, so parents are settled first.
    for (Schedule.Dependency it : schedule.dependencies()) {
      Integer parent = places.get(it.from());
      Integer child = places.get(it.to());
      if (parent != null && child != null && !computations.get(child).isTimed()) {
        start[child] = Math.max(start[child], end[parent]);
        end[child] = start[child];
      }
    }
  }

  /**
   * Transfers of one submission are timed together, and run one after another on their stream: each
   * is drawn with a share of the time in proportion to its bytes.
   */
  private void divide(List<Integer> transfers, List<ScheduledComputation> computations) {
    double bytes = 0;
    for (int i : transfers) {
      bytes += computations.get(i).transfer().bytes();
    }
    long first = start[transfers.getFirst()];
    long whole = end[transfers.getFirst()] - first;
    double done = 0;
    for (int i : transfers) {
      start[i] = first + Math.round(bytes == 0 ? 0 : whole * done / bytes);
      done += computations.get(i).transfer().bytes();
      end[i] = first + Math.round(bytes == 0 ? 0 : whole * done / bytes);
    }
  }

  /** Transfers have greater numbers than the computation with which they were submitted. */
  private void takeOrder(List<ScheduledComputation> computations) {
    List<Integer> order = new ArrayList<>(start.length);
    for (int i = 0; i < start.length; i++) {
      order.add(i);
    }
    order.sort(
        Comparator.comparingLong((Integer i) -> computations.get(i).submittedNanos())
            .thenComparing(i -> computations.get(i).kind() != ComputationKind.TRANSFER));
    for (int place = 0; place < start.length; place++) {
      start[order.get(place)] = place;
      end[order.get(place)] = place + 1;
    }
  }

  /** The timeline of {@code schedule}. */
  static Timeline of(Schedule schedule) {
    Timeline timeline = new Timeline(schedule);
    timeline.collect();
    return timeline;
  }

  /** Whether it shows times; if not, it shows the order of submission. */
  boolean isTimed() {
    return timed;
  }

  /** Where {@code computation} begins: in nanoseconds, or its number. */
  long start(int computation) {
    return start[computation];
  }

  /** Where {@code computation} ends. */
  long end(int computation) {
    return end[computation];
  }

  /**
   * Where the first computation begins; in a schedule with times, the time of the first submission
   * if that was earlier.
   */
  long from() {
    return from;
  }

  /** Where the last computation ends, after {@link #from}. */
  long to() {
    return to;
  }

  /** The host, if anything ran there, then the devices. */
  List<Group> groups() {
    return groups;
  }

  /**
   * The share of the whole time for which {@code group} computed, 0 to 1; NaN where that has no
   * meaning.
   */
  double utilisation(Group group) {
    boolean device = group.device() != ScheduledComputation.HOST;
    return timed && device ? (double) group.busyNanos() / (to - from) : Double.NaN;
  }

  /** Whether a computation of {@code kind} computes, rather than moves or orders something. */
  static boolean isCompute(ComputationKind kind) {
    return switch (kind) {
      case LAUNCH, COPY, FILL, HOST -> true;
      case PACKET, TRANSFER, PREFETCH, ADVISE, ATTACH, RECORD, WAIT, FREE -> false;
    };
  }

  private void collect() {
    SortedMap<Integer, SortedMap<Integer, List<Integer>>> places = new TreeMap<>();
    for (ScheduledDevice device : schedule.devices()) {
      places.put(device.ordinal(), new TreeMap<>());
    }
    List<ScheduledComputation> computations = schedule.computations();
    for (int i = 0; i < computations.size(); i++) {
      ScheduledComputation it = computations.get(i);
      places
          .computeIfAbsent(it.device(), key -> new TreeMap<>())
          .computeIfAbsent(it.stream(), key -> new ArrayList<>())
          .add(i);
    }
    places.forEach((device, streams) -> groups.add(group(device, streams)));
  }

  private Group group(int device, SortedMap<Integer, List<Integer>> streams) {
    List<Row> rows = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    long bytesIn = 0;
    for (Map.Entry<Integer, List<Integer>> stream : streams.entrySet()) {
      List<Integer> items = stream.getValue();
      items.sort(Comparator.comparingLong((Integer i) -> start[i]).thenComparing(i -> end[i]));
      addRows(rowName(device, stream.getKey(), items), items, rows);
      all.addAll(items);
    }
    for (ScheduledComputation it : schedule.computations()) {
      boolean arrives = it.transfer() != null && it.transfer().to() == device;
      bytesIn += arrives ? it.transfer().bytes() : 0;
    }
    boolean host = device == ScheduledComputation.HOST;
    String name = host ? "host" : "device " + device;
    return new Group(name, deviceName(device), device, rows, busy(all), all.size(), bytesIn);
  }

  /** Adds rows for {@code items}, each to the first row that is free when it begins. */
  private void addRows(String name, List<Integer> items, List<Row> rows) {
    List<List<Integer>> lanes = new ArrayList<>();
    for (int item : items) {
      List<Integer> free = null;
      for (List<Integer> lane : lanes) {
        if (end[lane.getLast()] <= start[item]) {
          free = lane;
          break;
        }
      }
      if (free == null) {
        free = new ArrayList<>();
        lanes.add(free);
      }
      free.add(item);
    }
    for (List<Integer> lane : lanes) {
      rows.add(new Row(name, lane.stream().mapToInt(Integer::intValue).toArray()));
    }
  }

  private String rowName(int device, int stream, List<Integer> items) {
    if (device == ScheduledComputation.HOST || stream < 0) {
      boolean transfersOnly =
          items.stream().allMatch(i -> schedule.computations().get(i).transfer() != null);
      return transfersOnly ? "transfers" : "no stream";
    }
    for (ScheduledStream known : schedule.streams()) {
      if (known.device() == device && known.index() == stream) {
        return known.kind() == StreamKind.COMPUTE
            ? "stream " + stream
            : known.kind().label() + " " + stream;
      }
    }
    return "stream " + stream;
  }

  private String deviceName(int device) {
    for (ScheduledDevice known : schedule.devices()) {
      if (known.ordinal() == device) {
        return known.name();
      }
    }
    return "";
  }

  /** The union of the times of those {@code items} that compute. */
  private long[] busy(List<Integer> items) {
    List<Integer> computing =
        items.stream()
            .filter(i -> !timed || schedule.computations().get(i).isTimed())
            .filter(i -> isCompute(schedule.computations().get(i).kind()))
            .sorted(Comparator.comparingLong(i -> start[i]))
            .toList();
    long[] stretches = new long[2 * computing.size()];
    int count = 0;
    for (int item : computing) {
      if (count > 0 && start[item] <= stretches[count - 1]) {
        stretches[count - 1] = Math.max(stretches[count - 1], end[item]);
      } else {
        stretches[count++] = start[item];
        stretches[count++] = end[item];
      }
    }
    return Arrays.copyOf(stretches, count);
  }
}
