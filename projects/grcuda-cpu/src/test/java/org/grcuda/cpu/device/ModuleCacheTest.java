package org.grcuda.cpu.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.driver.HostWaiter;
import org.grcuda.driver.ModuleSource;
import org.junit.jupiter.api.Test;

class ModuleCacheTest {

  private final AtomicInteger translations = new AtomicInteger();
  private static final ModuleSource A = new ModuleSource("a", null);

  private final ModuleCache cache = new ModuleCache(this::translate, 3);

  private CompiledModule translate(ModuleSource source) {
    String text = source.ptx();
    translations.incrementAndGet();
    if (text.startsWith("bad")) {
      throw new IllegalArgumentException(text);
    }
    return new CompiledModule(List.of(), List.of());
  }

  private CompiledModule get(String text) {
    return cache.get(new ModuleSource(text, null), HostWaiter.uninterruptible());
  }

  @Test
  void sameTextIsTranslatedOnce() {
    assertSame(get("a"), get(new String("a")));
    assertNotSame(get("a"), get("b"));
    assertEquals(2, translations.get());
  }

  @Test
  void leastRecentlyUsedTextIsForgotten() {
    CompiledModule a = get("a");
    CompiledModule b = get("b");
    get("c");
    assertSame(a, get("a"));
    get("d");
    assertSame(a, get("a"));
    assertNotSame(b, get("b"));
  }

  @Test
  void refusalIsThrownAndNotRemembered() {
    for (int i = 1; i <= 2; i++) {
      assertThrows(IllegalArgumentException.class, () -> get("bad"));
      assertEquals(i, translations.get());
    }
  }

  @Test
  void threadsShareOneTranslation() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<CompiledModule>> results = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        results.add(threads.submit(() -> get("a")));
      }
      for (Future<CompiledModule> result : results) {
        assertSame(get("a"), result.get());
      }
    } finally {
      threads.shutdown();
    }
    assertEquals(1, translations.get());
  }

  /** As where the system gives no thread. */
  @Test
  void aTranslationThatCannotStartIsNotRemembered() {
    AtomicBoolean refuses = new AtomicBoolean(true);
    var refused = new OutOfMemoryError("no thread");
    var scarce =
        new ModuleCache(
            this::translate,
            3,
            task -> {
              if (refuses.getAndSet(false)) {
                throw refused;
              }
              task.run();
            });
    var waiter = HostWaiter.uninterruptible();
    assertSame(refused, assertThrows(OutOfMemoryError.class, () -> scarce.get(A, waiter)));
    assertSame(scarce.get(A, waiter), scarce.get(A, waiter));
    assertEquals(1, translations.get());
  }

  /** As a context does that is cancelled. */
  @Test
  void whoLeavesTheWaitLeavesTheTranslationRunning() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    var background =
        new ModuleCache(
            source -> {
              awaitUninterruptibly(waiting);
              return translate(source);
            },
            3,
            Thread::startVirtualThread);
    RuntimeException cancelled = new IllegalStateException("cancelled");
    assertSame(
        cancelled,
        assertThrows(
            IllegalStateException.class,
            () ->
                background.get(
                    A,
                    wait -> {
                      throw cancelled;
                    })));
    waiting.countDown();
    background.get(A, HostWaiter.uninterruptible());
    assertEquals(1, translations.get());
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    HostWaiter.uninterruptible().await(latch::await);
  }
}
