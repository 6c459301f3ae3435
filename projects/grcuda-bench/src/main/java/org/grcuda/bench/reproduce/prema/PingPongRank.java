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
import org.grcuda.world.object.MobilePointer;

/** One of the two ranks of {@link PingPong}. Rank 0 prints {@link Times} in JSON. */
final class PingPongRank {

  /** Rounds before those that are timed: the compilers work then. */
  private static final int WARM_UP = 20;

  /** As many for the first size. */
  private static final int FIRST_WARM_UP = 300;

  /**
   * What rank 0 has measured.
   *
   * @param library the MPI
   * @param seconds one way, by size, way of sending and round
   */
  record Times(String library, double[][][] seconds) {}

  private final PremaSettings settings;
  private World world;

  PingPongRank(PremaSettings settings) {
    this.settings = settings;
  }

  void run() {
    Transport transport = Mpi.connect();
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open();
        World opened = World.over(cuda, transport, System.err::println)) {
      world = opened;
      Times times = new Times(transport.description(), measure());
      if (world.rank() == 0) {
        System.out.println(new Gson().toJson(times));
      }
    }
  }

  private double[][][] measure() {
    WorldPingPong messages = new WorldPingPong(world);
    PingPongWorld objects = new PingPongWorld(world, array -> {});
    double[][][] seconds = new double[settings.sizes().size()][3][settings.rounds()];
    for (int size = 0; size < seconds.length; size++) {
      int bytes = settings.sizes().get(size);
      int count = settings.messages(bytes);
      MobilePointer mine = world.create(world.cuda().floatArray(bytes / Float.BYTES));
      MobilePointer other = objects.other(mine);
      try (FloatArray sent = world.cuda().floatArray(bytes / Float.BYTES)) {
        sent.fill(1);
        List<DoubleSupplier> ways =
            List.of(
                () -> messages.array(bytes, count),
                () -> objects.calls(sent, count),
                () -> objects.puts(other, sent, count));
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
}
