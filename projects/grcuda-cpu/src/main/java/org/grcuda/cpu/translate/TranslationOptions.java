package org.grcuda.cpu.translate;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.grcuda.cpu.translate.emit.KernelAssembler;

/**
 * How to translate.
 *
 * @param longestMethod most bytes of bytecode of a method of a kernel, before it is cut
 * @param engine what executes kernels
 * @param listener is shown what each pass found
 * @param monitored whether the code tells an AccessMonitor of each access
 * @param traced the kernels, by symbol, whose code tells an InstructionTracer of each instruction
 */
public record TranslationOptions(
    int longestMethod,
    Engine engine,
    PassListener listener,
    boolean monitored,
    Predicate<String> traced) {

  /** What executes a kernel. All compute the same bits. */
  public enum Engine {
    /**
     * Machine code for gangs of threads where the kernel and the machine allow it, else bytecode.
     */
    NATIVE,
    /** JVM bytecode. */
    BYTECODE,
    /** The interpreter: slow, the reference in tests. */
    INTERPRETER
  }

  /** Not watched. */
  public TranslationOptions(int longestMethod, Engine engine, PassListener listener) {
    this(longestMethod, engine, listener, false, kernel -> false);
  }

  /** Methods as long as HotSpot compiles; nobody listens. */
  public static TranslationOptions defaults() {
    return new TranslationOptions(KernelAssembler.HUGE_METHOD, Engine.NATIVE, PassListener.NOBODY);
  }

  /** The same with another engine. */
  public TranslationOptions withEngine(Engine other) {
    return new TranslationOptions(longestMethod, other, listener, monitored, traced);
  }

  /** The same with methods cut above another size. */
  public TranslationOptions withLongestMethod(int bytes) {
    return new TranslationOptions(bytes, engine, listener, monitored, traced);
  }

  /** The same with another listener. */
  public TranslationOptions withListener(PassListener other) {
    return new TranslationOptions(longestMethod, engine, other, monitored, traced);
  }

  /**
   * Tells the listener what a pass found.
   *
   * @param result is asked only if the listener wants it: the words take longer than the pass
   */
  public void tell(String kernel, String pass, Supplier<String> result) {
    if (listener.wants(pass)) {
      listener.after(kernel, pass, result.get());
    }
  }

  /** Sees the pipeline at work. */
  @FunctionalInterface
  public interface PassListener {

    /** Hears nothing. */
    PassListener NOBODY =
        new PassListener() {
          @Override
          public void after(String kernel, String pass, String result) {}

          @Override
          public boolean wants(String pass) {
            return false;
          }
        };

    /**
     * Called after a pass over one kernel.
     *
     * @param pass class name of the pass, such as {@code "SuspensionPoints"}
     * @param result what it found, in words; of {@code KernelAssembler}, the methods, their sizes
     *     and their bytecode
     */
    void after(String kernel, String pass, String result);

    /** Whether what a pass found is to be put into words. */
    default boolean wants(String pass) {
      return true;
    }
  }
}
