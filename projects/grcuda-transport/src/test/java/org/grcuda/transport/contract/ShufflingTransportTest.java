package org.grcuda.transport.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.transport.Transport;
import org.junit.jupiter.api.Test;

class ShufflingTransportTest extends TransportContractTest {

  @Override
  protected List<Transport> connect(int size) {
    return ShufflingTransport.connect(size, 7, 20);
  }

  @Test
  void seedDeterminesTheOrder() {
    Set<String> orders = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      assertEquals(order(seed), order(seed));
      orders.add(order(seed));
    }
    // Three frames of each of two senders: 20 orders that keep each sender's.
    assertTrue(orders.size() > 12 && orders.size() <= 20, () -> orders.size() + " orders");
  }

  private static String order(long seed) {
    List<Transport> ranks = ShufflingTransport.connect(3, seed, 3);
    for (byte i = 0; i < 3; i++) {
      ranks.get(1).send(0, MemorySegment.ofArray(new byte[] {i}));
      ranks.get(2).send(0, MemorySegment.ofArray(new byte[] {i}));
    }
    List<Integer> sources = new ArrayList<>();
    Peer listening =
        new Peer(ranks.get(0)) {
          @Override
          public void frame(int source, MemorySegment frame) {
            sources.add(source);
          }
        };
    listening.await("six frames", () -> sources.size() == 6);
    return sources.toString();
  }

  @Test
  void refusesMoreFramesThanAreAllowed() {
    Transport one = ShufflingTransport.connect(1, 1, 1).getFirst();
    MemorySegment frame = MemorySegment.ofArray(new byte[1]);
    assertTrue(one.send(0, frame));
    assertTrue(!one.send(0, frame));
  }
}
