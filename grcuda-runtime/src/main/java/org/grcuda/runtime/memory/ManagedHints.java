package org.grcuda.runtime.memory;

import java.util.HashSet;
import java.util.Set;
import org.grcuda.driver.AttachMode;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.Submission;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * Gives the driver hints about managed memory, besides prefetches: advice (cuMemAdvise) and the
 * streams that arrays are attached to (cuStreamAttachMemAsync). Each hint is given once per change,
 * before the command of the computation that it is about. The advice of {@link
 * MemoryAdvicePolicy#AUTO} comes from {@link ReadCopies} instead.
 *
 * <p>Guarded by the scheduling lock.
 */
final class ManagedHints {

  /** What the driver was told about one allocation. */
  static final class Told {

    private boolean readMostly;
    private boolean notReadMostly;
    private Set<Long> preferred = Set.of();
    private ComputeStream stream;
    private Vertex attaching;

    /** Whether the driver was advised that it is mostly read. */
    boolean isReadMostly() {
      return readMostly;
    }
  }

  private final MemoryAdvicePolicy advice;
  private final boolean attaches;
  private ComputeStream current;
  private Vertex prepared;

  private ManagedHints(MemoryAdvicePolicy advice, boolean attaches) {
    this.advice = advice;
    this.attaches = attaches;
  }

  /**
   * The hints to give on {@code devices} devices; null if there are none to give.
   *
   * @param wanted the advice that is asked for
   * @param attaches whether arrays are attached to the streams of the computations that write them
   */
  static ManagedHints of(MemoryAdvicePolicy wanted, boolean attaches, int devices) {
    MemoryAdvicePolicy advice = devices > 1 ? wanted : MemoryAdvicePolicy.NONE;
    boolean none = advice == MemoryAdvicePolicy.NONE || advice == MemoryAdvicePolicy.AUTO;
    return none && !attaches ? null : new ManagedHints(advice, attaches);
  }

  /** The hints for {@code vertex} were given, although others were prepared since. */
  void prepared(Vertex vertex, ComputeStream stream) {
    current = stream;
    prepared = vertex;
  }

  /** Appends the hints that come before the command of {@code vertex}. */
  void prepare(Vertex vertex, ComputeStream stream, Submission submission) {
    prepared(vertex, stream);
    Access[] accesses = vertex.accesses();
    for (int i = 0; i < accesses.length; i++) {
      Allocation allocation = accesses[i].region().allocation();
      if (!allocation.moves() || isCovered(accesses, i)) {
        continue;
      }
      Told known = ManagedState.of(allocation).told;
      Told told = known == null ? new Told() : known;
      switch (advice) {
        case AUTO, NONE -> {}
        case READ_MOSTLY -> readMostly(accesses[i], told, stream, submission);
        case PREFERRED_LOCATION -> preferredLocation(accesses[i], told, stream, submission);
      }
      if (attaches) {
        attach(accesses[i], told, stream, submission);
      }
    }
  }

  /**
   * Notes that {@code vertex} was accepted. If it was the last one prepared, its hints were given.
   */
  void scheduled(Vertex vertex) {
    if (vertex != prepared) {
      return;
    }
    prepared = null;
    Access[] accesses = vertex.accesses();
    for (int i = 0; i < accesses.length; i++) {
      Allocation allocation = accesses[i].region().allocation();
      if (!allocation.moves() || isCovered(accesses, i)) {
        continue;
      }
      ManagedState state = ManagedState.of(allocation);
      if (state.told == null) {
        state.told = new Told();
      }
      note(accesses[i], state.told, vertex);
    }
  }

  private void note(Access access, Told told, Vertex vertex) {
    boolean writes = access.mode().writes();
    if (advice == MemoryAdvicePolicy.READ_MOSTLY) {
      told.notReadMostly |= writes && told.readMostly;
      told.readMostly = !writes && !told.notReadMostly;
    } else if (advice == MemoryAdvicePolicy.PREFERRED_LOCATION && writes) {
      if (told.preferred.isEmpty()) {
        told.preferred = new HashSet<>();
      }
      told.preferred.add(part(access));
    }
    if (attaches) {
      ComputeStream wanted = streamOf(access, current);
      if (!isAttached(told, wanted)) {
        told.stream = wanted;
        told.attaching = vertex;
      }
    }
  }

  private static void readMostly(
      Access access, Told told, ComputeStream stream, Submission submission) {
    boolean writes = access.mode().writes();
    if (writes && told.readMostly) {
      advise(
          access.region().allocation().whole(), MemoryAdvice.UNSET_READ_MOSTLY, stream, submission);
    } else if (!writes && !told.readMostly && !told.notReadMostly) {
      advise(
          access.region().allocation().whole(), MemoryAdvice.SET_READ_MOSTLY, stream, submission);
    }
  }

  private static void preferredLocation(
      Access access, Told told, ComputeStream stream, Submission submission) {
    if (access.mode().writes() && !told.preferred.contains(part(access))) {
      advise(access.region(), MemoryAdvice.SET_PREFERRED_LOCATION, stream, submission);
    }
  }

  private static void advise(
      Region region, MemoryAdvice advice, ComputeStream stream, Submission submission) {
    submission.advise(
        stream.driverStream(),
        region.allocation().hostAddress() + region.offset(),
        region.length(),
        advice,
        stream.device());
  }

  private static void attach(
      Access access, Told told, ComputeStream stream, Submission submission) {
    ComputeStream wanted = streamOf(access, stream);
    if (!isAttached(told, wanted)) {
      Allocation allocation = access.region().allocation();
      submission.attach(
          stream.driverStream(),
          allocation.hostAddress(),
          allocation.bytes(),
          wanted == null ? AttachMode.GLOBAL : AttachMode.SINGLE);
    }
  }

  /**
   * The stream to attach the array of {@code access} to; null for all streams. A computation that
   * writes all of the array attaches it to its own stream, since nobody else uses the array
   * meanwhile.
   */
  private static ComputeStream streamOf(Access access, ComputeStream stream) {
    return access.mode().writes() && access.region().isWhole() ? stream : null;
  }

  /**
   * Whether the array is attached as {@code wanted} already. An attachment that may not have been
   * executed yet counts only on the stream that it was made on.
   */
  private static boolean isAttached(Told told, ComputeStream wanted) {
    if (told.attaching != null && told.attaching.isComplete()) {
      told.attaching = null;
    }
    return told.stream == wanted && (wanted != null || told.attaching == null);
  }

  /** The part of the array that is accessed, as a number. */
  private static long part(Access access) {
    return access.region().offset() * 31 + access.region().length();
  }

  /** Whether another access to the same array gives all the hints that this one would give. */
  private static boolean isCovered(Access[] accesses, int index) {
    Allocation allocation = accesses[index].region().allocation();
    boolean writes = accesses[index].mode().writes();
    for (int i = 0; i < accesses.length; i++) {
      boolean same = i != index && accesses[i].region().allocation() == allocation;
      boolean stronger = accesses[i].mode().writes() && !writes;
      boolean earlier = i < index && accesses[i].region().equals(accesses[index].region());
      if (same && (stronger || (earlier && accesses[i].mode().writes() == writes))) {
        return true;
      }
    }
    return false;
  }
}
