package org.grcuda.attacks.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;

/** One of the polyglot API, without permissions. */
final class PolyglotWorld extends World {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final Context context;
  private final Value cu;
  private final Value add;
  private final Value wild;
  private final Value spin;

  PolyglotWorld(Engine engine, Random random) {
    OutputStream nobody = OutputStream.nullOutputStream();
    Context.Builder builder =
        Context.newBuilder("grcuda").engine(engine).out(nobody).err(nobody).logHandler(nobody);
    builder.option("grcuda.Backend", "cpu");
    Options.random(random).forEach((name, value) -> builder.option("grcuda." + name, value));
    context = builder.build();
    cu = context.eval("grcuda", "CU");
    add = cu.invokeMember("buildkernel", SOURCE, ADD);
    wild = cu.invokeMember("buildkernel", SOURCE, WILD);
    spin = cu.invokeMember("buildkernel", SOURCE, SPIN);
  }

  private Value array(int n) {
    return cu.invokeMember("DeviceArray", "int", n);
  }

  @Override
  void compute(Random random) {
    int n = 1 + random.nextInt(5000);
    int value = random.nextInt(1000);
    Value x = array(n);
    x.invokeMember("fill", value);
    Value launch = add.execute((n + BLOCK - 1) / BLOCK, BLOCK);
    int launches = random.nextInt(20);
    for (int i = 0; i < launches; i++) {
      launch.execute(x, 3, n);
    }
    int read = x.getArrayElement(random.nextInt(n)).asInt();
    if (!isClosing()) {
      assertEquals(value + 3 * launches, read);
    }
    if (random.nextBoolean()) {
      x.invokeMember("free");
    }
  }

  @Override
  void fault(Random random) {
    Value x = array(10);
    Value launch = wild.execute(1 + random.nextInt(3), 64);
    requireError(
        () -> {
          launch.execute(x, 1L << 60);
          x.getArrayElement(0);
        },
        "CUDA_ERROR_ILLEGAL_ADDRESS");
  }

  @Override
  void misuse(Random random) {
    Value x = array(10);
    if (random.nextBoolean()) {
      requireError(() -> add.execute(1, 1).execute(x), "argument");
    } else {
      x.invokeMember("free");
      requireError(() -> add.execute(1, 1).execute(x, 1, 1), "freed");
    }
  }

  private void requireError(Runnable use, String part) {
    RuntimeException error = assertThrows(RuntimeException.class, use::run);
    if (!isExpected(error)) {
      assertTrue(error.getMessage().contains(part), error::toString);
    }
  }

  @Override
  void synchronize() {
    try {
      cu.invokeMember("cudaDeviceSynchronize");
    } catch (PolyglotException faultOfAnother) {
      if (!faultOfAnother.getMessage().contains("CUDA_ERROR_ILLEGAL_ADDRESS")) {
        throw faultOfAnother;
      }
    }
  }

  @Override
  void spin() {
    Value x = array(1);
    spin.execute(1, 32).execute(x);
    x.getArrayElement(0);
  }

  @Override
  void interrupt() {
    try {
      context.interrupt(SOON);
    } catch (TimeoutException e) {
      throw new AssertionError("not interrupted within " + SOON, e);
    }
  }

  @Override
  void stop() {
    context.close(true);
  }

  /** It may not be closed in peace while others are in it. */
  @Override
  void finish() {
    context.close(true);
  }

  @Override
  boolean isExpected(RuntimeException error) {
    if (error instanceof PolyglotException e) {
      boolean closed = isClosing() && (e.isCancelled() || e.isGuestException());
      return !e.isInternalError() && (e.isInterrupted() || closed);
    }
    return isClosing() && error instanceof IllegalStateException;
  }
}
