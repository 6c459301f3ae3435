package org.grcuda.runtime.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.grcuda.runtime.pull.DartsRules.Part;
import org.junit.jupiter.api.Test;

/**
 * DARTS chooses as Algorithm 3 does when it is written down with sets, over random arrivals, ends,
 * evictions, loads and changes of priorities. More traces: {@code -Dgrcuda.test.traces=100000},
 * from {@code -Dgrcuda.test.seed}.
 */
final class DartsOracleTest {

  private static final int TRACES = Integer.getInteger("grcuda.test.traces", 2000);
  private static final long FIRST = Long.getLong("grcuda.test.seed", 1);

  private record Task(int number, long id, List<Integer> inputs, long nanos, double priority) {}

  private static final Comparator<Task> ORDER =
      Comparator.comparingDouble((Task task) -> -task.priority()).thenComparingLong(Task::id);

  /** One device's tasks and data, as sets. */
  private static final class Device {
    final Set<Integer> present = new TreeSet<>();
    final List<Task> plan = new ArrayList<>();
    final List<Task> buffer = new ArrayList<>();

    /** The longest of the last transfers that were decided; each counts for less with the next. */
    double longest;

    final Set<Integer> common;

    Device(Set<Integer> common) {
      this.common = common;
    }

    boolean has(int datum) {
      return common.contains(datum) || comes(datum);
    }

    boolean comes(int datum) {
      return present.contains(datum)
          || plan.stream().anyMatch(task -> task.inputs().contains(datum))
          || buffer.stream().anyMatch(task -> task.inputs().contains(datum));
    }

    List<Integer> missing(Task task) {
      return task.inputs().stream().filter(datum -> !has(datum)).toList();
    }
  }

  /** What Algorithm 3 compares a datum by. */
  private record Candidate(
      int datum, List<Task> free, List<Task> oneMore, double ratio, double priority, long left) {

    static final Comparator<Candidate> BEST =
        Comparator.comparingDouble(Candidate::ratio)
            .thenComparing(c -> -c.free().size())
            .thenComparing(c -> -c.priority())
            .thenComparing(c -> -c.oneMore().size())
            .thenComparing(c -> -c.left())
            .thenComparing(Candidate::datum);
  }

  private static final class Trace {
    final Random random;
    final Device[] devices;
    final PullData data;
    final Darts darts;
    final List<Task> ready = new ArrayList<>();

    /** A datum that more ready tasks read counts as being on every device. */
    final int commonUsers;

    final Set<Integer> common = new TreeSet<>();

    final boolean steals;

    /** Data that are not on the host. */
    final Set<Integer> notOnHost = new HashSet<>();

    /** Planned without a transfer. */
    final Set<Task> isFree = new HashSet<>();

    final TreeMap<Integer, Long> bytes = new TreeMap<>();
    long ids;

    Trace(long seed) {
      random = new Random(seed);
      devices = new Device[1 + random.nextInt(3)];
      data = new PullData(devices.length, (size, from, to) -> size * (from < 0 ? 4 : 1));
      commonUsers = random.nextBoolean() ? Integer.MAX_VALUE : 2 + random.nextInt(3);
      steals = random.nextBoolean();
      DartsRules rules = DartsRules.ALL.without(Part.SWEEPS).withCommon(commonUsers);
      darts = new Darts(data, steals ? rules : rules.without(Part.STEALING));
      for (int i = 0; i < devices.length; i++) {
        devices[i] = new Device(common);
      }
      for (int i = 0; i < 12; i++) {
        long size = 1 + random.nextInt(3);
        bytes.put(data.newDatum(size, 1), size);
      }
    }

    void step() {
      int device = random.nextInt(devices.length);
      if (random.nextInt(20) == 0) {
        reprioritize();
      }
      switch (random.nextInt(15)) {
        case 0, 1, 2, 3 -> arrive();
        case 4, 5, 6, 7 -> pull(device);
        case 8, 9 -> end(device);
        case 10, 11 -> change(device);
        case 12, 13 -> pullAhead(device);
        default -> write(device);
      }
      free();
      check();
    }

    /** What evictions go by, and where data is. */
    void check() {
      int datum = random.nextInt(bytes.size());
      long places = notOnHost.contains(datum) ? 0 : 1;
      for (int i = 0; i < devices.length; i++) {
        long planned =
            devices[i].plan.stream().filter(task -> task.inputs().contains(datum)).count();
        assertEquals(planned, data.planned(datum, i));
        places |= devices[i].present.contains(datum) ? 2L << i : 0;
      }
      assertEquals(places, data.places(datum));
    }

    /** A datum that no task reads is freed, and another takes its number. */
    void free() {
      int datum = random.nextInt(bytes.size());
      if (data.uses(datum) == 0) {
        data.forgetDatum(datum);
        long size = 1 + random.nextInt(3);
        assertEquals(datum, data.newDatum(size, 1));
        bytes.put(datum, size);
        notOnHost.remove(datum);
        Arrays.stream(devices).forEach(device -> device.present.remove(datum));
      }
    }

    /** The priorities of some ready tasks change. */
    void reprioritize() {
      for (int i = 0; i < ready.size(); i++) {
        Task old = ready.get(i);
        double priority = random.nextBoolean() ? old.priority() : random.nextInt(3);
        ready.set(i, new Task(old.number(), old.id(), old.inputs(), old.nanos(), priority));
        data.setPriority(old.number(), priority);
      }
      darts.reprioritized();
    }

    void arrive() {
      Set<Integer> inputs = new TreeSet<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        inputs.add(random.nextInt(bytes.size()));
      }
      long nanos = 1 + random.nextInt(4);
      double priority = random.nextInt(3);
      int[] array = inputs.stream().mapToInt(Integer::intValue).toArray();
      int number = data.newTask(++ids, array, 0);
      data.setNanos(number, nanos);
      data.setPriority(number, priority);
      Task task = new Task(number, ids, List.copyOf(inputs), nanos, priority);
      Device shortest = null;
      for (Device one : devices) {
        boolean needsNothing = one.missing(task).isEmpty();
        if (needsNothing && (shortest == null || one.plan.size() < shortest.plan.size())) {
          shortest = one;
        }
      }
      if (shortest == null) {
        makeReady(task);
      } else {
        shortest.plan.add(free(shortest), task);
        isFree.add(task);
      }
      darts.ready(number, PullScheduler.NONE);
    }

    List<Task> users(int datum) {
      return ready.stream().filter(task -> task.inputs().contains(datum)).toList();
    }

    void makeReady(Task task) {
      ready.add(task);
      for (int datum : task.inputs()) {
        List<Task> users = users(datum);
        if (users.size() > commonUsers && cost(datum) <= nanos(users)) {
          common.add(datum);
        }
      }
    }

    /** Nanoseconds to bring a datum to all devices that neither have it nor get it. */
    long cost(int datum) {
      return Arrays.stream(devices)
          .filter(device -> !device.has(datum))
          .mapToLong(device -> transfer(datum, device))
          .sum();
    }

    long transfer(int datum, Device to) {
      boolean isNear =
          Arrays.stream(devices).anyMatch(one -> one != to && one.present.contains(datum));
      // What no other place has counts as coming from the host.
      return bytes.get(datum) * (isNear ? 1 : 4);
    }

    static long nanos(List<Task> tasks) {
      return tasks.stream().mapToLong(Task::nanos).sum();
    }

    int free(Device device) {
      int at = 0;
      while (at < device.plan.size() && isFree.contains(device.plan.get(at))) {
        at++;
      }
      return at;
    }

    void pull(int number) {
      Device device = devices[number];
      if (device.plan.isEmpty() && !ready.isEmpty()) {
        decide(number);
      } else if (device.plan.isEmpty() && steals) {
        steal(device);
      }
      int expected = PullScheduler.NONE;
      if (!device.plan.isEmpty()) {
        Task first = device.plan.removeFirst();
        device.buffer.add(first);
        expected = first.number();
      }
      assertEquals(expected, darts.pull(number));
      assertEquals(device.plan.size(), darts.plans.length(number));
    }

    void decide(int number) {
      List<Task> chosen = choose(number);
      ready.removeAll(chosen);
      common.removeIf(datum -> users(datum).size() <= commonUsers / 2);
      isFree.removeAll(chosen);
      devices[number].plan.addAll(chosen);
    }

    /** The next that loads something, if what is planned and taken is soon done. */
    void pullAhead(int number) {
      Device device = devices[number];
      double nanosEach = random.nextInt(12);
      int taken = random.nextInt(4);
      Task expected = null;
      if ((device.plan.size() + taken) * nanosEach <= 8 * device.longest) {
        int planned = device.plan.size();
        if (planned > 0 && loads(device.plan.getLast(), device)) {
          expected = device.plan.getLast();
        } else if (!ready.isEmpty()) {
          decide(number);
          Task first = device.plan.get(planned);
          expected = loads(first, device) ? first : null;
        }
      }
      if (expected != null) {
        device.plan.remove(expected);
        device.buffer.add(expected);
      }
      assertEquals(
          expected == null ? PullScheduler.NONE : expected.number(),
          darts.pullAhead(number, taken, nanosEach));
      assertEquals(device.plan.size(), darts.plans.length(number));
    }

    static boolean loads(Task task, Device device) {
      return !device.present.containsAll(task.inputs());
    }

    List<Task> choose(int number) {
      Device device = devices[number];
      List<Task> free = ready.stream().filter(t -> device.missing(t).isEmpty()).toList();
      if (!free.isEmpty()) {
        return free.stream().sorted(ORDER).toList();
      }
      Candidate best =
          bytes.keySet().stream()
              .filter(datum -> !device.has(datum))
              .filter(datum -> ready.stream().anyMatch(t -> t.inputs().contains(datum)))
              .map(datum -> candidate(datum, number))
              .min(Candidate.BEST)
              .orElseThrow();
      if (!best.free().isEmpty() || !best.oneMore().isEmpty()) {
        device.longest = Math.max(transfer(best.datum(), device), 15 / 16.0 * device.longest);
      }
      if (!best.free().isEmpty()) {
        return best.free().stream().sorted(ORDER).toList();
      }
      List<Task> from = best.oneMore().isEmpty() ? ready : best.oneMore();
      return List.of(from.stream().min(ORDER).orElseThrow());
    }

    Candidate candidate(int datum, int number) {
      Device device = devices[number];
      List<Task> users = users(datum);
      List<Task> free = users.stream().filter(t -> device.missing(t).size() == 1).toList();
      List<Task> more = users.stream().filter(t -> device.missing(t).size() == 2).toList();
      long work = nanos(free);
      double transfer = transfer(datum, device);
      double priority =
          (free.isEmpty() ? more : free)
              .stream().mapToDouble(Task::priority).max().orElse(Double.NEGATIVE_INFINITY);
      return new Candidate(
          datum,
          free,
          more,
          work == 0 ? Double.POSITIVE_INFINITY : transfer / work,
          priority,
          nanos(users));
    }

    /** From the end of the longest plan, as long as each is done before the other would do it. */
    void steal(Device device) {
      Device victim =
          Arrays.stream(devices)
              .max(Comparator.comparingLong(one -> nanos(one.plan)))
              .filter(one -> one != device)
              .orElse(null);
      long end = 0;
      while (victim != null && !victim.plan.isEmpty()) {
        Task task = victim.plan.getLast();
        end += task.nanos();
        for (int datum : device.missing(task)) {
          end += transfer(datum, device);
        }
        if (end >= nanos(victim.plan)) {
          return;
        }
        victim.plan.removeLast();
        isFree.remove(task);
        device.plan.addFirst(task);
      }
    }

    void end(int number) {
      Device device = devices[number];
      if (!device.buffer.isEmpty()) {
        Task task = device.buffer.removeFirst();
        darts.ended(task.number());
        data.forgetTask(task.number());
      }
    }

    /** A datum arrives on a device, or leaves it; it is on the host then. */
    void change(int number) {
      int datum = random.nextInt(bytes.size());
      if (devices[number].present.add(datum)) {
        darts.present(datum, number, true);
        return;
      }
      if (notOnHost.remove(datum)) {
        darts.present(datum, LinkCost.HOST, true);
      }
      leave(datum, number);
    }

    /** A datum is written on a device, and is nowhere else then. */
    void write(int number) {
      int datum = random.nextInt(bytes.size());
      if (notOnHost.add(datum)) {
        darts.present(datum, LinkCost.HOST, false);
      }
      for (int other = 0; other < devices.length; other++) {
        if (other == number && devices[other].present.add(datum)) {
          darts.present(datum, other, true);
        } else if (other != number && devices[other].present.contains(datum)) {
          leave(datum, other);
        }
      }
    }

    void leave(int datum, int number) {
      Device device = devices[number];
      device.present.remove(datum);
      darts.evicted(datum, number);
      if (common.contains(datum)) {
        return;
      }
      for (Task task : List.copyOf(device.plan)) {
        if (task.inputs().contains(datum)) {
          device.plan.remove(task);
          makeReady(task);
        }
      }
    }
  }

  @Test
  void choosesAsTheAlgorithmSays() {
    for (long seed = FIRST; seed < FIRST + TRACES; seed++) {
      Trace trace = new Trace(seed);
      for (int i = 0; i < 120; i++) {
        trace.step();
      }
    }
  }
}
