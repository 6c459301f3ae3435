package org.grcuda.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documentation of the Java API is complete and builds without a warning. */
final class JavadocTest {

  /** Parameters and results are told in the sentences, not in tags. */
  private static final Pattern TOLD = Pattern.compile("no @(param|return|throws).*|\\d+ warnings?");

  @TempDir private Path folder;

  @Test
  void buildsWithoutWarnings() throws IOException {
    var tool = ToolProvider.getSystemDocumentationTool();
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var options =
        List.of(
            "-quiet",
            "-Xdoclint:all",
            "-Xmaxwarns",
            "10000",
            "-d",
            folder.toString(),
            "-classpath",
            Stream.of("java.class.path", "jdk.module.path")
                .map(System::getProperty)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(File.pathSeparator)));
    try (var files = tool.getStandardFileManager(null, Locale.ROOT, null)) {
      tool.getTask(
              new StringWriter(),
              files,
              diagnostics,
              null,
              options,
              files.getJavaFileObjectsFromPaths(sources()))
          .call();
    }
    String complaints =
        diagnostics.getDiagnostics().stream()
            .filter(found -> !TOLD.matcher(found.getMessage(Locale.ROOT)).matches())
            .map(
                found ->
                    found.getSource()
                        + ":"
                        + found.getLineNumber()
                        + ": "
                        + found.getMessage(Locale.ROOT))
            .collect(Collectors.joining("\n"));
    assertEquals("", complaints);
  }

  private static List<Path> sources() throws IOException {
    Path api = Repository.root().resolve("grcuda-core/src/main/java/org/grcuda");
    try (Stream<Path> files = Files.list(api)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }
}
