package org.grcuda.bench.messages;

import com.google.gson.Gson;
import java.util.function.DoubleSupplier;
import org.grcuda.GrCuda;
import org.grcuda.transport.Transport;
import org.grcuda.world.World;

/** One of the two ranks. Rank 0 prints {@link Times} in JSON. */
final class Rank {

  /** Rounds before those that are timed: the compilers work then. */
  private static final int WARM_UP = 200;

  private final int rounds;
  private final int messages;
  private final int bytes;

  Rank(MessagesSettings settings) {
    rounds = settings.rounds();
    messages = settings.messages();
    bytes = settings.bytes();
  }

  void run() {
    // The world closes it.
    Transport transport = Mpi.connect();
    double[][] alone = new double[2][];
    TransportPingPong frames = new TransportPingPong(transport);
    alone[0] = timed(() -> frames.small(bytes, MessagesBenchmark.FRAMES * messages));
    alone[1] = timed(() -> frames.large(MessagesBenchmark.LARGE, MessagesBenchmark.LARGE_MESSAGES));
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open();
        World world = World.over(cuda, transport, System.err::println)) {
      WorldPingPong pingPong = new WorldPingPong(world);
      Times times =
          new Times(
              alone[0],
              alone[1],
              timed(() -> pingPong.array(bytes, messages)),
              timed(
                  () -> pingPong.array(MessagesBenchmark.LARGE, MessagesBenchmark.LARGE_MESSAGES)),
              timed(() -> pingPong.handler(messages)));
      if (world.rank() == 0) {
        System.out.println(new Gson().toJson(times));
      }
    }
  }

  private double[] timed(DoubleSupplier round) {
    double[] times = new double[rounds];
    for (int i = -WARM_UP; i < rounds; i++) {
      double time = round.getAsDouble();
      if (i >= 0) {
        times[i] = time;
      }
    }
    return times;
  }
}
