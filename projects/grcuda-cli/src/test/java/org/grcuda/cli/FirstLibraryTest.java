package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The first use of the system's loader in a process: nothing else has initialised it. */
final class FirstLibraryTest {

  @Test
  void aMissingLibraryIsAnErrorAndNotTheEndOfTheProcess() throws Exception {
    Process process =
        CommandProcess.start(
            "run",
            "--language=js",
            "-c",
            "Polyglot.eval('grcuda', 'CU').bind('libnowhere.so', 'f(): sint32')()");
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, process.waitFor(), output);
    assertTrue(output.contains("cannot load library 'libnowhere.so': cannot open shared"), output);
  }
}
