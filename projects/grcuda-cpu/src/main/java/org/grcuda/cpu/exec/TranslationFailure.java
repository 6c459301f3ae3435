package org.grcuda.cpu.exec;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.exec.TranslationOptions.PassListener;

/** An error of the translator itself: a bug of the project. */
public final class TranslationFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The package that runs the passes; they are in packages below it, and beside it. */
  private static final String TRANSLATOR = "org.grcuda.cpu.translate";

  /** Classes around the passes, which are not passes. */
  private static final Set<String> AROUND =
      Set.of(TRANSLATOR, TranslationFailure.class.getPackageName());

  private static final String PROJECT = "org.grcuda.";

  private TranslationFailure(String what, Engine engine, Throwable bug) {
    super(
        "%s: a bug of grcuda's translator in %s, for %s: %s%s"
            .formatted(what, pass(bug), engine.text(), bug, advice(engine)),
        bug);
  }

  private static String advice(Engine engine) {
    return engine == Engine.NATIVE ? " (CpuSimd=false does without machine code)" : "";
  }

  /** A kernel in words. */
  public static String kernel(String symbol) {
    return "kernel '" + symbol + "'";
  }

  /** The class in which it happened: the innermost one that is a pass or belongs to one. */
  private static String pass(Throwable bug) {
    return Arrays.stream(bug.getStackTrace())
        .filter(f -> f.getClassName().startsWith(PROJECT) && !AROUND.contains(packageOf(f)))
        .findFirst()
        .map(f -> f.getClassName().substring(packageOf(f).length() + 1))
        .orElse("an unknown pass");
  }

  private static String packageOf(StackTraceElement frame) {
    return frame.getClassName().substring(0, frame.getClassName().lastIndexOf('.'));
  }

  /**
   * Translates, and survives an error of the translator.
   *
   * @param what the thing to translate, in words
   * @param options with the engine of the translation; with strict options the failure is thrown
   * @param otherwise gives a substitute for the translation, and {@link #warn}s
   */
  public static <T> T survive(
      String what,
      TranslationOptions options,
      Supplier<T> translation,
      Function<TranslationFailure, T> otherwise) {
    try {
      return translation.get();
    } catch (TranslationFailure | UnsupportedPtxException | PassListener.Failure known) {
      throw known;
    } catch (RuntimeException | LinkageError | StackOverflowError bug) {
      TranslationFailure failure = new TranslationFailure(what, options.engine(), bug);
      if (options.strict()) {
        throw failure;
      }
      return otherwise.apply(failure);
    }
  }

  /**
   * Warns of it.
   *
   * @param remedy what happens to the kernel instead
   */
  public void warn(String remedy) {
    System.getLogger(TRANSLATOR).log(Level.WARNING, getMessage() + "; " + remedy, getCause());
  }
}
