package org.grcuda.cpu.check;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.grcuda.cpu.exec.AccessSite;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.KernelFault.Kind;
import org.grcuda.cpu.exec.MonitoredKernel;
import org.grcuda.cpu.memory.Memory;

/**
 * Finds races on shared memory: two accesses of one byte by different threads, one of them a write,
 * that no barrier orders. It uses vector clocks, as FastTrack (Flanagan and Freund, PLDI 2009,
 * sections 2 and 3), and keeps two readers per byte. A barrier of all threads starts over, which
 * costs nothing per thread. Atomic accesses do not race with one another nor with volatile ones.
 * They order the accesses before and after them to the same address; a volatile load in a loop that
 * only waits counts as atomic. Other volatile accesses do race: lockstep of warps does not count as
 * an order, as from sm_70 on it is none. Writing a value that is already there is not a race.
 */
final class SharedRaces {

  /** Words kept of each byte: the era, then thread, clock and site of each access. */
  private static final int ERA = 0;

  private static final int WRITE = 1;
  private static final int FIRST_READ = 4;
  private static final int SECOND_READ = 7;
  private static final int WORDS = 10;

  private BlockContext context;
  private MonitoredKernel kernel;
  private BlockMemory block;
  private int[] cells = {};
  private int era;
  private int threads;
  private int[][] clocks = {};
  private int[][] released = {};
  private KernelFault suspect;
  private long suspectAddress;
  private long suspectValue;
  private int suspectBytes;

  void begin(BlockContext running, MonitoredKernel description, BlockMemory memory) {
    context = running;
    kernel = description;
    block = memory;
    threads = memory.threads();
    int bytes = Math.toIntExact(memory.sharedBytes());
    if (cells.length < bytes * WORDS) {
      cells = new int[bytes * WORDS];
    }
    if (clocks.length < threads) {
      clocks = new int[threads][];
    }
    if (released.length < bytes) {
      released = new int[bytes][];
    }
    suspect = null;
    startEra();
  }

  private void startEra() {
    era++;
    Arrays.fill(clocks, null);
    Arrays.fill(released, null);
  }

  void end() {
    judge();
  }

  void orderAll() {
    judge();
    startEra();
  }

  void order(int[] members) {
    judge();
    int[] joined = new int[threads];
    for (int t : members) {
      join(joined, clock(t));
    }
    for (int t : members) {
      clocks[t] = joined.clone();
      clocks[t][t]++;
    }
  }

  private static void join(int[] into, int[] from) {
    for (int t = 0; t < into.length; t++) {
      into[t] = Math.max(into[t], from[t]);
    }
  }

  private int[] clock(int thread) {
    if (clocks[thread] == null) {
      clocks[thread] = new int[threads];
      clocks[thread][thread] = 1;
    }
    return clocks[thread];
  }

  /** The clock of a thread as it sees itself: 1 until it is ordered with others. */
  private int now(int thread) {
    return clocks[thread] == null ? 1 : clocks[thread][thread];
  }

  /** Whether {@code thread} is ordered after the access of {@code other} at {@code clock}. */
  private boolean isBehind(int thread, int other, int clock) {
    return thread == other || clocks[thread] != null && clocks[thread][other] >= clock;
  }

  void access(int thread, int number, long address) {
    judge();
    AccessSite site = kernel.sites().get(number);
    int offset = (int) (address - block.shared());
    boolean atomic = site.kind() == AccessSite.Kind.ATOMIC;
    if (atomic && site.reads() && released[offset] != null) {
      join(clock(thread), released[offset]);
    }
    for (int at = offset; at < offset + site.bytes(); at++) {
      if (suspect == null) {
        check(thread, site, at, address);
      }
      note(thread, number, site, at * WORDS);
    }
    if (site.isStrong() && site.writes()) {
      released[offset] = clock(thread).clone();
      clock(thread)[thread]++;
    }
  }

  private void check(int thread, AccessSite site, int at, long address) {
    int cell = at * WORDS;
    if (cells[cell + ERA] != era) {
      return;
    }
    if (conflicts(thread, site, cell + WRITE)) {
      KernelFault race = race(thread, site, cell + WRITE, at, address);
      if (!site.writes() || site.reads()) {
        throw race;
      }
      suspect(race, address, site.bytes());
    } else if (site.writes()) {
      for (int read = FIRST_READ; read <= SECOND_READ; read += 3) {
        if (conflicts(thread, site, cell + read)) {
          throw race(thread, site, cell + read, at, address);
        }
      }
    }
  }

  private boolean conflicts(int thread, AccessSite site, int entry) {
    int clock = cells[entry + 1];
    if (clock == 0 || isBehind(thread, cells[entry], clock)) {
      return false;
    }
    AccessSite earlier = kernel.sites().get(cells[entry + 2]);
    boolean oneAtomic =
        site.kind() == AccessSite.Kind.ATOMIC || earlier.kind() == AccessSite.Kind.ATOMIC;
    return !(oneAtomic && site.isStrong() && earlier.isStrong());
  }

  private void note(int thread, int number, AccessSite site, int cell) {
    if (cells[cell + ERA] != era) {
      Arrays.fill(cells, cell, cell + WORDS, 0);
      cells[cell + ERA] = era;
    }
    if (site.writes()) {
      note(cell + WRITE, thread, number);
    }
    if (site.reads()) {
      boolean first = cells[cell + FIRST_READ + 1] == 0 || cells[cell + FIRST_READ] == thread;
      note(cell + (first ? FIRST_READ : SECOND_READ), thread, number);
    }
  }

  private void note(int entry, int thread, int number) {
    cells[entry] = thread;
    cells[entry + 1] = now(thread);
    cells[entry + 2] = number;
  }

  private KernelFault race(int thread, AccessSite site, int entry, int at, long address) {
    AccessSite earlier = kernel.sites().get(cells[entry + 2]);
    return new KernelFault(
        Kind.RACE,
        address,
        site.instruction().line(),
        thread,
        "race on shared memory: it %s what thread %s %s (%s), with no barrier between; %s"
            .formatted(
                verb(site, "reads", "writes", "updates"),
                context.launch.threadName(cells[entry]),
                verb(earlier, "has read", "has written", "has updated"),
                KernelFault.where(earlier.instruction().line(), kernel.source()),
                Places.inShared(kernel, at)));
  }

  private static String verb(AccessSite site, String read, String write, String update) {
    return site.reads() ? site.writes() ? update : read : write;
  }

  /**
   * Two writes race unless the second stores the value that is already there; that is known only
   * after the write.
   */
  private void suspect(KernelFault race, long address, int bytes) {
    suspect = race;
    suspectAddress = address;
    suspectBytes = bytes;
    suspectValue = contents();
  }

  private void judge() {
    KernelFault race = suspect;
    suspect = null;
    if (race != null && contents() != suspectValue) {
      throw race;
    }
  }

  /** A hash of the bytes under suspicion: themselves, for up to 8. */
  private long contents() {
    long hash = 0;
    for (int b = 0; b < suspectBytes; b++) {
      long value = Memory.ALL.get(ValueLayout.JAVA_BYTE, suspectAddress + b) & 0xff;
      hash = Long.rotateLeft(hash, 8) ^ value * (b < 8 ? 1 : 0x9e3779b97f4a7c15L);
    }
    return hash;
  }
}
