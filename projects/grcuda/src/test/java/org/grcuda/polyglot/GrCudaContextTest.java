package org.grcuda.polyglot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.io.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GrCudaContextTest {

  private static final String MODULE = "application/javascript+module";

  @TempDir private Path folder;

  @Test
  void bothLanguagesImportGrcuda() throws IOException {
    try (Context context = open(GrCudaContext.newBuilder())) {
      context.eval("python", "import grcuda\nx = grcuda.arange(4, dtype=grcuda.float32)");
      assertEquals("3.0", context.eval("python", "str(max(x))").asString());
      assertEquals(6, sumInJavaScript(context));
    }
  }

  @Test
  void aConfinedProgramImportsItAndReadsNothingElse() throws IOException {
    FileSystem none = FileSystem.allowInternalResourceAccess(FileSystem.newDenyIOFileSystem());
    try (Context context = open(GrCudaContext.newBuilder(none, "python", "js"))) {
      context.eval("python", "import grcuda");
      assertEquals(6, sumInJavaScript(context));
      assertDenied(context, "open('/etc/passwd')");
      assertDenied(context, "open(grcuda.__file__, 'a')");
      assertDenied(context, "__import__('os').remove(grcuda.__file__)");
    }
  }

  @Test
  void theMachinesFilesAreAsTheyWere() throws IOException {
    Files.writeString(folder.resolve("text"), "here");
    try (Context context =
        open(GrCudaContext.newBuilder("python").currentWorkingDirectory(folder.toAbsolutePath()))) {
      context.eval("python", "import os\nos.symlink('text', 'link')");
      assertEquals("False", context.eval("python", "str(os.path.exists('grcuda'))").asString());
      context.eval("python", "os.mkdir('grcuda')");
      assertEquals("here", context.eval("python", "open('link').read()").asString());
      assertEquals("[]", context.eval("python", "str(os.listdir('grcuda'))").asString());
    }
    assertTrue(Files.isSymbolicLink(folder.resolve("link")));
  }

  @Test
  void otherLanguagesThanThoseNamedAreNotThere() {
    try (Context context = open(GrCudaContext.newBuilder("js"))) {
      assertEquals(2, context.eval("js", "Polyglot.eval('grcuda', 'int[2]').length").asInt());
      assertThrows(IllegalArgumentException.class, () -> context.eval("python", "1"));
    }
  }

  private static Context open(Context.Builder builder) {
    return builder.option("engine.WarnInterpreterOnly", "false").build();
  }

  private static int sumInJavaScript(Context context) throws IOException {
    String text =
        "import { array } from 'grcuda'; globalThis.sum = [...array([1, 2, 3])].reduce((a, b) => a"
            + " + b);";
    context.eval(Source.newBuilder("js", text, "sum.mjs").mimeType(MODULE).build());
    return context.eval("js", "sum").asInt();
  }

  private static void assertDenied(Context context, String expression) {
    var error = assertThrows(PolyglotException.class, () -> context.eval("python", expression));
    assertTrue(error.getMessage().startsWith("PermissionError"), error.getMessage());
  }
}
