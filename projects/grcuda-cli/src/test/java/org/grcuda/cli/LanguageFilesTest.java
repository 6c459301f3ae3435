package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.cli.file.LanguageFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The Python package and the JavaScript module {@code grcuda}, in programs that the command runs.
 */
class LanguageFilesTest {

  @TempDir private Path folder;

  private static String resource(String name) throws IOException {
    try (InputStream file = LanguageFilesTest.class.getResourceAsStream("/hosts/" + name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private CommandRun run(String name, String source, String... arguments) throws IOException {
    Path file = Files.writeString(folder.resolve(name), source);
    return CommandRun.ofProgram(file.toString(), arguments);
  }

  /** The output of a program {@code NAME.py} is the file {@code NAME.py.out}, byte for byte. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "arrays.py",
        "errors.py",
        "shapes.py",
        "files.py",
        "routers.py",
        "graphs.py",
        "distributed.py",
        "world.py",
        "standin.py",
        "arrays.mjs",
        "files.mjs",
        "routers.mjs",
        "graphs.mjs",
        "distributed.mjs",
        "world.mjs",
        "global.js"
      })
  void programsPrintWhatTheyShould(String name) throws IOException {
    assertEquals(
        new CommandRun(0, resource(name + ".out"), ""),
        run(name, resource(name), folder.toString()));
  }

  /** A program in the shape of GrCUDA's Python benchmarks. */
  @Test
  void benchmarksFindWhatTheyImport() throws IOException {
    CommandRun run =
        run("b.py", resource("benchmark.py"), "-o", folder.resolve("b.json").toString());
    assertEquals(
        new CommandRun(
            0,
            """
            difference=0.000 True
            3 True True True
            numpy.fft is not there
            invalid truth value 'perhaps'
            0.0 (grcuda's stand-in for NumPy) | grcuda's small stand-in for NumPy, which is not installed.
            """,
            ""),
        run);
  }

  /** What editors are told of the package is true: names, parameters, members. */
  @Test
  void pythonDeclarationsAreComplete() throws IOException {
    Path stub =
        Files.writeString(folder.resolve("stub.pyi"), LanguageFiles.python("grcuda/__init__.pyi"));
    assertEquals(
        new CommandRun(
            0,
            """
            missing in __all__ of what is declared: []
            array members not declared: []
            """,
            ""),
        run("stubs.py", resource("stubs.py"), stub.toString()));
  }

  @Test
  void arraysOfNumpyKeepShapeAndType() throws IOException {
    assertEquals(
        new CommandRun(
            0, "float[1][2] [[1.0, 2.0]] int[2] [0, 1] boolean[1] [true] double[1] [3.0]\n", ""),
        run(
            "a.py",
            """
            import grcuda
            import numpy as np
            print(
                grcuda.array(np.array([[1, 2]], dtype=np.float32)),
                grcuda.array(np.arange(2).astype(np.int32)),
                grcuda.array(np.array([True])),
                grcuda.array(np.array([3]), float),
            )
            """));
  }

  /** A module of the program's own, as an installed NumPy would be, comes before the stand-in. */
  @Test
  void theStandInGivesWayToNumpy() throws IOException {
    Files.writeString(folder.resolve("numpy.py"), "__version__ = 'real'\n");
    assertEquals(
        new CommandRun(0, "real\n", ""), run("a.py", "import numpy\nprint(numpy.__version__)\n"));
  }

  /** Objects are Python's as soon as grcuda code was evaluated, and nothing is left behind. */
  @Test
  void pythonClassesNeedNoImport() throws IOException {
    assertEquals(
        new CommandRun(0, "float[2] [1.0, 2.0] float[1] [2.0] caught 3\n", ""),
        run(
            "a.py",
            """
            import polyglot
            cu = polyglot.eval(language="grcuda", string="CU")
            x = cu.DeviceArray("float", 2)
            x[:] = [1, 2]
            try:
                x[2]
            except IndexError:
                print(x, x[-1:], "caught", polyglot.eval(language="js", string="1 + 2"))
            assert "bootstrap" not in globals() and "grcuda" not in globals()
            """));
  }

  @Test
  void uncaughtErrorsShowTheLineOfTheProgram() throws IOException {
    CommandRun run = run("a.py", "import grcuda\ndef f(x):\n    return x[7]\nf(grcuda.zeros(2))\n");
    assertEquals(1, run.status());
    assertTrue(
        run.err()
            .matches(
                """
                (?s)Traceback \\(most recent call last\\):
                  File ".*a.py", line 4, in <module>
                    f\\(grcuda.zeros\\(2\\)\\)
                  File ".*a.py", line 3, in f
                    return x\\[7\\]
                .*
                grcuda.IndexError: index 7 is out of range for double\\[2\\]: legal are 0 to 1
                """),
        run.err());
  }

  @Test
  void aPythonNameThatIsMissingComesWithTheNearest() throws IOException {
    CommandRun run = run("a.py", "import grcuda\ngrcuda.zeros(2).lenght\n");
    assertTrue(
        run.err()
            .endsWith(
                "AttributeError: a device array has no member 'lenght'; did you mean 'length'?\n"),
        run.err());
  }

  /** A program's own module of that name is not hidden from relative imports. */
  @Test
  void relativeImportsGoToTheProgramsFolder() throws IOException {
    Files.writeString(folder.resolve("grcuda.mjs"), "export const own = 1;");
    assertEquals(
        new CommandRun(0, "1 2\n", ""),
        run(
            "a.mjs",
            "import { own } from './grcuda.mjs'; import { zeros } from 'grcuda';"
                + " console.log(own, zeros(2).length)"));
  }

  /** Everything that the module exports is declared for TypeScript. */
  @Test
  void declarationsAreComplete() throws IOException {
    CommandRun run = run("a.js", "console.log(Object.keys(grcuda).join(' '))");
    String declarations = LanguageFiles.read("javascript/grcuda.d.ts");
    for (String name : run.out().strip().split(" ")) {
      assertTrue(
          declarations.matches(
                  "(?s).*export (declare const|declare function|default) " + name + "\\b.*")
              || name.equals("default"),
          name);
    }
  }

  /** The code that the build keeps does what the package does. */
  @Test
  void theCodeOfThePackageIsKept() throws IOException {
    LanguageFiles.compilePython(folder);
    String code =
        Files.readString(
            folder.resolve("grcuda-code/grcuda/_arrays.py.code"), StandardCharsets.ISO_8859_1);
    assertTrue(code.length() > 1000 && code.contains("a device array"), code);
  }

  /** Each module in the guide prints the text behind it. */
  @Test
  void theGuideIsTrue() throws IOException {
    String page = Files.readString(Path.of("../../docs/guide/javascript.md"));
    Matcher programs =
        Pattern.compile("```mjs\\n(.*?)```\\n\\n```text\\n(.*?)```", Pattern.DOTALL).matcher(page);
    int count = 0;
    while (programs.find()) {
      assertEquals(new CommandRun(0, programs.group(2), ""), run("a.mjs", programs.group(1)));
      count++;
    }
    assertEquals(page.split("```mjs").length - 1, count);
  }
}
