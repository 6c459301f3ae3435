package org.grcuda.cpu.device;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.grcuda.cpu.exec.CompiledModule;

/**
 * Remembers the translations of the PTX texts used last, by content. A text that several threads
 * load at once is translated once; one that was refused is not remembered.
 */
public final class ModuleCache {

  private final Function<String, CompiledModule> translator;
  private final int capacity;
  private final Map<String, CompletableFuture<CompiledModule>> entries =
      new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param translator a pure function
   * @param capacity most texts remembered
   */
  public ModuleCache(Function<String, CompiledModule> translator, int capacity) {
    this.translator = translator;
    this.capacity = capacity;
  }

  /** The translation of {@code ptx}; what the translator throws is thrown here. */
  public CompiledModule get(String ptx) {
    CompletableFuture<CompiledModule> own = new CompletableFuture<>();
    CompletableFuture<CompiledModule> entry;
    synchronized (entries) {
      entry = entries.putIfAbsent(ptx, own);
      evict();
    }
    if (entry == null) {
      translate(ptx, own);
      entry = own;
    }
    try {
      return entry.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        default -> throw e;
      }
    }
  }

  private void translate(String ptx, CompletableFuture<CompiledModule> result) {
    try {
      result.complete(translator.apply(ptx));
    } catch (RuntimeException | Error e) {
      synchronized (entries) {
        entries.remove(ptx, result);
      }
      result.completeExceptionally(e);
    }
  }

  private void evict() {
    if (entries.size() > capacity) {
      entries.remove(entries.keySet().iterator().next());
    }
  }
}
