package org.grcuda.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.grcuda.tests.Hosts;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the README shows runs, prints what its comments say, and names files that exist. */
final class ReadmeTest {

  private static final String README = "README.md";
  private static final List<String> PROGRAMS = List.of("python", "js", "java");
  private static final List<String> COMMANDS = List.of("bash", "sh", "console");
  private static final Pattern CLASS = Pattern.compile("public (?:final )?class (\\w+)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");
  private static final Pattern PATH =
      Pattern.compile("(?<![\\w.-])((?:scripts|examples|docs|kernels|projects)/[\\w./-]*\\w)");

  @TempDir private Path folder;

  private static Stream<Snippet> snippets() throws IOException {
    return Snippet.of(README, Repository.text(README)).stream();
  }

  static Stream<Snippet> programs() throws IOException {
    return snippets().filter(snippet -> PROGRAMS.contains(snippet.language()));
  }

  @Test
  void everyHostHasASnippetAndThereAreCommands() throws IOException {
    List<String> languages = snippets().map(Snippet::language).toList();
    assertTrue(languages.containsAll(PROGRAMS), languages.toString());
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
    String output = snippet.language().equals("java") ? runJava(snippet) : runGuest(snippet);
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

  private static String runGuest(Snippet snippet) throws IOException {
    var out = new ByteArrayOutputStream();
    try (Context context = Hosts.open(Map.of(), out)) {
      context.eval(
          Source.newBuilder(snippet.language(), snippet.text(), snippet.toString()).build());
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private String runJava(Snippet snippet) throws Exception {
    Matcher matcher = CLASS.matcher(snippet.text());
    String name = matcher.find() ? matcher.group(1) : fail("no public class");
    Path source = Files.writeString(folder.resolve(name + ".java"), snippet.text());
    var messages = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                messages,
                messages,
                "-proc:none",
                "-Xlint:all,-path,-processing",
                "-Werror",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertEquals(0, status, messages::toString);
    return main(name);
  }

  /** What the main method of a compiled class prints. */
  private String main(String name) throws Exception {
    var out = new ByteArrayOutputStream();
    PrintStream standard = System.out;
    try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        var print = new PrintStream(out, true, StandardCharsets.UTF_8)) {
      System.setOut(print);
      loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(standard);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
