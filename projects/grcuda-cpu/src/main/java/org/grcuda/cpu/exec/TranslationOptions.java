package org.grcuda.cpu.exec;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How to translate.
 *
 * @param longestMethod most bytes of bytecode in a method of a kernel; a longer one is cut
 * @param engine what executes kernels
 * @param instructions of which machine code is made; null for the best of this processor
 * @param singles whether a gang is one thread wherever it can be, as in tests; if not, where that
 *     is faster
 * @param listener receives the result of each pass
 * @param monitored whether the code reports each access to an AccessMonitor
 * @param traced the kernels, by symbol, whose code reports each instruction to an InstructionTracer
 * @param strict whether an error of the translator itself is thrown; if not, a slower engine takes
 *     the kernel
 * @param tensorModel how products of matrices are added up
 */
public record TranslationOptions(
    int longestMethod,
    Engine engine,
    InstructionSet instructions,
    boolean singles,
    PassListener listener,
    boolean monitored,
    Predicate<String> traced,
    boolean strict,
    TensorModel tensorModel) {

  /** HotSpot does not compile longer methods: its HugeMethodLimit, in bytes of bytecode. */
  public static final int HUGE_METHOD = 8000;

  /** The system property that makes the {@link #defaults} strict, as in the project's tests. */
  public static final String STRICT = "grcuda.cpu.strict";

  /**
   * The system property with the name of the {@link #defaults}' instruction set, as in the
   * project's tests; without it they are the best of the processor.
   */
  public static final String INSTRUCTIONS = "grcuda.cpu.instructions";

  /**
   * The system property that makes gangs of the {@link #defaults} {@link #singles}, as in tests.
   */
  public static final String SINGLES = "grcuda.cpu.singles";

  /** The engines that can execute a kernel, the fastest first. All compute the same bits. */
  public enum Engine {
    /** Machine code for gangs of threads if the kernel and the machine allow it, else bytecode. */
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

  /** Methods up to the length that HotSpot compiles; no listener. */
  public static TranslationOptions defaults() {
    String instructions = System.getProperty(INSTRUCTIONS);
    return new TranslationOptions(
        HUGE_METHOD,
        Engine.NATIVE,
        instructions == null ? null : InstructionSet.valueOf(instructions),
        Boolean.getBoolean(SINGLES),
        PassListener.NOBODY,
        false,
        kernel -> false,
        Boolean.getBoolean(STRICT),
        TensorModel.FMA);
  }

  /** The same with another engine. */
  public TranslationOptions withEngine(Engine other) {
    return new TranslationOptions(
        longestMethod,
        other,
        instructions,
        singles,
        listener,
        monitored,
        traced,
        strict,
        tensorModel);
  }

  /** The same with machine code of other instructions, which this processor need not have. */
  public TranslationOptions withInstructions(InstructionSet other) {
    return new TranslationOptions(
        longestMethod, engine, other, singles, listener, monitored, traced, strict, tensorModel);
  }

  /** The same with a thread for a gang wherever that can be. */
  public TranslationOptions withSingles() {
    return new TranslationOptions(
        longestMethod,
        engine,
        instructions,
        true,
        listener,
        monitored,
        traced,
        strict,
        tensorModel);
  }

  /** The same with methods cut above another size. */
  public TranslationOptions withLongestMethod(int bytes) {
    return new TranslationOptions(
        bytes, engine, instructions, singles, listener, monitored, traced, strict, tensorModel);
  }

  /** The same with another listener. */
  public TranslationOptions withListener(PassListener other) {
    return new TranslationOptions(
        longestMethod,
        engine,
        instructions,
        singles,
        other,
        monitored,
        traced,
        strict,
        tensorModel);
  }

  /**
   * The same, watched: accesses if {@code monitors}, instructions of the kernels of {@code traces}.
   */
  public TranslationOptions watched(boolean monitors, Predicate<String> traces) {
    return new TranslationOptions(
        longestMethod,
        engine,
        instructions,
        singles,
        listener,
        monitors,
        traces,
        strict,
        tensorModel);
  }

  /** The same, strict or not. */
  public TranslationOptions withStrict(boolean other) {
    return new TranslationOptions(
        longestMethod,
        engine,
        instructions,
        singles,
        listener,
        monitored,
        traced,
        other,
        tensorModel);
  }

  /** The same with products that are added up in another way. */
  public TranslationOptions withTensorModel(TensorModel other) {
    return new TranslationOptions(
        longestMethod, engine, instructions, singles, listener, monitored, traced, strict, other);
  }

  /** Whether the code of a kernel reports its accesses or its instructions. */
  public boolean watches(String kernel) {
    return monitored || traced.test(kernel);
  }

  /**
   * The engines for which a kernel is translated, in turn, until one succeeds. A watched kernel is
   * not given to the interpreter.
   */
  public List<Engine> ladder(String kernel) {
    Engine last =
        watches(kernel)
            ? Engine.values()[Math.max(engine.ordinal(), Engine.BYTECODE.ordinal())]
            : Engine.INTERPRETER;
    return List.of(Engine.values()).subList(engine.ordinal(), last.ordinal() + 1);
  }

  /**
   * Gives the listener the result of a pass.
   *
   * @param result is called only if the listener wants it, as putting it into words takes longer
   *     than the pass
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

    /** An exception of a listener, as opposed to an error of the translator. */
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
     * @param result its result, in words; for {@code KernelAssembler}, the methods, their sizes and
     *     their bytecode
     */
    void after(String kernel, String pass, String result);

    /** Whether the listener wants the result of a pass in words. */
    default boolean wants(String pass) {
      return true;
    }
  }
}
