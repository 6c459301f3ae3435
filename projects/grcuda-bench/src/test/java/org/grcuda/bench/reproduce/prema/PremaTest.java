package org.grcuda.bench.reproduce.prema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.BenchmarkArguments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reproduction without MPI. */
class PremaTest {

  @Test
  void withoutMpiFiguresAreSkippedWithTheReason(@TempDir Path folder) throws Exception {
    Path document = folder.resolve("prema.md");
    Prema.run(
        new BenchmarkArguments(
            "grcuda reproduce",
            "",
            List.of("prema-pingpong", "--output=" + folder, "--markdown=" + document)),
        Map.of("GRCUDA_MPIRUN", "/nowhere/mpirun", "GRCUDA_MPICC", "true"),
        (done, total) -> {});
    String text = Files.readString(document);
    String reason = "skipped: there is no /nowhere/mpirun (Debian: openmpi-bin and libopenmpi-dev)";
    assertTrue(text.contains(reason), text);
    assertTrue(text.contains("`scripts/grcuda reproduce prema --markdown="), text);
  }

  @Test
  void arraysOfSimulatedDevicesGoBackAndForth() {
    double least = 1.5e-6 + 2 * 0.3e-6;
    for (int bytes : new int[] {8, 1 << 20}) {
      PingPongCluster cluster = new PingPongCluster(100, 12, bytes, 5);
      double moved = least + bytes / 12.5e9 + 2 * bytes / 12e9;
      for (double seconds :
          new double[] {
            cluster.idiom(), cluster.messagesAhead(), cluster.calls(), cluster.puts()
          }) {
        assertTrue(seconds > moved && seconds < 100e-6 + 2 * moved, bytes + " bytes: " + seconds);
      }
    }
  }

  @Test
  void domainsGrowWithTheDevices() {
    long[] whole = {1024, 1024, 768};
    assertArrayEquals(whole, JacobiSimulated.share(whole, 64, 64));
    assertArrayEquals(new long[] {1024, 512, 384}, JacobiSimulated.share(whole, 64, 16));
    assertArrayEquals(new long[] {512, 512, 192}, JacobiSimulated.share(whole, 64, 4));
    long[] share = JacobiSimulated.share(whole, 64, 1);
    assertArrayEquals(new long[] {256, 256, 192}, share);
    assertArrayEquals(whole, JacobiScaling.grown(share, 64));
    assertArrayEquals(new long[] {512, 256, 192}, JacobiScaling.grown(share, 2));
  }
}
