package org.grcuda.tests.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.grcuda.ArrayType;
import org.grcuda.Endpoint;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.runtime.route.Routing;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that send and receive side by side. */
@Timeout(120)
final class RouterThreadsTest {

  private static final int SENDERS = 3;
  private static final int RECEIVERS = 3;
  private static final int MESSAGES = 200;
  private static final int ROWS = 10;

  private static GrCuda open() {
    return GrCuda.builder().option("CpuDevices", "2").open();
  }

  private static Router<IntArray> router(GrCuda cuda) {
    List<Endpoint> all = cuda.endpoints(SENDERS + RECEIVERS);
    return cuda.router(ArrayType.INT)
        .policy(Routing.SCATTER)
        .from(all.subList(0, SENDERS))
        .to(all.subList(SENDERS, all.size()))
        .packet(4)
        .open();
  }

  @Test
  void eachRowArrivesOnce() throws Exception {
    try (GrCuda cuda = open();
        ExecutorService pool = Executors.newFixedThreadPool(SENDERS + RECEIVERS)) {
      Router<IntArray> router = router(cuda);
      List<Endpoint> all = cuda.endpoints(SENDERS + RECEIVERS);
      List<Future<?>> sending = new ArrayList<>();
      List<Future<List<Integer>>> receiving = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        Sender<IntArray> sender = router.sender(all.get(i));
        int first = i * MESSAGES * ROWS;
        sending.add(pool.submit(() -> send(cuda, sender, first)));
      }
      for (int i = 0; i < RECEIVERS; i++) {
        Receiver<IntArray> receiver = router.receiver(all.get(SENDERS + i));
        receiving.add(pool.submit(() -> receive(receiver)));
      }
      for (Future<?> done : sending) {
        done.get();
      }
      boolean[] seen = new boolean[SENDERS * MESSAGES * ROWS];
      for (Future<List<Integer>> rows : receiving) {
        for (int row : rows.get()) {
          assertTrue(!seen[row], "twice: " + row);
          seen[row] = true;
        }
      }
      for (int row = 0; row < seen.length; row++) {
        assertTrue(seen[row], "missing: " + row);
      }
    }
  }

  private static Void send(GrCuda cuda, Sender<IntArray> sender, int first) {
    try (sender) {
      for (int message = 0; message < MESSAGES; message++) {
        int[] rows = new int[ROWS];
        int base = first + message * ROWS;
        Arrays.setAll(rows, i -> base + i);
        IntArray array = cuda.intArray(ROWS);
        array.copyFrom(rows);
        sender.send(array);
        array.close();
      }
    }
    return null;
  }

  private static List<Integer> receive(Receiver<IntArray> receiver) {
    List<Integer> rows = new ArrayList<>();
    for (Segment<IntArray> segment : Receiver.arrivals(List.of(receiver))) {
      for (int row : segment.data().toArray()) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** A thread that waits for packets does not wait for ever. */
  @Test
  void closingEndsWaits() throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
      GrCuda cuda = open();
      Router<IntArray> router = router(cuda);
      Endpoint target = cuda.endpoints(SENDERS + RECEIVERS).get(SENDERS);
      Receiver<IntArray> receiver = router.receiver(target);
      Callable<Segment<IntArray>> receive = receiver::receive;
      Future<Segment<IntArray>> waiting = pool.submit(receive);
      Thread.sleep(100);
      cuda.close();
      ExecutionException failed = assertThrows(ExecutionException.class, waiting::get);
      GrCudaException told = (GrCudaException) failed.getCause();
      assertEquals("the context is closed", told.getMessage());
    }
  }
}
