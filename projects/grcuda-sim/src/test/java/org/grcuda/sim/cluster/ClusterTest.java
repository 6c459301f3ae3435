package org.grcuda.sim.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.grcuda.driver.DriverException;
import org.grcuda.transport.Transport;
import org.grcuda.transport.TransportException;
import org.grcuda.transport.contract.TransportChecks;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Messages between simulated ranks: the contract of transports, and how long they take. */
class ClusterTest {

  /** No latency or host cost of the machine: what is left are messages. */
  private static final String RANK =
      """
      {"like": "v100-8", "devices": 1, "limits": [],
       "host": {"memory": 1, "wake": 0},
       "links": [{"between": ["host", "gpu0"], "bandwidth": 12.0}]}
      """;

  /** 10 bytes per nanosecond between nodes. */
  private static final Interconnect NETWORK = new Interconnect(1_000, 50, 20, 10, 100, 5);

  private static final int LARGE = 1_000_000;

  private static Cluster cluster(int ranks, int ranksOfNode, boolean computes) {
    return Cluster.open(ranks, ranksOfNode, RANK, computes, NETWORK);
  }

  private static void run(Cluster cluster, IntConsumer program) throws InterruptedException {
    try {
      cluster.run(program);
    } finally {
      for (int rank = 0; rank < cluster.size(); rank++) {
        cluster.driver(rank).close();
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> checks() {
    return Stream.of(1, 2, 4)
        .flatMap(
            size ->
                StreamSupport.stream(TransportChecks.names().spliterator(), false)
                    .map(
                        check ->
                            DynamicTest.dynamicTest(
                                check + ", ranks: " + size, () -> check(check, size))));
  }

  private static void check(String name, int size) throws InterruptedException {
    Cluster cluster = cluster(size, 2, true);
    run(cluster, rank -> new TransportChecks(cluster.connection(rank)).run(name));
  }

  /** What a rank is told, with the times. */
  private static final class Log implements Transport.Events {
    private final Cluster cluster;
    private final int rank;
    private final List<String> told = new ArrayList<>();

    Log(Cluster cluster, int rank) {
      this.cluster = cluster;
      this.rank = rank;
    }

    private void add(String what) {
      told.add(what + " at " + cluster.driver(rank).hostNanos());
    }

    void await(int events) {
      Transport transport = cluster.connection(rank);
      transport.awaitUntil(
          () -> {
            while (transport.poll(this)) {
              // More may have arrived.
            }
            return told.size() >= events;
          });
    }

    @Override
    public void frame(int source, MemorySegment frame) {
      add(frame.byteSize() + " bytes of " + source);
    }

    @Override
    public void sent(int target, long id) {
      add("sent");
    }

    @Override
    public void received(int source, long id) {
      add("received " + id + " of " + source);
    }

    @Override
    public void aborted(int source, String reason) {
      add(reason);
    }
  }

  private static MemorySegment frame(int bytes) {
    return MemorySegment.ofArray(new byte[bytes]);
  }

  /** Overhead 50, latency 1000, and 100 ns for 1000 bytes. */
  @Test
  void aFrameTakesOverheadLatencyAndItsBytes() throws InterruptedException {
    Cluster cluster = cluster(2, 1, false);
    Log log = new Log(cluster, 1);
    run(
        cluster,
        rank -> {
          if (rank == 0) {
            cluster.connection(0).send(1, frame(1_000));
          } else {
            log.await(1);
          }
        });
    assertEquals(List.of("1000 bytes of 0 at 1150"), log.told);
  }

  /** 200 ns for 1000 bytes within a node, where the latency is 100. */
  @Test
  void ranksOfANodeDoNotUseTheNetwork() throws InterruptedException {
    Cluster cluster = cluster(2, 2, false);
    Log log = new Log(cluster, 1);
    run(
        cluster,
        rank -> {
          if (rank == 0) {
            cluster.connection(0).send(1, frame(1_000));
          } else {
            log.await(1);
          }
        });
    assertEquals(List.of("1000 bytes of 0 at 350"), log.told);
  }

  /**
   * Ranks 0 and 1 share a port: 100 us for a payload, then the other; a frame that comes meanwhile
   * waits for a packet.
   */
  @Test
  void payloadsOfANodeComeOneAfterAnotherAndFramesBetween() throws InterruptedException {
    Cluster cluster = cluster(3, 2, false);
    Log log = new Log(cluster, 2);
    run(
        cluster,
        rank -> {
          Transport transport = cluster.connection(rank);
          if (rank == 2) {
            transport.receivePayload(0, 7, 0, LARGE);
            transport.receivePayload(1, 8, 0, LARGE);
            log.await(3);
          } else {
            Log own = new Log(cluster, rank);
            cluster.connection(rank).sendPayload(2, 7 + rank, 0, LARGE);
            if (rank == 1) {
              transport.send(2, frame(100));
            }
            own.await(1);
          }
        });
    // The first is ready at 1050, when its source knows that it is expected. 1 us, and 100 us. Then
    // the second, and 20 ns for the frame between.
    assertEquals(3, log.told.size());
    assertTrue(log.told.getFirst().startsWith("100 bytes of 1 at 1"), log.told::toString);
    assertEquals("received 7 of 0 at 102050", log.told.get(1), log.told::toString);
    assertEquals("received 8 of 1 at 202070", log.told.get(2), log.told::toString);
  }

  /** A small payload leaves at once, and is told as sent though nobody expects it yet. */
  @Test
  void smallPayloadsDoNotWaitForTheirReceiver() throws InterruptedException {
    Cluster cluster = cluster(2, 1, true);
    Log sender = new Log(cluster, 0);
    Log receiver = new Log(cluster, 1);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment source = arena.allocate(100).fill((byte) 3);
      MemorySegment target = arena.allocate(100);
      run(
          cluster,
          rank -> {
            if (rank == 0) {
              cluster.connection(0).sendPayload(1, 0, source.address(), 100);
              sender.await(1);
              source.fill((byte) 4);
              cluster.connection(0).send(1, frame(1));
            } else {
              receiver.await(1);
              cluster.connection(1).receivePayload(0, 0, target.address(), 100);
              receiver.await(2);
            }
          });
      assertEquals(-1, target.mismatch(arena.allocate(100).fill((byte) 3)));
    }
    assertTrue(sender.told.getFirst().startsWith("sent at "), sender.told::toString);
    assertTrue(receiver.told.get(1).startsWith("received 0 of 0 at "), receiver.told::toString);
  }

  @Test
  void ranksThatAllWaitAreAnError() {
    Cluster cluster = cluster(2, 1, false);
    IllegalStateException error =
        assertThrows(
            IllegalStateException.class,
            () -> run(cluster, rank -> new Log(cluster, rank).await(1)));
    assertInstanceOf(TransportException.class, error.getCause());
    assertEquals("the simulation stands still: all ranks wait", error.getMessage());
    assertEquals(1, error.getSuppressed().length);
  }

  @Test
  void wrongMachinesAreRefused() {
    DriverException error =
        assertThrows(
            DriverException.class, () -> Cluster.open(1, 1, "{\"like\": \"x\"}", false, NETWORK));
    assertTrue(error.getMessage().contains("rank.json"), error.getMessage());
  }
}
