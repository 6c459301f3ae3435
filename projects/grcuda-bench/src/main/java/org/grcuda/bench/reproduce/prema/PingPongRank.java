package org.grcuda.bench.reproduce.prema;

import com.google.gson.Gson;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.bench.messages.Mpi;
import org.grcuda.bench.messages.WorldPingPong;
import org.grcuda.transport.Transport;
import org.grcuda.world.World;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;

/** One of the two ranks of {@link PingPong}. Rank 0 prints {@link Times} in JSON. */
final class PingPongRank {

  /** Rounds before those that are timed: the compilers work then. */
  private static final int WARM_UP = 20;

  /** As many for the first size. */
  private static final int FIRST_WARM_UP = 300;

  private static final String CALL = "call";
  private static final String PUT = "put";

  /**
   * What rank 0 has measured.
   *
   * @param library the MPI
   * @param seconds one way, by size, way of sending and round
   */
  record Times(String library, double[][][] seconds) {}

  private final PremaSettings settings;
  private World world;
  private int left;
  private List<MobilePointer> idle;
  private List<MobilePointer> arrays;

  PingPongRank(PremaSettings settings) {
    this.settings = settings;
  }

  void run() {
    Transport transport = Mpi.connect();
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open();
        World opened = World.over(cuda, transport, System.err::println)) {
      world = opened;
      world.handler(CALL, this::called);
      world.handler(PUT, this::written);
      idle = pointers(world.create(null));
      Times times = new Times(transport.description(), measure());
      if (world.rank() == 0) {
        System.out.println(new Gson().toJson(times));
      }
    }
  }

  private List<MobilePointer> pointers(MobilePointer mine) {
    return world.gather(mine).stream().map(MobilePointer.class::cast).toList();
  }

  private double[][][] measure() {
    WorldPingPong messages = new WorldPingPong(world);
    double[][][] seconds = new double[settings.sizes().size()][3][settings.rounds()];
    for (int size = 0; size < seconds.length; size++) {
      int bytes = settings.sizes().get(size);
      int count = settings.messages(bytes);
      MobilePointer mine = world.create(world.cuda().floatArray(bytes / Float.BYTES));
      arrays = pointers(mine);
      try (FloatArray sent = world.cuda().floatArray(bytes / Float.BYTES)) {
        sent.fill(1);
        List<DoubleSupplier> ways =
            List.of(
                () -> messages.array(bytes, count),
                () -> calls(sent, count),
                () -> puts(sent, count));
        int warmUp = size == 0 ? FIRST_WARM_UP : WARM_UP;
        for (int round = -warmUp; round < settings.rounds(); round++) {
          for (int way = 0; way < ways.size(); way++) {
            double time = ways.get(way).getAsDouble();
            if (round >= 0) {
              seconds[size][way][round] = time;
            }
          }
        }
      }
      world.free(mine);
    }
    return seconds;
  }

  /** The object or array of the other rank. */
  private MobilePointer other(List<MobilePointer> pointers) {
    return pointers.get(1 - world.rank());
  }

  private double calls(FloatArray array, int messages) {
    return timed(messages, () -> world.send(other(idle), CALL, array));
  }

  private double puts(FloatArray array, int messages) {
    return timed(messages, () -> world.put(other(arrays), array, PUT));
  }

  /** Each rank answers as often as there are messages, and rank 0 has begun: it ends with one. */
  private double timed(int messages, Runnable first) {
    left = world.rank() == 0 ? messages - 1 : messages;
    world.barrier();
    long start = System.nanoTime();
    if (world.rank() == 0) {
      first.run();
    }
    world.run();
    world.cuda().synchronize();
    return (System.nanoTime() - start) * 1e-9 / (2.0 * messages);
  }

  private void called(MobileObject object, List<Object> arguments) {
    FloatArray array = (FloatArray) arguments.getFirst();
    if (left > 0) {
      left--;
      world.send(other(idle), CALL, array);
    }
    array.close();
  }

  private void written(MobileObject object, List<Object> arguments) {
    if (left > 0) {
      left--;
      world.put(other(arrays), (FloatArray) object.state(), PUT);
    }
  }
}
