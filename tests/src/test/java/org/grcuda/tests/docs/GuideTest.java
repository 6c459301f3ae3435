package org.grcuda.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every program of the pages in docs/ runs as it stands. A block of text right behind it is its
 * exact output. Links between pages lead somewhere.
 */
final class GuideTest {

  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

  @TempDir private Path folder;

  static List<String> pages() throws IOException {
    Path root = Repository.root();
    try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> root.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  /** Each program with what it must print, null where the page does not say. */
  static List<Arguments> programs() throws IOException {
    List<Arguments> programs = new ArrayList<>();
    for (String page : pages()) {
      List<Snippet> snippets = Snippet.of(page, Repository.text(page));
      for (int i = 0; i < snippets.size(); i++) {
        if (SnippetRunner.runs(snippets.get(i))) {
          boolean told = i + 1 < snippets.size() && snippets.get(i + 1).isOutput();
          programs.add(Arguments.of(snippets.get(i), told ? snippets.get(i + 1).text() : null));
        }
      }
    }
    return programs;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void runs(Snippet program, String output) throws Exception {
    String printed = SnippetRunner.run(program, folder);
    if (output == null) {
      assertFalse(printed.isBlank(), "prints nothing");
    } else {
      assertEquals(output, printed);
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadSomewhere(String page) throws IOException {
    Matcher link = LINK.matcher(CODE.matcher(Repository.text(page)).replaceAll(""));
    while (link.find()) {
      Path target = Repository.root().resolve(page).resolveSibling(link.group(1));
      assertTrue(Files.exists(target), "no such file: " + link.group(1));
    }
  }
}
