package org.grcuda.cpu.device;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.Optional;
import org.grcuda.cpu.memory.NativeCall;

/**
 * The processors on which threads may run (sched_setaffinity(2)). Where the workers of all devices
 * are as many as the processors that the process may use, each has one of its own. Else Linux often
 * lets a worker wait for milliseconds on the processor of the worker that woke it, while the JIT
 * compiler or nobody uses the other one. If there are fewer workers, the system knows better which
 * processors are free. Systems other than Linux, and those with more than 1,024 processors, are not
 * asked for anything.
 */
final class Affinity {

  /** Size of {@code cpu_set_t}. */
  private static final int SET_BYTES = 128;

  /** By worker; empty where workers may run everywhere. */
  private final int[] own;

  /** Empty if it is not known. */
  private final BitSet usable;

  private Affinity(int[] own, BitSet usable) {
    this.own = own;
    this.usable = usable;
  }

  /**
   * For {@code all} workers, those of all devices.
   *
   * @param usable the processors of the process, as {@link #usable()}
   */
  static Affinity of(int all, BitSet usable) {
    boolean suffices = all > 1 && usable.cardinality() == all;
    return new Affinity(suffices ? usable.stream().toArray() : new int[0], usable);
  }

  /** Gives the calling thread, the worker {@code number} of all devices, its processor. */
  void bind(int number) {
    if (own.length > 0) {
      BitSet set = new BitSet();
      set.set(own[number]);
      allow(set);
    }
  }

  /** Lets the calling thread run on all processors, whoever has started it. */
  void unbind() {
    if (own.length > 0) {
      allow(usable);
    }
  }

  private static void allow(BitSet processors) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(SET_BYTES);
      mask.asByteBuffer().put(processors.toByteArray());
      call("sched_setaffinity", mask);
    }
  }

  /** The numbers of the processors that the calling thread may use; empty if not known. */
  static BitSet usable() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(SET_BYTES);
      return call("sched_getaffinity", mask) ? BitSet.valueOf(mask.asByteBuffer()) : new BitSet();
    }
  }

  /** Calls {@code function} for the calling thread; false if the system has none or refuses. */
  private static boolean call(String function, MemorySegment mask) {
    Optional<MemorySegment> found = Linker.nativeLinker().defaultLookup().find(function);
    return found.isPresent()
        && (int) NativeCall.call(found.get(), 0, SET_BYTES, mask.address()) == 0;
  }
}
