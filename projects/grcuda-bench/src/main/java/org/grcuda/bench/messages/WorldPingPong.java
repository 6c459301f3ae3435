package org.grcuda.bench.messages;

import java.util.List;
import org.grcuda.FloatArray;
import org.grcuda.world.World;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;

/** Two ranks send arrays and calls of objects back and forth. */
public final class WorldPingPong {

  private static final String HANDLER = "ping";

  private final World world;
  private final int other;
  private final MobilePointer target;

  /** Of two ranks, both of which make it. */
  public WorldPingPong(World world) {
    this.world = world;
    other = 1 - world.rank();
    world.handler(HANDLER, this::handle);
    target = (MobilePointer) world.gather(world.create(null)).get(other);
  }

  /** Seconds that an array of {@code bytes} bytes takes one way, until the host has read it. */
  public double array(int bytes, int messages) {
    int length = bytes / Float.BYTES;
    try (FloatArray sent = world.cuda().floatArray(length);
        FloatArray received = world.cuda().floatArray(length)) {
      // The memory is there before the messages, as in C.
      sent.fill(0);
      received.fill(0);
      world.cuda().synchronize();
      world.barrier();
      long start = System.nanoTime();
      for (int i = 0; i < messages; i++) {
        if (world.rank() == 0) {
          send(sent, i);
          receive(received, i);
        } else {
          receive(received, i);
          send(sent, i);
        }
      }
      return (System.nanoTime() - start) * 1e-9 / (2.0 * messages);
    }
  }

  private void send(FloatArray array, int number) {
    array.set(array.length() - 1, number);
    world.messages().send(other, 0, array);
  }

  private void receive(FloatArray array, int number) {
    world.messages().receive(other, 0, array);
    float last = array.get(array.length() - 1);
    if (last != number) {
      throw new IllegalStateException("message " + number + " has " + last);
    }
  }

  /** Seconds that a call of an object on the other rank with a number takes. */
  double handler(int messages) {
    long calls = 2L * messages;
    world.barrier();
    long start = System.nanoTime();
    if (world.rank() == 0) {
      world.send(target, HANDLER, calls - 1);
    }
    world.run();
    return (System.nanoTime() - start) * 1e-9 / calls;
  }

  private void handle(MobileObject object, List<Object> arguments) {
    long left = (Long) arguments.getFirst();
    if (left > 0) {
      world.send(target, HANDLER, left - 1);
    }
  }
}
