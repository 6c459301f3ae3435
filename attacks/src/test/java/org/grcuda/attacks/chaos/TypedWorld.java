package org.grcuda.attacks.chaos;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.driver.CudaResult;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.GrCudaException.Kind;

/** One of the typed API. */
final class TypedWorld extends World {

  private final GrCuda cuda;
  private final Kernel add;
  private final Kernel wild;
  private final Kernel spin;

  TypedWorld(Random random) {
    GrCuda.Builder builder = GrCuda.builder().option("Backend", "cpu");
    Options.random(random).forEach(builder::option);
    cuda = builder.messages(text -> {}).output(text -> {}).open();
    add = cuda.buildKernel(SOURCE, ADD);
    wild = cuda.buildKernel(SOURCE, WILD);
    spin = cuda.buildKernel(SOURCE, SPIN);
  }

  @Override
  void compute(Random random) {
    int n = 1 + random.nextInt(5000);
    int value = random.nextInt(1000);
    IntArray x = cuda.intArray(n);
    if (random.nextBoolean()) {
      x.fill(value);
    } else {
      int[] host = new int[n];
      Arrays.fill(host, value);
      x.copyFrom(host);
    }
    int launches = random.nextInt(20);
    for (int i = 0; i < launches; i++) {
      add.grid((n + BLOCK - 1) / BLOCK).block(BLOCK).launch(x, 3, n);
    }
    int[] expected = new int[n];
    Arrays.fill(expected, value + 3 * launches);
    int[] read = read(x, random);
    if (!isClosing()) {
      assertArrayEquals(Arrays.copyOf(expected, read.length), read);
    }
    if (random.nextBoolean()) {
      x.close();
    }
  }

  private static int[] read(IntArray x, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> new int[] {x.get(random.nextLong(x.length()))};
      case 1 -> x.slice(0, 1 + random.nextLong(x.length())).toArray();
      default -> x.toArray();
    };
  }

  @Override
  void fault(Random random) {
    IntArray x = cuda.intArray(10);
    int blocks = 1 + random.nextInt(3);
    GrCudaException error =
        assertThrows(
            GrCudaException.class,
            () -> {
              wild.grid(blocks).block(64).launch(x, 1L << 60);
              x.get(0);
            });
    if (!isClosing()) {
      assertEquals(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, error.cudaResult(), error::toString);
    }
  }

  @Override
  void misuse(Random random) {
    IntArray x = cuda.intArray(10);
    Kind kind;
    Runnable use;
    switch (random.nextInt(3)) {
      case 0 -> {
        kind = Kind.INDEX;
        use = () -> x.get(10);
      }
      case 1 -> {
        kind = Kind.ARITY;
        use = () -> add.grid(1).block(1).launch(x);
      }
      default -> {
        x.close();
        kind = Kind.STATE;
        use = () -> add.grid(1).block(1).launch(x, 1, 1);
      }
    }
    GrCudaException error = assertThrows(GrCudaException.class, use::run);
    if (!isClosing()) {
      assertEquals(kind, error.kind(), error::toString);
    }
  }

  @Override
  void synchronize() {
    try {
      cuda.synchronize();
    } catch (GrCudaException faultOfAnother) {
      if (faultOfAnother.cudaResult() != CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS) {
        throw faultOfAnother;
      }
    }
  }

  @Override
  void spin() {
    IntArray x = cuda.intArray(1);
    spin.grid(1).block(32).launch(x);
    x.get(0);
  }

  /** Nothing in it can be interrupted from outside. */
  @Override
  void interrupt() {
    cuda.devices().getFirst().freeMemory();
  }

  @Override
  void stop() {
    cuda.cancel();
  }

  @Override
  void finish() {
    cuda.close();
  }

  @Override
  boolean isExpected(RuntimeException error) {
    return isClosing()
        && error instanceof GrCudaException e
        && (e.kind() == Kind.STATE || e.kind() == Kind.DEVICE);
  }
}
