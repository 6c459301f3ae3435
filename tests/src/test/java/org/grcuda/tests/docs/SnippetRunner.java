package org.grcuda.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.grcuda.tests.Hosts;

/** Runs the programs of Markdown pages. */
final class SnippetRunner {

  private static final String MODULE = "javascript";

  /** Fences of whole programs; others are not run. A JavaScript module has a fence of its own. */
  private static final List<String> LANGUAGES = List.of("python", "js", MODULE, "java");

  private static final Pattern CLASS = Pattern.compile("public (?:final )?class (\\w+)");

  private SnippetRunner() {}

  /** Whether {@code snippet} is a program. */
  static boolean runs(Snippet snippet) {
    return LANGUAGES.contains(snippet.language());
  }

  /**
   * What a program prints.
   *
   * @param folder an empty one, for the classes of Java programs
   */
  static String run(Snippet snippet, Path folder) throws Exception {
    return snippet.language().equals("java") ? java(snippet, folder) : guest(snippet);
  }

  private static String guest(Snippet snippet) throws IOException {
    var out = new ByteArrayOutputStream();
    try (Context context = Hosts.withPackage(out)) {
      boolean isModule = snippet.language().equals(MODULE);
      String language = isModule ? "js" : snippet.language();
      context.eval(
          Source.newBuilder(language, snippet.text(), snippet.toString())
              .mimeType(isModule ? "application/javascript+module" : null)
              .build());
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String java(Snippet snippet, Path folder) throws Exception {
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
    return main(name, folder);
  }

  /** What the main method of a compiled class prints. */
  private static String main(String name, Path folder) throws Exception {
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
