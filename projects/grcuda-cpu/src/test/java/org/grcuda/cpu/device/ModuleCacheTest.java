package org.grcuda.cpu.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.grcuda.cpu.exec.CompiledModule;
import org.junit.jupiter.api.Test;

class ModuleCacheTest {

  private final AtomicInteger translations = new AtomicInteger();
  private final ModuleCache cache = new ModuleCache(this::translate, 3);

  private CompiledModule translate(String text) {
    translations.incrementAndGet();
    if (text.startsWith("bad")) {
      throw new IllegalArgumentException(text);
    }
    return new CompiledModule(List.of(), List.of());
  }

  @Test
  void sameTextIsTranslatedOnce() {
    assertSame(cache.get("a"), cache.get(new String("a")));
    assertNotSame(cache.get("a"), cache.get("b"));
    assertEquals(2, translations.get());
  }

  @Test
  void leastRecentlyUsedTextIsForgotten() {
    CompiledModule a = cache.get("a");
    CompiledModule b = cache.get("b");
    cache.get("c");
    assertSame(a, cache.get("a"));
    cache.get("d");
    assertSame(a, cache.get("a"));
    assertNotSame(b, cache.get("b"));
  }

  @Test
  void refusalIsThrownAndNotRemembered() {
    for (int i = 1; i <= 2; i++) {
      assertThrows(IllegalArgumentException.class, () -> cache.get("bad"));
      assertEquals(i, translations.get());
    }
  }

  @Test
  void threadsShareOneTranslation() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<CompiledModule>> results = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        results.add(threads.submit(() -> cache.get("a")));
      }
      for (Future<CompiledModule> result : results) {
        assertSame(cache.get("a"), result.get());
      }
    } finally {
      threads.shutdown();
    }
    assertEquals(1, translations.get());
  }
}
