package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaProgramTest {

  @TempDir private Path folder;

  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

  @AfterEach
  void restoreTheProcess() {
    Thread.currentThread().setContextClassLoader(loader);
    System.clearProperty("polyglot.engine.WarnInterpreterOnly");
    System.clearProperty("polyglot.grcuda.ProgramName");
  }

  private CommandRun run(String name, String source, String... arguments) throws IOException {
    Path file = Files.writeString(folder.resolve(name), source);
    return CommandRun.ofProgram(file.toString(), arguments);
  }

  @Test
  void aClassWithMainSeesItsArgumentsAndItsNeighbours() throws IOException {
    Files.writeString(folder.resolve("Other.java"), "class Other { static int x() { return 7; } }");
    assertEquals(
        new CommandRun(0, "a b 7\n", ""),
        run(
            "A.java",
            """
            record P(int x) {}
            class A {
              public static void main(String[] args) {
                System.out.println(String.join(" ", args) + " " + new P(Other.x()).x());
              }
            }
            """,
            "a",
            "b"));
  }

  @Test
  void aCompactSourceFileRuns() throws IOException {
    assertEquals(
        new CommandRun(0, "[1, 2]\n", ""),
        run("A.java", "void main() { System.out.println(List.of(1, 2)); }"));
  }

  @Test
  void compilationErrorsAreJavacsOwn() throws IOException {
    CommandRun run = run("A.java", "class A { int x = \"s\"; }");
    assertEquals(1, run.status());
    assertTrue(run.err().contains("A.java:1: error: incompatible types"), run.err());
    assertTrue(run.err().endsWith("A.java failed\n"), run.err());
  }

  @Test
  void aMissingMainMethodIsNamed() throws IOException {
    CommandRun run = run("A.java", "class A {}");
    assertEquals(
        new CommandRun(1, "", "grcuda: no main method in " + folder.resolve("A.java") + "\n"), run);
  }

  @Test
  void uncaughtExceptionsShowTheProgramsFramesOnly() throws IOException {
    CommandRun run =
        run(
            "A.java",
            """
            class A {
              public static void main(String[] args) { f(); }
              static void f() { throw new IllegalStateException("boom"); }
            }
            """);
    assertEquals(1, run.status());
    assertEquals(
        """
        Exception in thread "main" java.lang.IllegalStateException: boom
        \tat program//A.f(A.java:3)
        \tat program//A.main(A.java:2)
        """,
        run.err());
  }

  @Test
  void exportsSayWhichProgramTheyShow() throws IOException {
    Path page = folder.resolve("dag.html");
    CommandRun run =
        run(
            "Vector.java",
            """
            import org.grcuda.GrCuda;

            void main(String[] arguments) {
              try (var cuda = GrCuda.builder().option("ExportDAG", arguments[0]).open()) {
                cuda.intArray(8).fill(1);
              }
            }
            """,
            page.toString());
    assertEquals(new CommandRun(0, "", ""), run);
    assertTrue(Files.readString(page).contains("<title>Vector.java"), () -> page.toString());
  }
}
