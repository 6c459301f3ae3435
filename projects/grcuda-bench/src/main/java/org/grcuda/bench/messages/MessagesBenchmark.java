package org.grcuda.bench.messages;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.arguments.OwnCommand;

/**
 * Times messages between two processes on this machine: with MPI in C, over the transport alone,
 * and between arrays and mobile objects. The figures are medians of rounds, and the best rounds,
 * which other work on the machine disturbs less. C runs before and after the others.
 */
public final class MessagesBenchmark {

  /** Bytes of a large message. */
  static final int LARGE = 8 << 20;

  /** Large messages there and back in a round. */
  static final int LARGE_MESSAGES = 5;

  /** Frames in a round for each small message: they take so much less. */
  static final int FRAMES = 2;

  private static final int RANKS = 2;

  private MessagesBenchmark() {}

  /** Runs the benchmark with arguments, and prints a table. */
  public static void run(BenchmarkArguments arguments) throws IOException {
    MessagesSettings settings = new MessagesSettings();
    if (!arguments.readInto(settings)) {
      return;
    }
    if (settings.isHere()) {
      new Rank(settings).run();
      return;
    }
    Mpi mpi = new Mpi(System.getenv());
    String missing = mpi.missing();
    if (missing == null) {
      compare(mpi, settings, arguments);
    } else {
      System.out.println("skipped: " + missing);
    }
  }

  private static void compare(Mpi mpi, MessagesSettings settings, BenchmarkArguments arguments)
      throws IOException {
    List<String> ranks = OwnCommand.of(arguments.command());
    ranks.addAll(arguments.words());
    ranks.add("--here");
    Path folder = Files.createTempDirectory("grcuda-messages");
    List<double[]> c = new ArrayList<>();
    Times times;
    try {
      List<String> peer = new ArrayList<>(mpi.compile(Mpi.class, "pingpong.c", folder, "-O2"));
      peer.add(Integer.toString(settings.rounds()));
      peer.add(Integer.toString(settings.bytes()));
      peer.add(Integer.toString(FRAMES * settings.messages()));
      peer.add(Integer.toString(LARGE_MESSAGES));
      read(mpi.run(RANKS, peer), c);
      times = new Gson().fromJson(mpi.run(RANKS, ranks).getLast(), Times.class);
      read(mpi.run(RANKS, peer), c);
    } finally {
      Files.deleteIfExists(folder.resolve("pingpong"));
      Files.deleteIfExists(folder.resolve("pingpong.c"));
      Files.delete(folder);
    }
    print(settings.bytes(), c, times);
  }

  private static void read(List<String> lines, List<double[]> rounds) {
    for (String line : lines) {
      String[] times = line.split(" ");
      rounds.add(new double[] {Double.parseDouble(times[0]), Double.parseDouble(times[1])});
    }
  }

  private static void print(int bytes, List<double[]> c, Times times) {
    double[] small = c.stream().mapToDouble(round -> round[0]).toArray();
    double[] large = c.stream().mapToDouble(round -> round[1]).toArray();
    head(bytes + " bytes, one way", "us");
    latency("C with MPI", small, small);
    latency("transport", times.transportSmall(), small);
    latency("messages(): an array, which the host reads", times.arraySmall(), small);
    if (bytes == Long.BYTES) {
      latency("send(): a handler with a number", times.handler(), small);
    }
    head("8 MB, one way", "GB/s");
    bandwidth("C with MPI", large, large);
    bandwidth("transport", times.transportLarge(), large);
    bandwidth("messages(): device arrays", times.arrayLarge(), large);
  }

  private static void head(String what, String unit) {
    System.out.printf("%-44s %10s %8s %10s %8s%n", what, unit, "to C", "best " + unit, "to C");
  }

  private static void latency(String what, double[] times, double[] ofC) {
    double median = Times.median(times);
    double best = Times.shortest(times);
    row(what, median * 1e6, median / Times.median(ofC), best * 1e6, best / Times.shortest(ofC));
  }

  private static void bandwidth(String what, double[] times, double[] ofC) {
    double median = Times.median(times);
    double best = Times.shortest(times);
    row(
        what,
        LARGE / median * 1e-9,
        Times.median(ofC) / median,
        LARGE / best * 1e-9,
        Times.shortest(ofC) / best);
  }

  private static void row(String what, double median, double toC, double best, double bestToC) {
    System.out.printf("%-44s %10.2f %8.2f %10.2f %8.2f%n", what, median, toC, best, bestToC);
  }
}
