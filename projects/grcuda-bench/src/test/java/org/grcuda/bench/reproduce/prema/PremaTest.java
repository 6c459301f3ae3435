package org.grcuda.bench.reproduce.prema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
            List.of("prema", "--output=" + folder, "--markdown=" + document)),
        Map.of("GRCUDA_MPIRUN", "/nowhere/mpirun", "GRCUDA_MPICC", "true"),
        (done, total) -> {});
    String text = Files.readString(document);
    String reason = "skipped: there is no /nowhere/mpirun (Debian: openmpi-bin and libopenmpi-dev)";
    assertEquals(Prema.names().size() - 1, text.split(Pattern.quote(reason)).length - 1, text);
    assertTrue(text.contains("`scripts/grcuda reproduce prema --markdown="), text);
  }
}
