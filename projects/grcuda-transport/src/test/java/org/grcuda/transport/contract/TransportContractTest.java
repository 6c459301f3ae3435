package org.grcuda.transport.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.grcuda.transport.Transport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs {@link TransportChecks} on a transport whose ranks share this process. */
public abstract class TransportContractTest {

  /** For a subclass. */
  protected TransportContractTest() {}

  /** New ranks, connected to each other. */
  protected abstract List<Transport> connect(int size);

  @TestFactory
  Stream<DynamicTest> checks() {
    return Stream.of(1, 2, 4)
        .flatMap(
            size ->
                StreamSupport.stream(TransportChecks.names().spliterator(), false)
                    .map(
                        check ->
                            DynamicTest.dynamicTest(
                                check + ", ranks: " + size,
                                () -> onEach(size, rank -> new TransportChecks(rank).run(check)))));
  }

  @ParameterizedTest
  @CsvSource({"100, 50", "50, 100", "4194304, 8388608", "8388608, 4194304"})
  void sizesDiffer(int sent, int expected) throws Exception {
    TransportChecks.sizesDiffer(connect(1).getFirst(), sent, expected);
  }

  @Test
  void ranksAreNumbered() {
    List<Transport> ranks = connect(3);
    for (int i = 0; i < 3; i++) {
      assertEquals(i, ranks.get(i).rank());
      assertEquals(3, ranks.get(i).size());
      assertFalse(ranks.get(i).description().isBlank());
    }
  }

  @Test
  void allLearnOfAnAbort() throws Exception {
    List<String> told = new ArrayList<>();
    List<Transport> ranks = connect(3);
    ranks.get(1).abort(7, "no more");
    for (Transport rank : ranks) {
      Peer peer =
          new Peer(rank) {
            @Override
            public void aborted(int source, String reason) {
              told.add(rank.rank() + ": " + source + " " + reason);
            }

            @Override
            public void frame(int source, MemorySegment frame) {
              throw new AssertionError("nobody sends");
            }
          };
      int before = told.size();
      peer.await("the abort", () -> told.size() > before);
    }
    assertEquals(List.of("0: 1 no more", "1: 1 no more", "2: 1 no more"), told);
  }

  private void onEach(int size, Consumer<Transport> program) throws Exception {
    List<Transport> ranks = connect(size);
    try (ExecutorService threads = Executors.newFixedThreadPool(size)) {
      List<Future<?>> running = new ArrayList<>();
      for (Transport rank : ranks) {
        running.add(threads.submit(() -> program.accept(rank)));
      }
      for (Future<?> each : running) {
        try {
          each.get();
        } catch (ExecutionException e) {
          throw new AssertionError(e.getCause().getMessage(), e.getCause());
        }
      }
    }
    ranks.forEach(Transport::close);
  }
}
