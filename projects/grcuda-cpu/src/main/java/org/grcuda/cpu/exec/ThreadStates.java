package org.grcuda.cpu.exec;

import java.util.Arrays;

/**
 * The states of suspended threads of a block: resume points, live registers, and the operands and
 * results of a barrier or warp operation. There is one per worker; only translated code and the
 * translator's block scheduler use it.
 */
public final class ThreadStates {

  /** Value of {@link #resume} for a thread that ended. */
  public static final int EXITED = Integer.MIN_VALUE;

  /** Registers of a thread that a product of matrices has at most. */
  public static final int FRAGMENT = 16;

  /** Barriers of a block (PTX ISA 9.7.13.1). */
  public static final int BARRIERS = 16;

  /**
   * The next step of each thread: {@code s >= 0} means that it runs from state s, where 0 is the
   * start; {@code ~s} means that it waits at the point with state s; or {@link #EXITED}.
   */
  public int[] resume = new int[0];

  /** Saved registers: {@code thread * registers + register}. */
  public long[] saved = new long[0];

  /** Membership mask of a warp operation, or how many threads a barrier waits for, 0 for all. */
  public int[] mask = new int[0];

  /** First source of a warp operation, or the predicate of a reduction. */
  public long[] value = new long[0];

  /** Second source of a {@code shfl}, or the number of a barrier. */
  public int[] argument = new int[0];

  /** Third source of a {@code shfl}. */
  public int[] clamp = new int[0];

  /** Result of the operation. */
  public long[] result = new long[0];

  /** Its predicate result, 0 or 1. */
  public int[] flag = new int[0];

  /** Registers of a product of matrices: {@link #FRAGMENT} for each thread. */
  public long[] fragments = new long[0];

  /** How often each warp in lockstep went round a loop in which it may wait for another warp. */
  public int[] around = new int[0];

  /** Receives the operations that order the accesses of threads; null if there is no monitor. */
  public AccessMonitor monitor;

  /** Threads that arrived at each barrier without waiting ({@code bar.arrive}). */
  public final int[] arrived = new int[BARRIERS];

  /** Puts {@code threads} threads at the start of a kernel that saves {@code registers} words. */
  public void reset(int threads, int registers) {
    if (resume.length < threads) {
      resume = new int[threads];
      mask = new int[threads];
      value = new long[threads];
      argument = new int[threads];
      clamp = new int[threads];
      result = new long[threads];
      flag = new int[threads];
      around = new int[threads / 32 + 1];
    }
    if (saved.length < threads * registers) {
      saved = new long[threads * registers];
    }
    Arrays.fill(resume, 0, threads, 0);
    Arrays.fill(arrived, 0);
    Arrays.fill(around, 0);
  }

  /** Suspends a thread at the point of a state, with its operands. */
  public void suspend(int thread, int state, int members, long source, int second, int third) {
    mask[thread] = members;
    value[thread] = source;
    argument[thread] = second;
    clamp[thread] = third;
    resume[thread] = ~state;
  }

  /** Puts a register of a product of matrices where the warp finds it. */
  public void fragment(int thread, int register, long value) {
    int wholeWarps = resume.length + 31 & ~31;
    if (fragments.length < wholeWarps * FRAGMENT) {
      fragments = new long[wholeWarps * FRAGMENT];
    }
    fragments[thread * FRAGMENT + register] = value;
  }

  /** A register of the product. */
  public long fragment(int thread, int register) {
    return fragments[thread * FRAGMENT + register];
  }

  /** {@code bar.arrive}. */
  public void arrive(int barrier) {
    arrived[barrier & BARRIERS - 1]++;
  }
}
