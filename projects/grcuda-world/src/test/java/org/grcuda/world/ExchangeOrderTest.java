package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.grcuda.ArrayType;
import org.grcuda.DeviceArray;
import org.grcuda.FloatArray;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.spi.HostTask;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waits for what in an exchange, between parts of one rank and of two. */
@Timeout(60)
final class ExchangeOrderTest {

  private static final HostTask.Body LATER = (task, addresses) -> {};

  private static DistributedArray<FloatArray> array(World world) {
    return world.distributedArray(ArrayType.FLOAT, 12, 3).parts(2).halo(1).create();
  }

  /** A computation that writes {@code array}, and lasts until it is finished. */
  private static HostTask writer(World world, DeviceArray array) {
    HostTask.Use use = new HostTask.Use(array, AccessMode.OVERWRITE);
    return HostTask.submit(world.cuda(), "writer", List.of(use), LATER);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void exchangesWaitForWhatTheyReadAndTheProgramDoesNot(int size) {
    CountDownLatch exchanged = new CountDownLatch(size);
    try (LocalRanks ranks = new LocalRanks(size, 1)) {
      ranks.run(
          world -> {
            DistributedArray<FloatArray> u = array(world);
            u.fill(1);
            FloatArray first = u.parts().getFirst().padded();
            HostTask writer = world.rank() == 0 ? writer(world, first.slice(5, 7)) : null;
            u.exchange();
            FloatArray last = u.parts().getLast().padded();
            boolean hasLast = world.rank() == size - 1;
            if (hasLast) {
              // A row that the exchange does not write is there, whatever it waits for.
              assertEquals(1, last.get(6, 0));
            }
            exchanged.countDown();
            await(exchanged);
            if (writer != null) {
              assertFalse(writer.isComplete());
              writer.finish(null);
            }
            if (hasLast) {
              assertEquals(1, last.get(0, 0));
              last.set(1, 0, 5);
            }
            u.exchange();
            if (world.rank() == 0) {
              assertEquals(5, first.get(7, 0));
            }
            return null;
          });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void failuresReachTheNeighbour(int size) {
    try (LocalRanks ranks = new LocalRanks(size, 1)) {
      List<String> messages =
          ranks.run(
              world -> {
                DistributedArray<FloatArray> u = array(world);
                if (world.rank() == 0) {
                  writer(world, u.parts().getFirst().inner())
                      .finish(new GrCudaException(GrCudaException.Kind.DEVICE, "it went wrong"));
                }
                u.exchange();
                if (world.rank() < size - 1) {
                  return null;
                }
                FloatArray last = u.parts().getLast().padded();
                assertEquals(0, last.get(4, 0));
                return assertThrows(GrCudaException.class, () -> last.get(0, 0)).getMessage();
              });
      assertEquals(
          size == 1
              ? "writer failed: it went wrong"
              : "receive from rank 0 failed: rank 0: writer: it went wrong",
          messages.getLast());
    }
  }
}
