package org.grcuda.cpu.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every PTX file of the tests, with damaged instructions and declarations, is refused with its
 * place, or executed on every engine until it ends or fails as a kernel may. {@code
 * -Dgrcuda.test.mutants=100000} tries so many, from {@code -Dgrcuda.test.seed}.
 */
final class DamagedModulesTest {

  private static final List<Path> FOLDERS =
      List.of(
          Path.of("src/test/resources/org/grcuda/cpu/translate"),
          Path.of("../grcuda-ptx/src/test/resources/org/grcuda/ptx"),
          Path.of("../../tests/src/test/resources/golden"));

  private static final int MOST_BROKEN = 20;
  private static final String SEED = "seed %d, %s%n%s%n";

  @Test
  void damagedModulesAreRefusedOrRun() {
    int mutants = Integer.getInteger("grcuda.test.mutants", 300);
    long first = Long.getLong("grcuda.test.seed", 1);
    List<String> corpus = FOLDERS.stream().flatMap(DamagedModulesTest::texts).toList();
    List<String> broken = new ArrayList<>();
    try (MutantRunner runner = new MutantRunner()) {
      for (long k = 0; k < mutants && broken.size() < MOST_BROKEN; k++) {
        long seed = first + k;
        Random random = new Random(seed);
        String text = shorter(pick(corpus, random), pick(corpus, random));
        String mutant = new PtxDamage(random).of(text);
        runner.run(mutant).ifPresent(bug -> broken.add(SEED.formatted(seed, bug, mutant)));
      }
      System.out.printf(
          "%d damaged modules, seeds %d to %d: %s%n",
          mutants, first, first + mutants - 1, runner.summary());
    }
    assertEquals(List.of(), broken);
  }

  private static String pick(List<String> corpus, Random random) {
    return corpus.get(random.nextInt(corpus.size()));
  }

  private static String shorter(String one, String other) {
    return one.length() < other.length() ? one : other;
  }

  private static Stream<String> texts(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".ptx"))
          .sorted()
          .map(DamagedModulesTest::text)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
