package org.grcuda.runtime.schedule.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.ScheduledComputation.Transfer;

/**
 * Which computations share a colour: the launches of a kernel, the packets of a router, transfers
 * of one direction, those that bring back what a device had given up, and everything else of one
 * kind.
 */
final class SeriesTable {

  /**
   * Computations that share a colour.
   *
   * @param name of the kernel, of the router or of the kind
   * @param kind of all of them
   * @param colour theirs
   * @param count how many there are
   * @param timed how many of them are timed
   * @param nanos how long these took together
   */
  record Series(
      String name, ComputationKind kind, Colour colour, int count, int timed, long nanos) {}

  /** Transfers that mostly bring back what their device had given up. */
  private static final String RELOAD = "reload";

  private final List<Series> series;
  private final int[] of;

  private SeriesTable(List<Series> series, int[] of) {
    this.series = series;
    this.of = of;
  }

  /** The series of {@code computations}. */
  static SeriesTable of(List<ScheduledComputation> computations) {
    Map<String, Sum> sums = new LinkedHashMap<>();
    Sum[] sumOf = new Sum[computations.size()];
    for (int i = 0; i < sumOf.length; i++) {
      ScheduledComputation it = computations.get(i);
      String name = name(it);
      String key = (isNamed(it.kind()) ? it.kind().label() : "kind") + " " + name;
      sumOf[i] = sums.computeIfAbsent(key, unused -> new Sum(name, it.kind()));
      sumOf[i].add(it);
    }
    List<Sum> sorted = new ArrayList<>(sums.values());
    sorted.sort(
        Comparator.comparing((Sum sum) -> sum.kind != ComputationKind.LAUNCH)
            .thenComparing(sum -> sum.kind != ComputationKind.PACKET)
            .thenComparing(sum -> -sum.nanos)
            .thenComparing(sum -> -sum.count));
    List<Series> series = new ArrayList<>();
    for (int rank = 0; rank < sorted.size(); rank++) {
      Sum sum = sorted.get(rank);
      sum.rank = rank;
      Colour colour = isNamed(sum.kind) ? Colour.ofName(rank) : colour(sum);
      series.add(new Series(sum.name, sum.kind, colour, sum.count, sum.timed, sum.nanos));
    }
    int[] of = new int[sumOf.length];
    for (int i = 0; i < of.length; i++) {
      of[i] = sumOf[i].rank;
    }
    return new SeriesTable(List.copyOf(series), of);
  }

  /** Whether computations of a kind share a colour by their name. */
  private static boolean isNamed(ComputationKind kind) {
    return kind == ComputationKind.LAUNCH || kind == ComputationKind.PACKET;
  }

  private static String name(ScheduledComputation it) {
    return switch (it.kind()) {
      case LAUNCH, PACKET -> it.name();
      case TRANSFER -> transferName(it.transfer());
      default -> it.kind().label();
    };
  }

  private static String transferName(Transfer transfer) {
    if (2 * transfer.reloadedBytes() > transfer.bytes()) {
      return RELOAD;
    }
    if (transfer.to() == ScheduledComputation.HOST) {
      return "write-back";
    }
    return transfer.from() == ScheduledComputation.HOST ? "load" : "peer load";
  }

  private static Colour colour(Sum sum) {
    return sum.kind == ComputationKind.TRANSFER && sum.name.equals(RELOAD)
        ? Colour.RELOAD
        : Colour.of(sum.kind);
  }

  /** Kernels, those first that took longest or were launched most; then routers; then kinds. */
  List<Series> all() {
    return series;
  }

  /** The place in {@link #all} of the series of {@code computation}. */
  int of(int computation) {
    return of[computation];
  }

  private static final class Sum {

    private final String name;
    private final ComputationKind kind;
    private int count;
    private int timed;
    private long nanos;
    private int rank;

    Sum(String name, ComputationKind kind) {
      this.name = name;
      this.kind = kind;
    }

    void add(ScheduledComputation it) {
      count++;
      if (it.isTimed()) {
        timed++;
        nanos += it.durationNanos();
      }
    }
  }
}
