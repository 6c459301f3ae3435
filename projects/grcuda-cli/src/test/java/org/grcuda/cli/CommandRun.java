package org.grcuda.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntSupplier;

/** One run of the command in this process: its exit status and what it printed. */
record CommandRun(int status, String out, String err) {

  /** Runs {@code args} with the standard streams of this process redirected meanwhile. */
  static CommandRun of(String... args) {
    return capture(() -> Main.run(List.of(args)));
  }

  /** Calls {@code body}, which returns an exit status, with the standard streams redirected. */
  static CommandRun capture(IntSupplier body) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    var capturedOut = new ByteArrayOutputStream();
    var capturedErr = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(capturedOut, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(capturedErr, true, StandardCharsets.UTF_8));
      int status = body.getAsInt();
      return new CommandRun(
          status,
          capturedOut.toString(StandardCharsets.UTF_8),
          capturedErr.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** Runs a program; the engine's remark that it only interprets is switched off. */
  static CommandRun ofProgram(String file, String... arguments) {
    String[] args = new String[arguments.length + 3];
    args[0] = "run";
    args[1] = "--engine.WarnInterpreterOnly=false";
    args[2] = file;
    System.arraycopy(arguments, 0, args, 3, arguments.length);
    return of(args);
  }
}
