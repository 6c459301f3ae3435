package org.grcuda.attacks.bombs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sources against the compiler, from a context without permissions: each compiles, or is one error
 * of the program, in the time that is set. {@code -Dgrcuda.test.bombs=all} takes all of them; or
 * the name of one. {@code -Dgrcuda.test.seconds=4} is the option {@code CompileTime}.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class CompilerBombsTest {

  private static final String WHICH = System.getProperty("grcuda.test.bombs", "quick");
  private static final int SECONDS = Integer.getInteger("grcuda.test.seconds", 2);

  private static final int CLOSE_AFTER_MILLIS = 700;
  private static final long MILLION = 1_000_000;

  /** On a machine that does other things too. */
  private static final Duration MARGIN = Duration.ofSeconds(60);

  private static final Duration MOST_FOR_CLOSING = Duration.ofSeconds(30);
  private static final String ORDINARY = Bomb.withKernel("", "x[threadIdx.x] = 40 + threadIdx.x;");

  static Stream<Bomb> bombs() {
    return Bombs.select(WHICH);
  }

  private static Context.Builder nothingAllowed() {
    return Context.newBuilder()
        .option("engine.WarnInterpreterOnly", "false")
        .option("grcuda.Backend", "cpu");
  }

  private static Context openLimited() {
    return nothingAllowed()
        .option("grcuda.CompileTime", SECONDS + "s")
        .option("grcuda.CompileMemory", "600M")
        .option("grcuda.CompileStack", "64M")
        .build();
  }

  /** No two are alike, so that no cache answers. */
  private static String fresh(String source) {
    return "// " + System.nanoTime() + "\n" + source;
  }

  private static Value build(Context context, Bomb bomb) {
    var includes = ProxyObject.fromMap(Map.copyOf(bomb.includes()));
    var options = ProxyArray.fromList(List.copyOf(bomb.options()));
    return context
        .eval("grcuda", "CU")
        .invokeMember(
            "buildkernel",
            fresh(bomb.source()),
            bomb.kernel(),
            ProxyObject.fromMap(Map.of("options", options, "includes", includes)));
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void compilesOrIsAnError(Bomb bomb) {
    long start = System.nanoTime();
    try (Context context = openLimited()) {
      String outcome = outcome(context, bomb);
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      System.out.printf("%-40s %6.1f s  %s%n", bomb, took.toMillis() / 1000.0, outcome);
      assertTrue(took.compareTo(MARGIN.plusSeconds(SECONDS)) < 0, () -> bomb + " took " + took);
      assertUsable(context);
    }
    assertOthersCompile();
  }

  /** What came of it. Nobody waits for the kernel, which closing the context stops. */
  private static String outcome(Context context, Bomb bomb) {
    try {
      Value kernel = build(context, bomb);
      kernel
          .execute(1, 1)
          .execute(context.eval("grcuda", "CU").invokeMember("DeviceArray", "int", 64));
      return "compiled and launched";
    } catch (PolyglotException error) {
      assertTrue(error.isGuestException() && !error.isInternalError(), () -> bomb + ": " + error);
      Value object = error.getGuestObject();
      String kind = object == null ? "denied" : object.getMetaObject().getMetaSimpleName();
      String message = error.getMessage().replace('\n', ' ');
      return kind + ": " + message.substring(0, Math.min(100, message.length()));
    }
  }

  /** Compiles nothing: on a busy machine even that may take longer than the limit. */
  private static void assertUsable(Context context) {
    Value array = context.eval("grcuda", "CU").invokeMember("DeviceArray", "int", 8);
    array.invokeMember("fill", 42);
    assertEquals(42, array.getArrayElement(7).asInt());
  }

  private static void assertOthersCompile() {
    try (Context context = nothingAllowed().build()) {
      Value cu = context.eval("grcuda", "CU");
      Value array = cu.invokeMember("DeviceArray", "int", 8);
      Value kernel = cu.invokeMember("buildkernel", fresh(ORDINARY), "k");
      kernel.execute(1, 8).execute(array);
      assertEquals(47, array.getArrayElement(7).asInt());
    }
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void closingEndsIt(Bomb bomb) throws Exception {
    Context context = openLimited();
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      Future<?> compilation = pool.submit(() -> build(context, bomb));
      boolean compiling = isCompiling(compilation);
      long start = System.nanoTime();
      context.close(true);
      long closed = System.nanoTime() - start;
      assertEnds(compilation);
      long ended = System.nanoTime() - start;
      System.out.printf(
          "%-40s %s, closed in %d ms, its thread ended in %d ms%n",
          bomb, compiling ? "compiling" : "ended before", closed / MILLION, ended / MILLION);
      assertTrue(ended < MOST_FOR_CLOSING.toNanos(), () -> bomb + ": " + ended + " ns");
    }
    assertOthersCompile();
  }

  /** Whether it is, after a while. */
  private static boolean isCompiling(Future<?> compilation) throws Exception {
    try {
      compilation.get(CLOSE_AFTER_MILLIS, TimeUnit.MILLISECONDS);
      return false;
    } catch (TimeoutException stillCompiling) {
      return true;
    } catch (ExecutionException refusedBefore) {
      assertTrue(((PolyglotException) refusedBefore.getCause()).isGuestException());
      return false;
    }
  }

  private static void assertEnds(Future<?> compilation) throws Exception {
    try {
      compilation.get(MOST_FOR_CLOSING.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException ended) {
      PolyglotException error = assertInstanceOf(PolyglotException.class, ended.getCause());
      assertTrue(error.isCancelled() || error.isGuestException(), () -> error.toString());
      assertFalse(error.isInternalError(), () -> error.toString());
    }
  }
}
