package org.grcuda.bench.waiting;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.waiting.WaitingReport.Rates;
import org.grcuda.runtime.sync.SyncPolicy;

/**
 * Benchmark of what waiting costs under each {@link SyncPolicy}. It measures latency and processor
 * time by the duration of kernels, on idle cores and on cores that other processes contend for. It
 * also runs the published workload. The device is a {@link ClockDriver}.
 */
public final class WaitingBenchmark {

  /** Launches before the first cell, after which the JIT compiler is done. */
  private static final int WARM_UP = 20_000;

  private static final int QUICK_WARM_UP = 1_000;

  private static final long WARM_UP_KERNEL = 5_000;

  private static final int WARM_UP_SLEEPS = 50;
  private static final long WARM_UP_SLEEP = 1_000_000;

  /**
   * Waits in the first turn of a cell that do not count, because the hybrid policy learns in them.
   * They are at most one in {@link #UNCOUNTED_SHARE} of all waits. In each later turn, {@link
   * #UNCOUNTED_SHARE} waits do not count.
   */
  private static final int UNCOUNTED = 100;

  private static final int UNCOUNTED_SHARE = 2;

  /** The number of turns of all policies in which the waits of a cell are taken. */
  private static final int TURNS = 3;

  private static final int CYCLES = 500;
  private static final int QUICK_CYCLES = 10;

  private final WaitingSettings settings;
  private final List<Waiter> waiters = new ArrayList<>();

  private WaitingBenchmark(WaitingSettings settings) {
    this.settings = settings;
  }

  /**
   * Runs the benchmark and prints the results to standard output.
   *
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take
   * @throws IOException if no process can be started
   */
  public static void run(BenchmarkArguments arguments) throws IOException {
    WaitingSettings settings = new WaitingSettings();
    if (!arguments.readInto(settings)) {
      return;
    }
    if (settings.shared()) {
      runShared(settings);
      return;
    }
    WaitingBenchmark benchmark = new WaitingBenchmark(settings);
    try {
      benchmark.run();
    } finally {
      benchmark.waiters.forEach(Waiter::close);
    }
  }

  private static void runShared(WaitingSettings settings) throws IOException {
    if (!(settings.hostShare() >= 0 && settings.hostShare() < 1)) {
      throw new IllegalArgumentException(
          "--host-share: " + settings.hostShare() + ", expected a number from 0 to below 1");
    }
    try {
      if (settings.json()) {
        List<SharedCell> cells = new ArrayList<>();
        SharedWaiting.measure(settings, cells::add);
        System.out.println(SharedReport.json(cells));
      } else {
        System.out.print(SharedReport.introduction());
        SharedWaiting.measure(settings, cell -> System.out.print(SharedReport.text(cell)));
      }
    } catch (ControlGroups.UnavailableException e) {
      System.out.println("left out: " + e.getMessage());
    }
  }

  /** Waits until the code of waits is compiled. */
  static void warmUp(Waiter waiter, WaitingSettings settings) {
    for (int i = 0; i < (settings.quick() ? QUICK_WARM_UP : WARM_UP); i++) {
      waiter.launchAndWait("warm-up", WARM_UP_KERNEL);
    }
  }

  // The contending processes run beside the block, and nothing in it names them.
  @SuppressWarnings("try")
  private void run() throws IOException {
    for (SyncPolicy policy : SyncPolicy.values()) {
      Waiter waiter = new Waiter(policy);
      waiters.add(waiter);
      warmUp(waiter, settings);
    }
    // The first hybrid waits that sleep make the timers of this thread precise, for all policies.
    // Blocking on a real device ends by an interrupt, not by a timer with slack.
    for (int i = 0; i < WARM_UP_SLEEPS; i++) {
      waiters.getFirst().launchAndWait("warm-up", WARM_UP_SLEEP);
    }
    PublishedWorkload workload = new PublishedWorkload();
    List<Cell> cells = new ArrayList<>();
    List<Rates> rates = new ArrayList<>();
    for (boolean contended : new boolean[] {false, true}) {
      try (Contention contention = Contention.perCore(contended ? settings.burners() : 0)) {
        for (long nanos : settings.durations()) {
          cells.addAll(cells(nanos, contended));
        }
        rates.add(rates(workload, contended));
      }
    }
    String report =
        settings.json() ? WaitingReport.json(cells, rates) : WaitingReport.text(cells, rates);
    System.out.println(report);
  }

  /** Measures a cell of each policy. */
  private List<Cell> cells(long nanos, boolean contended) {
    int waits = settings.waits(nanos);
    int turn = Math.ceilDiv(waits, TURNS);
    long[][] latency = new long[waiters.size()][TURNS * turn];
    double[] processor = new double[waiters.size()];
    String kernel = "kernel of " + nanos + (contended ? ", contended" : "");
    for (int i = 0; i < TURNS; i++) {
      for (int w = 0; w < waiters.size(); w++) {
        Waiter waiter = waiters.get(w);
        int uncounted = Math.min(UNCOUNTED, waits / UNCOUNTED_SHARE);
        for (int j = i == 0 ? -uncounted : -UNCOUNTED_SHARE; j < turn; j++) {
          waiter.launchAndWait(kernel, nanos);
          if (j >= 0) {
            latency[w][i * turn + j] = waiter.latency();
            processor[w] += waiter.processorNanos();
          }
        }
      }
    }
    List<Cell> cells = new ArrayList<>();
    for (int w = 0; w < waiters.size(); w++) {
      Arrays.sort(latency[w]);
      String policy = waiters.get(w).policy().optionName();
      cells.add(new Cell(policy, nanos, contended, latency[w], processor[w] / latency[w].length));
    }
    return cells;
  }

  private Rates rates(PublishedWorkload workload, boolean contended) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    int cycles = settings.quick() ? QUICK_CYCLES : CYCLES;
    for (int i = 0; i < TURNS; i++) {
      for (Waiter waiter : waiters) {
        seconds.merge(waiter.policy().optionName(), workload.run(waiter, cycles), Double::sum);
      }
    }
    Map<String, Double> perSecond = new LinkedHashMap<>();
    seconds.forEach((policy, taken) -> perSecond.put(policy, TURNS * cycles / taken));
    return new Rates(contended, perSecond);
  }
}
