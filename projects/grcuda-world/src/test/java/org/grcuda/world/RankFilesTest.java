package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files that options ask for, of several ranks with the same options. */
@Timeout(60)
final class RankFilesTest {

  @TempDir private Path folder;

  private Set<String> files(int ranks, String dag, String trace) throws IOException {
    Path here = Files.createDirectory(folder.resolve("ranks." + ranks));
    try (LocalRanks all =
        new LocalRanks(
            ranks,
            1,
            "ExportDAG",
            here.resolve(dag).toString(),
            "ExportTrace",
            here.resolve(trace).toString())) {
      all.run(
          world -> {
            world.cuda().floatArray(10).fill(world.rank());
            return null;
          });
    }
    try (Stream<Path> found = Files.list(here)) {
      Set<String> names = new TreeSet<>();
      found.forEach(file -> names.add(file.getFileName().toString()));
      return names;
    }
  }

  @Test
  void eachRankWritesItsOwn() throws IOException {
    assertEquals(
        Set.of("dag.rank0.html", "dag.rank1.html", "trace.1.rank0.json", "trace.1.rank1.json"),
        files(2, "dag.html", "trace.1.json"));
    assertTrue(
        Files.readString(folder.resolve("ranks.2/dag.rank1.html")).startsWith("<!"),
        "the format is that of the extension");
  }

  @Test
  void namesWithoutAnExtensionKeepTheirMeaning() throws IOException {
    assertEquals(
        Set.of(
            "dag.rank0", "dag.rank1", "dag.rank2", ".trace.rank0", ".trace.rank1", ".trace.rank2"),
        files(3, "dag", ".trace"));
    assertTrue(
        Files.readString(folder.resolve("ranks.3/dag.rank2")).startsWith("digraph"),
        "no extension means .dot");
  }

  @Test
  void oneRankWritesWhatIsAskedFor() throws IOException {
    assertEquals(Set.of("dag.json", "trace.json"), files(1, "dag.json", "trace.json"));
  }
}
