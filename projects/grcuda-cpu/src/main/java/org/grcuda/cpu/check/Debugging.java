package org.grcuda.cpu.check;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What the backend watches while kernels run.
 *
 * @param memoryCheck how accesses are checked
 * @param traced the thread whose instructions are printed; null for none
 * @param dump receives the results of translating a kernel, pass by pass: a name without characters
 *     that file names may not have, and the text; null for none
 * @param messages receives the instructions of the traced thread, in whole lines
 */
public record Debugging(
    MemoryCheck memoryCheck,
    TracedThread traced,
    BiConsumer<String, String> dump,
    Consumer<String> messages) {

  /** How accesses of kernels are checked. */
  public enum MemoryCheck {
    /** Only so far that they cannot harm the process. */
    OFF,
    /** Against the allocation that they are meant for. */
    ACCESSES,
    /** As {@link #ACCESSES}; and for races on shared memory. */
    RACES
  }

  /** Whether it reports single instructions. */
  public boolean isOfInstructions() {
    return memoryCheck != MemoryCheck.OFF || traced != null;
  }

  /** Looks at nothing. */
  public static Debugging off() {
    return new Debugging(MemoryCheck.OFF, null, null, text -> {});
  }
}
