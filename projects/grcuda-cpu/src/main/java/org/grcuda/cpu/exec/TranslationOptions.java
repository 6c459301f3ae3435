package org.grcuda.cpu.exec;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How to translate.
 *
 * @param longestMethod most bytes of bytecode of a method of a kernel, before it is cut
 * @param engine what executes kernels
 * @param listener is shown what each pass found
 * @param monitored whether the code tells an AccessMonitor of each access
 * @param traced the kernels, by symbol, whose code tells an InstructionTracer of each instruction
 * @param strict whether an error of the translator itself is thrown; else a slower engine takes the
 *     kernel
 */
public record TranslationOptions(
    int longestMethod,
    Engine engine,
    PassListener listener,
    boolean monitored,
    Predicate<String> traced,
    boolean strict) {

  /** HotSpot compiles no longer method: its HugeMethodLimit, in bytes of bytecode. */
  public static final int HUGE_METHOD = 8000;

  /** The system property that makes the {@link #defaults} strict, as in the project's tests. */
  public static final String STRICT = "grcuda.cpu.strict";

  /** What executes a kernel, the fastest first. All compute the same bits. */
  public enum Engine {
    /**
     * Machine code for gangs of threads where the kernel and the machine allow it, else bytecode.
     */
    NATIVE("machine code"),
    /** JVM bytecode. */
    BYTECODE("bytecode"),
    /** The interpreter: slow, the reference in tests. */
    INTERPRETER("the interpreter");

    private final String text;

    Engine(String text) {
      this.text = text;
    }

    /** Its name in words. */
    public String text() {
      return text;
    }
  }

  /** Methods as long as HotSpot compiles; nobody listens. */
  public static TranslationOptions defaults() {
    return new TranslationOptions(
        HUGE_METHOD,
        Engine.NATIVE,
        PassListener.NOBODY,
        false,
        kernel -> false,
        Boolean.getBoolean(STRICT));
  }

  /** The same with another engine. */
  public TranslationOptions withEngine(Engine other) {
    return new TranslationOptions(longestMethod, other, listener, monitored, traced, strict);
  }

  /** The same with methods cut above another size. */
  public TranslationOptions withLongestMethod(int bytes) {
    return new TranslationOptions(bytes, engine, listener, monitored, traced, strict);
  }

  /** The same with another listener. */
  public TranslationOptions withListener(PassListener other) {
    return new TranslationOptions(longestMethod, engine, other, monitored, traced, strict);
  }

  /** The same, watched: of accesses as {@code monitors} says, of instructions as {@code traces}. */
  public TranslationOptions watched(boolean monitors, Predicate<String> traces) {
    return new TranslationOptions(longestMethod, engine, listener, monitors, traces, strict);
  }

  /** The same, strict or not. */
  public TranslationOptions withStrict(boolean other) {
    return new TranslationOptions(longestMethod, engine, listener, monitored, traced, other);
  }

  /** The engines that a kernel is translated for until one can. The interpreter is not watched. */
  public List<Engine> ladder(String kernel) {
    Engine last =
        monitored || traced.test(kernel)
            ? Engine.values()[Math.max(engine.ordinal(), Engine.BYTECODE.ordinal())]
            : Engine.INTERPRETER;
    return List.of(Engine.values()).subList(engine.ordinal(), last.ordinal() + 1);
  }

  /**
   * Tells the listener what a pass found.
   *
   * @param result is asked only if the listener wants it: the words take longer than the pass
   * @throws PassListener.Failure if the listener throws an exception
   */
  public void tell(String kernel, String pass, Supplier<String> result) {
    if (listener.wants(pass)) {
      String words = result.get();
      try {
        listener.after(kernel, pass, words);
      } catch (RuntimeException refusal) {
        throw new PassListener.Failure(refusal);
      }
    }
  }

  /** Sees the pipeline at work. An exception that it throws ends the translation. */
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

    /** What a listener threw: no error of the translator. */
    final class Failure extends RuntimeException {

      private static final long serialVersionUID = 1L;

      private final RuntimeException thrown;

      private Failure(RuntimeException thrown) {
        super(thrown);
        this.thrown = thrown;
      }

      /** What it threw. */
      public RuntimeException thrown() {
        return thrown;
      }
    }

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
