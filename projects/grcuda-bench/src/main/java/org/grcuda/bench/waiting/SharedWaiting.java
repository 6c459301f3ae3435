package org.grcuda.bench.waiting;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Phaser;
import java.util.function.Consumer;
import org.grcuda.bench.waiting.ControlGroups.Group;
import org.grcuda.bench.waiting.ControlGroups.UnavailableException;
import org.grcuda.bench.waiting.SharedCell.Tally;
import org.grcuda.runtime.sync.SyncPolicy;

/**
 * Waiting on cores that another process shares, as virtual machines share those of a cloud
 * (Elmougy, Jia, Ding and Shan, sections III and V). The waiting process is in one control group,
 * endless loops on the same cores are in another. A cycle is host work, then a kernel whose
 * duration varies by 3.5 %, and a wait for it. With several waiters, each on a core of its own, all
 * meet after each cycle.
 */
final class SharedWaiting {

  /** The cycles of the paper: 370 launches a second, and its mean cycle. */
  private static final List<Long> CYCLES = List.of(2_700_000L, 4_500_000L);

  /** Standard deviation of the kernels' durations, as a share of them. */
  private static final double VARIATION = 0.035;

  static final List<SyncPolicy> POLICIES =
      List.of(SyncPolicy.SPIN, SyncPolicy.BLOCK, SyncPolicy.HYBRID);

  private static final List<Sharing> QUICK = List.of(Sharing.ALONE, Sharing.HALF);

  private static final int MOST_WAITERS = 16;
  private static final int TURNS = 3;
  private static final long WARM_UP_NANOS = 20_000_000;

  private final WaitingSettings settings;
  private final List<Integer> cores;
  private final Map<SyncPolicy, List<Waiter>> waiters = new EnumMap<>(SyncPolicy.class);
  private final Map<Long, HostWork> work = new LinkedHashMap<>();

  private SharedWaiting(WaitingSettings settings, List<Integer> cores) {
    this.settings = settings;
    this.cores = cores;
  }

  /**
   * Measures all cells.
   *
   * @param report gets each as soon as it is measured
   * @throws UnavailableException if processor time cannot be divided here; says why
   * @throws IOException if the system refuses something
   */
  static void measure(WaitingSettings settings, Consumer<SharedCell> report)
      throws UnavailableException, IOException {
    List<Integer> allowed = Cores.allowed();
    List<Integer> used = allowed.subList(0, Math.min(allowed.size(), MOST_WAITERS));
    SharedWaiting shared = new SharedWaiting(settings, used);
    try (ControlGroups groups = ControlGroups.open()) {
      Group waiting = groups.make("waiting");
      Group neighbour = groups.make("neighbour");
      shared.prepare();
      waiting.add(ProcessHandle.current().pid());
      shared.cells(waiting, neighbour, report);
    } finally {
      shared.waiters.values().forEach(some -> some.forEach(Waiter::close));
    }
  }

  /** Makes all runtimes, and has the code compiled that the waits execute. */
  private void prepare() {
    for (long cycle : CYCLES) {
      work.put(cycle, HostWork.of(cycle - kernelNanos(cycle), WARM_UP_NANOS));
    }
    for (SyncPolicy policy : POLICIES) {
      List<Waiter> some = new ArrayList<>();
      for (int i = 0; i < cores.size(); i++) {
        Waiter waiter = new Waiter(policy);
        WaitingBenchmark.warmUp(waiter, settings);
        some.add(waiter);
      }
      waiters.put(policy, some);
    }
  }

  private long kernelNanos(long cycle) {
    return (long) ((1 - settings.hostShare()) * cycle);
  }

  private void cells(Group waiting, Group neighbour, Consumer<SharedCell> report)
      throws UnavailableException, IOException {
    for (int count : cores.size() == 1 ? new int[] {1} : new int[] {1, cores.size()}) {
      for (long cycle : settings.quick() ? CYCLES.subList(0, 1) : CYCLES) {
        for (Sharing sharing : settings.quick() ? QUICK : List.of(Sharing.values())) {
          sharing.divide(waiting, neighbour, count);
          report.accept(cell(sharing, count, cycle, neighbour));
        }
      }
    }
  }

  private SharedCell cell(Sharing sharing, int count, long cycle, Group neighbour)
      throws UnavailableException, IOException {
    Map<SyncPolicy, Tally> tallies = new EnumMap<>(SyncPolicy.class);
    POLICIES.forEach(policy -> tallies.put(policy, new Tally()));
    List<Integer> shared = sharing.hasNeighbour() ? cores.subList(0, count) : List.of();
    try (Contention loops = Contention.on(shared)) {
      for (long process : loops.processes()) {
        neighbour.add(process);
      }
      for (int turn = 0; turn < (settings.quick() ? 1 : TURNS); turn++) {
        for (SyncPolicy policy : POLICIES) {
          String kernel = "%s, %d, %d".formatted(sharing, count, cycle);
          Turn one = new Turn(waiters.get(policy).subList(0, count), kernel, cycle);
          tallies.get(policy).add(one.run());
        }
      }
    }
    return new SharedCell(sharing, count, cycle, tallies);
  }

  /** Some cycles of all waiters of a policy. */
  private final class Turn {

    private final List<Waiter> those;
    private final String kernel;
    private final long cycle;
    private final Phaser meeting;
    private final Tally tally = new Tally();

    // Set while all threads are at the meeting.
    private boolean counts;
    private volatile boolean over;
    private long began;
    private long cycles;

    private volatile IOException failure;

    Turn(List<Waiter> those, String kernel, long cycle) {
      this.those = those;
      this.kernel = kernel;
      this.cycle = cycle;
      meeting =
          new Phaser(those.size()) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
              met();
              return parties == 0;
            }
          };
      began = System.nanoTime();
    }

    /** All threads have come through a cycle, or begin. */
    private void met() {
      long now = System.nanoTime();
      cycles++;
      if (!counts && now - began >= settings.sharedNanos() / 4) {
        counts = true;
        began = now;
        cycles = 0;
      } else if (counts && now - began >= settings.sharedNanos()) {
        tally.turn(cycles, now - began);
        over = true;
      }
    }

    Tally run() throws IOException {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < those.size(); i++) {
        int index = i;
        threads.add(Thread.ofPlatform().name("waiter-" + i).start(() -> cycles(index)));
      }
      boolean interrupted = false;
      for (Thread thread : threads) {
        interrupted |= !joined(thread);
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (failure != null) {
        throw failure;
      }
      return tally;
    }

    private static boolean joined(Thread thread) {
      try {
        thread.join();
        return true;
      } catch (InterruptedException e) {
        return false;
      }
    }

    private void cycles(int index) {
      try {
        Cores.pin(cores.get(index));
        Tally own = new Tally();
        cycles(those.get(index), work.get(cycle).copy(), new Random(index), own);
        synchronized (tally) {
          tally.add(own);
        }
      } catch (IOException e) {
        failure = e;
        over = true;
      } catch (InterruptedException e) {
        failure = new IOException("a waiter was interrupted", e);
        over = true;
      } finally {
        meeting.arriveAndDeregister();
      }
    }

    private void cycles(Waiter waiter, HostWork host, Random random, Tally own) {
      meeting.arriveAndAwaitAdvance();
      while (!over) {
        long start = System.nanoTime();
        host.run();
        long late = System.nanoTime() - start - host.nanos();
        double factor = 1 + VARIATION * random.nextGaussian();
        waiter.launchAndWait(kernel, (long) (factor * kernelNanos(cycle)));
        if (counts) {
          own.cycle(Math.max(0, late), waiter.latency());
        }
        meeting.arriveAndAwaitAdvance();
      }
    }
  }
}
