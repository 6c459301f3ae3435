package org.grcuda.nvrtc;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A running {@link CompilerWorker}. It serves one request at a time. */
final class WorkerProcess {

  private static final int MOST_ERROR_BYTES = 4096;
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  private final Process process;
  private final Path statistics;
  private final DataInputStream in;
  private final DataOutputStream out;
  private boolean greeted;

  private WorkerProcess(Process process) {
    this.process = process;
    this.statistics = Path.of("/proc", String.valueOf(process.pid()), "status");
    this.in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
    this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
  }

  /**
   * Starts one.
   *
   * @throws NvrtcException if that cannot be done
   */
  static WorkerProcess start() {
    return new WorkerProcess(WorkerCommand.start());
  }

  /** As the other, with options of the JVM besides its own. */
  static WorkerProcess start(List<String> options) {
    return new WorkerProcess(WorkerCommand.start(options));
  }

  /** The worker ended in the middle of a request. */
  static final class Died extends NvrtcException {

    private static final long serialVersionUID = 1L;

    Died(String message) {
      super(message);
    }
  }

  /**
   * Sends a request. The result is the answer, a {@link Died} if the process ended while it worked
   * on the request, or another {@link NvrtcException} if the process did not start.
   */
  CompletableFuture<WorkerMessage> ask(WorkerMessage request) {
    CompletableFuture<WorkerMessage> answer = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("grcuda-compiler-" + process.pid())
        .start(() -> answer.completeAsync(() -> exchange(request), Runnable::run));
    return answer;
  }

  private WorkerMessage exchange(WorkerMessage request) {
    try {
      greet();
    } catch (IOException e) {
      throw new NvrtcException(
          "The compiler's process did not start (exit status " + exitStatus() + "): " + errors(),
          e);
    }
    try {
      WorkerMessage.write(out, request);
      return WorkerMessage.read(in);
    } catch (IOException e) {
      process.destroyForcibly();
      throw new Died("exit status " + exitStatus());
    }
  }

  private void greet() throws IOException {
    if (!greeted) {
      int hello = in.readInt();
      if (hello != WorkerMessage.HELLO) {
        process.destroyForcibly();
        throw new IOException("it said " + Integer.toHexString(hello));
      }
      greeted = true;
    }
  }

  private int exitStatus() {
    return process.onExit().join().exitValue();
  }

  private String errors() {
    try {
      byte[] text = process.getErrorStream().readNBytes(MOST_ERROR_BYTES);
      return new String(text, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /** Memory that it has in use (proc(5), status: VmRSS), in bytes; 0 if that is not known. */
  long residentBytes() {
    try {
      Matcher resident = RESIDENT.matcher(Files.readString(statistics));
      return resident.find() ? Long.parseLong(resident.group(1)) << 10 : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Folder of its open files (proc(5)). */
  Path descriptors() {
    return statistics.resolveSibling("fd");
  }

  /** Whether it can serve another request. */
  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it, whatever it is doing. */
  void kill() {
    process.destroyForcibly();
  }
}
