package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel that never ends does not outlive Ctrl-C. */
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
    try (var output = process.inputReader()) {
      assertEquals("spinning", output.readLine());
      assertFalse(process.waitFor(100, TimeUnit.MILLISECONDS));
      CommandProcess.signal(process, "INT");
      assertTrue(process.waitFor(10, TimeUnit.SECONDS), "still running");
      assertEquals(130, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
  }
}
