package org.grcuda.tests.selftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./grcuda selftest} of a bundle whose command and runtime are scripts. */
class SelftestScriptTest {

  private record Run(int status, String output) {}

  @TempDir private Path bundle;

  @BeforeEach
  void copyTheScript() throws IOException {
    Files.copy(Repository.root().resolve("scripts/lib/selftest.sh"), bundle.resolve("selftest"));
    Files.createDirectories(bundle.resolve("modules"));
  }

  private Path script(String path, String... lines) throws IOException {
    Path file = bundle.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }

  private Run run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", bundle.resolve("selftest").toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return new Run(process.exitValue(), output);
  }

  @Test
  void withoutAGpuItFailsAndSaysWhatIsMissing() throws Exception {
    script(
        "grcuda",
        "echo 'Backend=cuda:'",
        "echo '  cuda  not available   no NVIDIA driver is installed (libcuda.so.1)'",
        "exit 1");
    Run run = run();
    assertEquals(1, run.status(), run.output());
    assertTrue(
        run.output()
            .endsWith(
                "grcuda: selftest: FAILED: no GPU can be used: no NVIDIA driver is installed"
                    + " (libcuda.so.1)\n"),
        run.output());
  }

  @Test
  void aGpuThatCannotBeOpenedIsAFailureToo() throws Exception {
    script(
        "grcuda",
        "echo '  cuda  failed to open  CUDA_ERROR_DEVICE_UNAVAILABLE (46): in use'",
        "exit 1");
    Run run = run("contract");
    assertEquals(1, run.status(), run.output());
    assertTrue(
        run.output().contains("no GPU can be used: failed to open  CUDA_ERROR_DEVICE_UNAVAILABLE"),
        run.output());
  }

  @Test
  void aSetThatFailsFailsTheWhole() throws Exception {
    script("grcuda", "echo '  cuda  taken           NVIDIA H100'");
    script(
        "runtime/bin/java",
        "echo '[         3 tests successful      ]'",
        "echo '[         1 tests failed          ]'",
        "exit 1");
    Run run = run("contract");
    assertEquals(1, run.status(), run.output());
    assertTrue(run.output().startsWith("cuda: NVIDIA H100\ncontract           FAILED  3 tests"));
    assertTrue(run.output().endsWith("selftest: FAILED\n"), run.output());
  }

  @Test
  void setsThatPassPassAndOnlyThoseThatThePartsAllow() throws Exception {
    script("grcuda", "echo '  cuda  taken           NVIDIA H100'");
    script(
        "runtime/bin/java",
        "echo '[         3 tests successful      ]'",
        "echo '[         0 tests failed          ]'");
    Run run = run();
    assertEquals(0, run.status(), run.output());
    assertEquals(
        "cuda: NVIDIA H100\n"
            + "neither part b (NVRTC) nor kernels compiled beforehand are here: only what needs no"
            + " compiler is tested\n"
            + "contract           passed  3 tests passed, 0 failed\n"
            + "selftest: passed\n",
        run.output());
  }

  @Test
  void kernelsCompiledBeforehandDoForJava() throws Exception {
    script(
        "grcuda", "[ \"$1\" = bench ] || echo '  cuda  taken           NVIDIA H100'", "echo line");
    script("runtime/bin/java", "echo '[         3 tests successful      ]'");
    Files.createDirectories(bundle.resolve("cache/grcuda/precompiled"));
    Files.writeString(bundle.resolve("cache/grcuda/precompiled/compiler"), "12.9\n90\n");
    Files.writeString(bundle.resolve("modules/js-language-25.jar"), "");
    Run run = run();
    assertEquals(0, run.status(), run.output());
    assertTrue(
        run.output()
            .contains("part b (NVRTC) is not here: kernels are those compiled beforehand, for"),
        run.output());
    List<String> sets =
        run.output()
            .lines()
            .filter(line -> line.contains(" passed "))
            .map(line -> line.split(" ")[0])
            .distinct()
            .toList();
    assertEquals(List.of("contract", "faults", "kernels", "golden-java", "bench"), sets);
  }

  @Test
  void everythingThatTheScriptNamesIsThere() throws Exception {
    String script = Files.readString(bundle.resolve("selftest"));
    List<String> names =
        Pattern.compile("org\\.grcuda\\.tests\\.[\\w.]+[A-Z]\\w+")
            .matcher(script)
            .results()
            .map(MatchResult::group)
            .distinct()
            .toList();
    assertEquals(3, names.size(), names.toString());
    for (String name : names) {
      assertEquals(name, Class.forName(name).getName());
    }
    var programs = Class.forName("org.grcuda.tests.golden.GoldenTest");
    for (String method : List.of("javaTyped", "javaPolyglot", "javaScript", "python")) {
      assertTrue(script.contains(method));
      programs.getDeclaredMethod(method, Class.forName("org.grcuda.tests.Configuration"));
    }
  }

  @Test
  void unknownSetsAreRefused() throws Exception {
    Run run = run("kernel");
    assertEquals(2, run.status());
    assertEquals(
        "grcuda: selftest: unknown set 'kernel'; see ./grcuda selftest --help\n", run.output());
  }
}
