package org.grcuda.cpu.translate;

import java.util.function.Predicate;
import org.grcuda.cpu.translate.emit.KernelAssembler;

/**
 * How to translate.
 *
 * @param longestMethod most bytes of bytecode of a method of a kernel, before it is cut
 * @param listener is shown what each pass found
 * @param monitored whether the code tells an AccessMonitor of each access
 * @param traced the kernels, by symbol, whose code tells an InstructionTracer of each instruction
 */
public record TranslationOptions(
    int longestMethod, PassListener listener, boolean monitored, Predicate<String> traced) {

  /** Not watched. */
  public TranslationOptions(int longestMethod, PassListener listener) {
    this(longestMethod, listener, false, kernel -> false);
  }

  /** Methods as long as HotSpot compiles; nobody listens. */
  public static TranslationOptions defaults() {
    return new TranslationOptions(KernelAssembler.HUGE_METHOD, (kernel, pass, result) -> {});
  }

  /** Sees the pipeline at work. */
  @FunctionalInterface
  public interface PassListener {

    /**
     * Called after a pass over one kernel.
     *
     * @param pass class name of the pass, such as {@code "SuspensionPoints"}
     * @param result what it found, in words; of {@code KernelAssembler}, the methods and their
     *     sizes
     */
    void after(String kernel, String pass, String result);
  }
}
