package org.grcuda.tests.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.grcuda.CudaEvent;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.tests.Hosts;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contexts that are closed or cancelled while other threads open or use them: one clear error. */
@Timeout(300)
final class ClosingTest {

  private static final String ADD =
      """
      extern "C" __global__ void add(int *x, int v) {
        x[blockIdx.x * blockDim.x + threadIdx.x] += v;
      }
      """;

  @RepeatedTest(10)
  void aCloseBesideOtherWorkIsOneClearError() throws Exception {
    try (ExecutorService pool = Executors.newCachedThreadPool()) {
      GrCuda cuda = GrCuda.open();
      Kernel add = cuda.buildKernel(ADD, "add(x: inout pointer sint32, v: sint32)");
      int[] host = new int[5000];
      IntArray kept = cuda.intArray(5000);
      List<Runnable> works =
          List.of(
              () -> cuda.intArray(1000),
              () -> cuda.intArray(100_000).fill(1),
              () -> add.grid(2).block(128).launch(cuda.intArray(1000), 2),
              cuda::synchronize,
              () -> cuda.createStream().close(),
              () -> recordAndAsk(cuda),
              () -> cuda.devices().get(0).freeMemory(),
              () -> kept.copyFrom(host),
              () -> kept.copyTo(host),
              () -> kept.slice(0, 10).toArray(),
              () -> cuda.array(host).close(),
              () -> cuda.buildKernel(ADD, "add(x: inout pointer sint32, v: sint32)"));
      CountDownLatch working = new CountDownLatch(works.size());
      List<Future<Throwable>> ends =
          works.stream().map(work -> pool.submit(() -> repeat(work, working))).toList();
      working.await();
      // Another moment of the work each time.
      Thread.sleep(System.nanoTime() % 5);
      cuda.close();
      for (Future<Throwable> end : ends) {
        Throwable thrown = end.get();
        assertEquals(GrCudaException.class, thrown.getClass(), () -> trace(thrown));
        assertTrue(thrown.getMessage().endsWith("the context is closed"), () -> trace(thrown));
      }
    }
  }

  /** Waits that ask in a loop, and those that are about to, may find the driver closed. */
  @ParameterizedTest
  @ValueSource(strings = {"hybrid", "block", "spin", "yield"})
  void waitsAreToldThatTheContextIsClosed(String policy) throws Exception {
    for (int round = 0; round < 20; round++) {
      try (ExecutorService pool = Executors.newCachedThreadPool()) {
        GrCuda cuda = GrCuda.builder().option("SyncPolicy", policy).open();
        Kernel add = cuda.buildKernel(ADD, "add(x: inout pointer sint32, v: sint32)");
        IntArray x = cuda.intArray(1 << 20);
        Runnable work =
            () -> {
              add.grid(1 << 12).block(256).launch(x, 1);
              cuda.synchronize();
            };
        CountDownLatch working = new CountDownLatch(3);
        List<Future<Throwable>> ends =
            IntStream.range(0, 3).mapToObj(i -> pool.submit(() -> repeat(work, working))).toList();
        working.await();
        cuda.cancel();
        for (Future<Throwable> end : ends) {
          Throwable thrown = end.get();
          assertEquals(GrCudaException.class, thrown.getClass(), () -> trace(thrown));
        }
      }
    }
  }

  private static void recordAndAsk(GrCuda cuda) {
    try (CudaEvent event = cuda.createEvent()) {
      event.record();
      event.isComplete();
    }
  }

  private static Throwable repeat(Runnable work, CountDownLatch working) {
    work.run();
    working.countDown();
    try {
      while (true) {
        work.run();
      }
    } catch (RuntimeException | Error end) {
      return end;
    }
  }

  private static String trace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** It instantiates 2^30 classes. */
  private static final String ENDLESS =
      """
      template<int N, int M> struct T { static const long v = T<N-1,2*M>::v + T<N-1,2*M+1>::v; };
      template<int M> struct T<0, M> { static const long v = M; };
      __global__ void k(long *x) { x[0] = T<30, 1>::v; }
      """;

  @Test
  void closingWhileASourceIsCompiledSaysSo() throws Exception {
    GrCuda cuda = GrCuda.open();
    FutureTask<GrCudaException> end =
        new FutureTask<>(
            () ->
                assertThrows(
                    GrCudaException.class,
                    () -> cuda.buildKernel(ENDLESS, "k(x: inout pointer sint64)")));
    Thread thread = Thread.ofPlatform().start(end);
    Threads.awaitIn(thread, "org.grcuda.nvrtc.RemoteNvrtc$Watch");
    cuda.close();
    assertEquals("the context is closed", end.get().getMessage());
  }

  @RepeatedTest(10)
  void aContextThatIsCancelledWhileItOpensIsCancelled() throws Exception {
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      Context context = Hosts.open(Map.of());
      CountDownLatch opening = new CountDownLatch(1);
      Future<Throwable> end =
          pool.submit(
              () -> {
                opening.countDown();
                try {
                  context.eval("grcuda", "CU").invokeMember("DeviceArray", "int", 10);
                  return null;
                } catch (RuntimeException | Error e) {
                  return e;
                }
              });
      opening.await();
      // Another moment of the opening each time.
      Thread.sleep(System.nanoTime() % 20);
      context.close(true);
      Throwable thrown = end.get();
      if (thrown != null) {
        boolean clear =
            thrown instanceof PolyglotException e && e.isCancelled()
                || thrown instanceof IllegalStateException
                    && thrown.getMessage().contains("The Context is already closed");
        assertTrue(clear, () -> trace(thrown));
      }
    }
  }
}
