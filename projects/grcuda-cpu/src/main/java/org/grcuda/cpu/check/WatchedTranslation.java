package org.grcuda.cpu.check;

import java.util.concurrent.atomic.AtomicInteger;
import org.grcuda.cpu.check.Debugging.MemoryCheck;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.PassListener;

/** Options for translating kernels that are watched. */
public final class WatchedTranslation {

  private WatchedTranslation() {}

  /** The options for what {@code debugging} asks for. */
  public static TranslationOptions options(Debugging debugging) {
    TranslationOptions defaults = TranslationOptions.defaults();
    TracedThread traced = debugging.traced();
    return defaults
        .withListener(debugging.dump() == null ? defaults.listener() : listener(debugging))
        .watched(
            debugging.memoryCheck() != MemoryCheck.OFF,
            kernel -> traced != null && SymbolNames.means(traced.kernel(), kernel));
  }

  /** A file for each pass, numbered in the order in which they ran. */
  private static PassListener listener(Debugging debugging) {
    AtomicInteger count = new AtomicInteger();
    return (kernel, pass, result) ->
        debugging
            .dump()
            .accept(
                "%03d-%s-%s.txt"
                    .formatted(
                        count.getAndIncrement(),
                        SymbolNames.simple(kernel).replaceAll("\\W", "_"),
                        pass),
                result);
  }
}
