package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What never ends does not outlive Ctrl-C. */
class InterruptTest {

  @Test
  void interruptedFromTheKeyboard(@TempDir Path folder) throws Exception {
    Path program = folder.resolve("spin.js");
    Files.writeString(
        program,
        """
        const cu = Polyglot.eval('grcuda', 'CU');
        const loop = cu.buildkernel(
          'extern "C" __global__ void loop(volatile int *x) { while (x[0] == 0) {} x[0] = 5; }',
          'loop(x: inout pointer sint32)');
        const x = cu.DeviceArray('int', 1);
        loop(1, 1)(x);
        console.log('spinning');
        console.log(x[0]);
        """);
    Process process = CommandProcess.start("run", program.toString());
    assertEquals(130, endedBy("INT", process, "spinning"));
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void signalledWhileItCompiles(String signal, int status, @TempDir Path folder) throws Exception {
    Path program = folder.resolve("compile.js");
    Files.writeString(
        program,
        """
        const cu = Polyglot.eval('grcuda', 'CU');
        console.log('compiling');
        cu.buildkernel(
          `template<int N, int M> struct T { static const long v = T<N-1,2*M>::v + T<N-1,2*M+1>::v; };
          template<int M> struct T<0, M> { static const long v = M; };
          __global__ void k(long *x) { x[0] = T<30, 1>::v; }`,
          'k');
        """);
    Process process = CommandProcess.start("run", program.toString());
    assertEquals(status, endedBy(signal, process, "compiling"));
  }

  /** The exit status after {@code signal}, sent when the process has printed {@code line}. */
  private static int endedBy(String signal, Process process, String line) throws Exception {
    try (var output = process.inputReader()) {
      assertEquals(line, output.readLine());
      assertFalse(process.waitFor(100, TimeUnit.MILLISECONDS));
      CommandProcess.signal(process, signal);
      assertTrue(process.waitFor(10, TimeUnit.SECONDS), "still running");
      assertEquals("", String.join("\n", output.lines().toList()), "nothing more is printed");
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
