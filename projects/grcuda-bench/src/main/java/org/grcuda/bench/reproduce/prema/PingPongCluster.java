package org.grcuda.bench.reproduce.prema;

import java.util.function.DoubleSupplier;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.world.World;
import org.grcuda.world.object.MobilePointer;

/**
 * Arrays that go back and forth between the devices of two simulated machines: before each leaves,
 * a kernel adds 1 to all elements.
 *
 * @param gigabits Gb/s of the network
 * @param bus GB/s between host and device
 * @param bytes of the array
 * @param messages in each direction
 */
record PingPongCluster(double gigabits, double bus, int bytes, int messages) {

  private static final int THREADS = 128;

  /** Rounds before the one that is timed: the durations of kernels are known then. */
  private static final int WARM_UP = 1;

  private static final String SOURCE =
      """
      extern "C" __global__ void add(float *x, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] += 1;
      }
      """;

  /** Seconds one way by the idiom of MPI: copy, send and wait, receive and wait, copy. */
  double idiom() {
    return cluster()
        .run(
            (cuda, cluster, rank) -> {
              LastingTransport transport = new LastingTransport(cluster.connection(rank));
              Kernel kernel = kernel(cuda);
              try (Staged staged = new Staged(transport);
                  FloatArray array = array(cuda)) {
                Staged.Buffer buffer = staged.buffer(1 - rank, bytes);
                return last(() -> idiom(cuda, kernel, array, staged, buffer, rank));
              }
            });
  }

  private double idiom(
      GrCuda cuda, Kernel kernel, FloatArray array, Staged staged, Staged.Buffer buffer, int rank) {
    staged.barrier();
    long start = cuda.nanoTime();
    for (int hop = 0; hop < 2 * messages; hop++) {
      if (hop % 2 == rank) {
        add(kernel, array);
        array.copyTo(buffer.memory());
        staged.send(buffer);
        staged.await();
      } else {
        staged.receive(buffer);
        staged.await();
        array.copyFrom(buffer.memory());
      }
    }
    cuda.synchronize();
    return (cuda.nanoTime() - start) * 1e-9 / (2.0 * messages);
  }

  /** Seconds one way by messages, which are submitted ahead. */
  double messagesAhead() {
    return world((world, kernel, array) -> () -> messagesAhead(world, kernel, array));
  }

  private double messagesAhead(World world, Kernel kernel, FloatArray array) {
    int other = 1 - world.rank();
    world.barrier();
    long start = world.cuda().nanoTime();
    for (int hop = 0; hop < 2 * messages; hop++) {
      if (hop % 2 == world.rank()) {
        add(kernel, array);
        world.messages().send(other, 0, array);
      } else {
        world.messages().receive(other, 0, array);
      }
      world.poll();
    }
    world.cuda().synchronize();
    return (world.cuda().nanoTime() - start) * 1e-9 / (2.0 * messages);
  }

  /** Seconds that a call of a handler with an array takes. */
  double calls() {
    return world(
        (world, kernel, array) -> {
          PingPongWorld objects = new PingPongWorld(world, each -> add(kernel, each));
          return () -> objects.calls(array, messages);
        });
  }

  /** Seconds that a put takes. */
  double puts() {
    return world(
        (world, kernel, array) -> {
          PingPongWorld objects = new PingPongWorld(world, each -> add(kernel, each));
          MobilePointer other = objects.other(world.create(array(world.cuda())));
          return () -> objects.puts(other, array, messages);
        });
  }

  /** Prepares the rounds of one of the ranks. */
  @FunctionalInterface
  private interface Rounds {
    DoubleSupplier of(World world, Kernel kernel, FloatArray array);
  }

  private double world(Rounds rounds) {
    return cluster()
        .run(
            (cuda, cluster, rank) -> {
              try (World world = World.over(cuda, cluster.connection(rank), text -> {});
                  FloatArray array = array(cuda)) {
                return last(rounds.of(world, kernel(cuda), array));
              }
            });
  }

  private static double last(DoubleSupplier round) {
    for (int i = 0; i < WARM_UP; i++) {
      round.getAsDouble();
    }
    return round.getAsDouble();
  }

  private RankCluster cluster() {
    return new RankCluster(2, 1, gigabits, bus);
  }

  private FloatArray array(GrCuda cuda) {
    FloatArray array = cuda.floatArray(bytes / Float.BYTES);
    array.fill(0);
    return array;
  }

  private static Kernel kernel(GrCuda cuda) {
    Kernel kernel = cuda.buildKernel(SOURCE, "add(x: inout pointer float, n: sint32)");
    kernel.cost("n", "8 * n");
    return kernel;
  }

  private static void add(Kernel kernel, FloatArray array) {
    int n = (int) array.length();
    kernel.grid((n + THREADS - 1) / THREADS).block(THREADS).launch(array, n);
  }
}
