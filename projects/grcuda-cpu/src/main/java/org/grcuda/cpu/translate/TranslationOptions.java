package org.grcuda.cpu.translate;

import org.grcuda.cpu.translate.emit.KernelAssembler;

/**
 * How to translate.
 *
 * @param longestMethod most bytes of bytecode of a method of a kernel, before it is cut
 * @param engine what executes kernels
 * @param listener is shown what each pass found
 */
public record TranslationOptions(int longestMethod, Engine engine, PassListener listener) {

  /** What executes a kernel. All compute the same bits. */
  public enum Engine {
    /** JVM bytecode. */
    BYTECODE,
    /** The interpreter: slow, the reference in tests. */
    INTERPRETER
  }

  /** Methods as long as HotSpot compiles; nobody listens. */
  public static TranslationOptions defaults() {
    return new TranslationOptions(
        KernelAssembler.HUGE_METHOD, Engine.BYTECODE, (kernel, pass, result) -> {});
  }

  /** The same with another engine. */
  public TranslationOptions withEngine(Engine other) {
    return new TranslationOptions(longestMethod, other, listener);
  }

  /** The same with methods cut above another size. */
  public TranslationOptions withLongestMethod(int bytes) {
    return new TranslationOptions(bytes, engine, listener);
  }

  /** The same with another listener. */
  public TranslationOptions withListener(PassListener other) {
    return new TranslationOptions(longestMethod, engine, other);
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
