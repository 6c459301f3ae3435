package org.grcuda.mpi;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grcuda.transport.Transport;
import org.grcuda.transport.contract.TransportChecks;

/** What {@link MpiLaunchTest} has {@code mpirun} start. The argument says which program. */
final class MpiRank {

  private MpiRank() {}

  public static void main(String[] arguments) throws IOException {
    Map<String, String> environment = System.getenv();
    Optional<String> before = caughtSignals();
    Transport transport = new MpiProvider().open(environment);
    if (!before.equals(caughtSignals())) {
      throw new AssertionError("signals: " + before + ", then " + caughtSignals());
    }
    switch (arguments[0]) {
      case "checks" -> check(transport);
      case "abort" -> abort(transport);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /** The signals that this process handles, if the system tells (proc(5)). */
  private static Optional<String> caughtSignals() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("/proc/self/status"));
    return lines.stream().filter(line -> line.startsWith("SigCgt")).findFirst();
  }

  private static void check(Transport transport) {
    TransportChecks checks = new TransportChecks(transport);
    for (String check : TransportChecks.names()) {
      checks.run(check);
      say(transport, check);
    }
    say(transport, nullPointers() + " null pointers of " + transport.description());
    transport.close();
    transport.close();
    try {
      transport.send(0, MemorySegment.ofArray(new byte[1]));
      throw new AssertionError("a frame is taken after the end");
    } catch (IllegalStateException e) {
      say(transport, e.getMessage());
    }
  }

  /** The JVM finds them by SIGSEGV, once the method is compiled. */
  private static int nullPointers() {
    int found = 0;
    int[][] arrays = {{1}, null};
    for (int i = 0; i < 200_000; i++) {
      try {
        found -= arrays[i % 1000 == 0 ? 1 : 0].length - 1;
      } catch (NullPointerException e) {
        found++;
      }
    }
    return found;
  }

  /** Rank 1 ends both, when both have found that sizes differ. */
  private static void abort(Transport transport) {
    boolean first = transport.rank() == 0;
    TransportChecks.sizesDiffer(transport, first ? 100 : 4 << 20, first ? 50 : 8 << 20);
    say(transport, "sizes differ");
    while (true) {
      if (first) {
        // Again and again: rank 1 may not be done, and takes no notice of frames until then.
        transport.send(1, MemorySegment.ofArray(new byte[1]));
        Thread.yield();
      }
      transport.poll(
          new Transport.Events() {
            @Override
            public void frame(int source, MemorySegment frame) {
              transport.abort(7, "no more");
            }

            @Override
            public void sent(int target, long id) {}

            @Override
            public void received(int source, long id) {}

            @Override
            public void aborted(int source, String reason) {
              throw new AssertionError(reason);
            }
          });
    }
  }

  /** One write for a line, so that lines of several ranks do not mix. */
  private static void say(Transport transport, String what) {
    System.out.print("rank " + transport.rank() + ": " + what + "\n");
    System.out.flush();
  }
}
