package org.grcuda.tests.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Promises of computations, in programs of hosts with and without an event loop. */
@Timeout(60)
class PromiseTest {

  private static final String PROGRAM =
      """
      const cu = Polyglot.eval('grcuda', 'CU');
      const x = cu.DeviceArray('int', 4);
      x.fill(7);
      const seen = [];
      const ready = x.ready();
      ready.then((y) => seen.push(y === x, y[3]));
      cu.synchronizeAsync().then((nothing) => seen.push(nothing));
      seen.push('before');
      """;

  private static Context.Builder context(String... languages) {
    return Context.newBuilder(languages)
        .allowAllAccess(true)
        .option("engine.WarnInterpreterOnly", "false");
  }

  @Test
  void withoutAnEventLoopMakingOneWaits() {
    try (Context context = context().build()) {
      context.eval("js", PROGRAM);
      assertEquals("before,true,7,", context.eval("js", "seen.join()").asString());
    }
  }

  @Test
  void anEventLoopIsGivenWhatToCall() throws InterruptedException {
    BlockingQueue<Value> posted = new LinkedBlockingQueue<>();
    try (Context context = context().build()) {
      ProxyExecutable loop = settle -> (Runnable) () -> posted.add(settle[0]);
      context.getPolyglotBindings().putMember("grcuda.eventLoop", loop);
      context.eval("js", PROGRAM);
      assertEquals("before", context.eval("js", "seen.join()").asString());
      posted.take().executeVoid();
      posted.take().executeVoid();
      assertEquals("before,true,7,", context.eval("js", "seen.join()").asString());
    }
  }

  @Test
  void virtualTimePassesWhenTheLoopCalls() throws InterruptedException {
    BlockingQueue<Value> posted = new LinkedBlockingQueue<>();
    try (Context context = context().option("grcuda.Backend", "sim").build()) {
      ProxyExecutable loop = settle -> (Runnable) () -> posted.add(settle[0]);
      context.getPolyglotBindings().putMember("grcuda.eventLoop", loop);
      context.eval("js", PROGRAM);
      assertEquals(2, posted.size());
      posted.take().executeVoid();
      posted.take().executeVoid();
      assertEquals("before,true,7,", context.eval("js", "seen.join()").asString());
    }
  }

  @Test
  void aRequestIsPromised() throws InterruptedException {
    BlockingQueue<Value> posted = new LinkedBlockingQueue<>();
    try (Context context = context().build()) {
      ProxyExecutable loop = settle -> (Runnable) () -> posted.add(settle[0]);
      context.getPolyglotBindings().putMember("grcuda.eventLoop", loop);
      context.eval(
          "js",
          """
          const cu = Polyglot.eval('grcuda', 'CU');
          const x = cu.DeviceArray('int', 4);
          x.fill(7);
          const seen = [];
          const request = x.request('write');
          request.ready().then((y) => seen.push(y === x, y[3]));
          """);
      posted.take().executeVoid();
      assertEquals("true,7", context.eval("js", "seen.join()").asString());
      context.eval("js", "request.release()");
    }
  }

  @Test
  void aFailureRejects() {
    try (Context context = context().build()) {
      Value seen =
          context.eval(
              "js",
              """
              const cu = Polyglot.eval('grcuda', 'CU');
              const bad = cu.buildkernel(
                'extern "C" __global__ void bad(int *x) { x[1 << 28] = 1; }',
                'bad(x: inout pointer sint32)');
              const x = cu.DeviceArray('int', 4);
              bad(1, 1)(x);
              const seen = [];
              x.ready().catch((e) => seen.push(e instanceof Error, e instanceof cu.types.DeviceError, e.message));
              seen
              """);
      assertTrue(seen.getArrayElement(0).asBoolean());
      assertTrue(seen.getArrayElement(1).asBoolean());
      assertTrue(seen.getArrayElement(2).asString().startsWith("bad failed: CUDA_ERROR_ILLEGAL"));
    }
  }

  @Test
  void withoutJavaScriptThereAreNone() {
    try (Context context = context("grcuda").build()) {
      Value array = context.eval("grcuda", "int[4]");
      Value error = context.eval("grcuda", "CU").getMember("synchronizeAsync");
      assertFalse(array.isNull());
      String message = "";
      try {
        error.execute();
      } catch (org.graalvm.polyglot.PolyglotException e) {
        message = e.getMessage();
      }
      assertEquals(
          "synchronizeAsync gives a promise of JavaScript, which this context does not have; read"
              + " an element, or call cudaDeviceSynchronize, to wait",
          message);
    }
  }
}
