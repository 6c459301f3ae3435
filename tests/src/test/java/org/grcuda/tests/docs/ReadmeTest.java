package org.grcuda.tests.docs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the README shows runs, prints what its comments say, and names files that exist. */
final class ReadmeTest {

  private static final String README = "README.md";
  private static final List<String> COMMANDS = List.of("bash", "sh", "console");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");
  private static final Pattern PATH =
      Pattern.compile("(?<![\\w.-])((?:scripts|examples|docs|kernels|projects)/[\\w./-]*\\w)");

  @TempDir private Path folder;

  private static Stream<Snippet> snippets() throws IOException {
    return Snippet.of(README, Repository.text(README)).stream();
  }

  static Stream<Snippet> programs() throws IOException {
    return snippets().filter(snippet -> SnippetRunner.runs(snippet));
  }

  @Test
  void everyHostHasASnippetAndThereAreCommands() throws IOException {
    List<String> languages = snippets().map(Snippet::language).toList();
    assertTrue(languages.containsAll(List.of("python", "js", "java")), languages.toString());
    assertTrue(COMMANDS.stream().anyMatch(languages::contains), languages.toString());
  }

  @Test
  void everyFileItNamesExists() throws IOException {
    String text = Repository.text(README);
    for (Pattern pattern : List.of(LINK, PATH)) {
      Matcher matcher = pattern.matcher(text);
      int found = 0;
      while (matcher.find()) {
        Path path = Repository.root().resolve(matcher.group(1));
        assertTrue(Files.exists(path), "no such file: " + matcher.group(1));
        found++;
      }
      assertTrue(found > 0, "it names no file: " + pattern);
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void runsAndPrintsWhatItsCommentsSay(Snippet snippet) throws Exception {
    String output = SnippetRunner.run(snippet, folder);
    assertFalse(output.isBlank(), "prints nothing");
    for (String line : output.lines().toList()) {
      String comment = snippet.language().equals("python") ? "#" : "//";
      assertTrue(
          Pattern.compile(comment + "[^\n]*(?<!\\S)" + Pattern.quote(line) + "$", Pattern.MULTILINE)
              .matcher(snippet.text())
              .find(),
          "prints '" + line + "', which no comment says");
    }
  }
}
