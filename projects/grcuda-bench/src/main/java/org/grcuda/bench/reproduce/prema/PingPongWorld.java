package org.grcuda.bench.reproduce.prema;

import java.util.List;
import java.util.function.Consumer;
import org.grcuda.FloatArray;
import org.grcuda.world.World;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;

/** One of two ranks that send arrays back and forth by calls and by puts. Both make it. */
final class PingPongWorld {

  private static final String CALL = "call";
  private static final String PUT = "put";

  private final World world;
  private final Consumer<FloatArray> kernel;
  private final MobilePointer idle;

  /** The array of the other rank that puts write. */
  private MobilePointer target;

  private int left;

  /**
   * On one of the ranks.
   *
   * @param kernel is done to an array before it is sent on
   */
  PingPongWorld(World world, Consumer<FloatArray> kernel) {
    this.world = world;
    this.kernel = kernel;
    world.handler(CALL, this::called);
    world.handler(PUT, this::written);
    idle = other(world.create(null));
  }

  /** What the other rank has made where this one has made {@code mine}. */
  MobilePointer other(MobilePointer mine) {
    return (MobilePointer) world.gather(mine).get(1 - world.rank());
  }

  /** Seconds that a call of a handler with {@code array} takes. */
  double calls(FloatArray array, int messages) {
    return timed(messages, () -> call(array));
  }

  /**
   * Seconds that a put of {@code array} takes.
   *
   * @param written an array of the other rank, of the same size, which answers with its own
   */
  double puts(MobilePointer written, FloatArray array, int messages) {
    target = written;
    return timed(messages, () -> put(array));
  }

  /** Each rank answers as often as there are messages, and rank 0 has begun: it ends with one. */
  private double timed(int messages, Runnable first) {
    left = world.rank() == 0 ? messages - 1 : messages;
    world.barrier();
    long start = world.cuda().nanoTime();
    if (world.rank() == 0) {
      first.run();
    }
    world.run();
    world.cuda().synchronize();
    return (world.cuda().nanoTime() - start) * 1e-9 / (2.0 * messages);
  }

  private void call(FloatArray array) {
    kernel.accept(array);
    world.send(idle, CALL, array);
  }

  private void put(FloatArray array) {
    kernel.accept(array);
    world.put(target, array, PUT);
  }

  private void called(MobileObject object, List<Object> arguments) {
    FloatArray array = (FloatArray) arguments.getFirst();
    if (left > 0) {
      left--;
      call(array);
    }
    array.close();
  }

  private void written(MobileObject object, List<Object> arguments) {
    if (left > 0) {
      left--;
      put((FloatArray) object.state());
    }
  }
}
