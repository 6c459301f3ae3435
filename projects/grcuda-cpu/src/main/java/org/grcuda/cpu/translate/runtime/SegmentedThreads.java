package org.grcuda.cpu.translate.runtime;

import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.ThreadStates;

/**
 * The code, cut into segments, of threads that do not wait for others: it is called until all have
 * ended.
 */
public final class SegmentedThreads implements ThreadCode {

  private final ThreadCode code;
  private final int savedRegisters;

  /**
   * @param code leaves a thread when it passes from one segment to another
   * @param savedRegisters most registers that it saves there
   */
  public SegmentedThreads(ThreadCode code, int savedRegisters) {
    this.code = code;
    this.savedRegisters = savedRegisters;
  }

  @Override
  public void run(BlockContext context, int first, int last) {
    ThreadStates states = context.states;
    states.reset(context.launch.threadsPerBlock(), savedRegisters);
    do {
      context.launch.poll();
      code.run(context, first, last);
    } while (isLive(states, first, last));
  }

  private static boolean isLive(ThreadStates states, int first, int last) {
    for (int t = first; t < last; t++) {
      if (states.resume[t] != ThreadStates.EXITED) {
        return true;
      }
    }
    return false;
  }
}
