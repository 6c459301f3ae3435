package org.grcuda.cpu.device;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.driver.HostWaiter;
import org.grcuda.driver.ModuleSource;

/**
 * Remembers the translations of the PTX texts used last, by content. A text that several threads
 * load at once is translated once; one that was refused is not remembered.
 */
public final class ModuleCache {

  private final Function<ModuleSource, CompiledModule> translator;
  private final Executor executor;
  private final int capacity;
  private final Map<String, CompletableFuture<CompiledModule>> entries =
      new LinkedHashMap<>(16, 0.75f, true);

  /** Translates on the thread that asks. */
  public ModuleCache(Function<ModuleSource, CompiledModule> translator, int capacity) {
    this(translator, capacity, Runnable::run);
  }

  /**
   * @param translator a pure function
   * @param capacity most texts remembered
   * @param executor runs it
   */
  public ModuleCache(
      Function<ModuleSource, CompiledModule> translator, int capacity, Executor executor) {
    this.translator = translator;
    this.executor = executor;
    this.capacity = capacity;
  }

  /**
   * The translation of some PTX; an exception of the translator is thrown here.
   *
   * @param waiter its exception ends this call; the translation goes on, and is remembered
   */
  public CompiledModule get(ModuleSource source, HostWaiter waiter) {
    CompletableFuture<CompiledModule> own = new CompletableFuture<>();
    CompletableFuture<CompiledModule> entry;
    synchronized (entries) {
      entry = entries.putIfAbsent(source.ptx(), own);
      evict();
    }
    if (entry == null) {
      start(source, own);
      entry = own;
    }
    CompletableFuture<CompiledModule> translation = entry;
    waiter.await(() -> awaitEnd(translation));
    try {
      return translation.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        default -> throw e;
      }
    }
  }

  private static void awaitEnd(CompletableFuture<CompiledModule> translation)
      throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    translation.whenComplete((module, failure) -> ended.countDown());
    ended.await();
  }

  private void start(ModuleSource source, CompletableFuture<CompiledModule> result) {
    try {
      executor.execute(() -> translate(source, result));
    } catch (RuntimeException | Error e) {
      fail(source.ptx(), result, e);
    }
  }

  private void translate(ModuleSource source, CompletableFuture<CompiledModule> result) {
    try {
      result.complete(translator.apply(source));
    } catch (RuntimeException | Error e) {
      fail(source.ptx(), result, e);
    }
  }

  private void fail(String ptx, CompletableFuture<CompiledModule> result, Throwable failure) {
    synchronized (entries) {
      entries.remove(ptx, result);
    }
    result.completeExceptionally(failure);
  }

  private void evict() {
    if (entries.size() > capacity) {
      entries.remove(entries.keySet().iterator().next());
    }
  }
}
