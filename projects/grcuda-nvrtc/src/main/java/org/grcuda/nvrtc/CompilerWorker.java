package org.grcuda.nvrtc;

import com.sun.jna.NativeLibrary;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The process in which NVRTC runs, as some programs crash NVRTC by recursion, and others keep it
 * busy for ever. The process answers one request after the other. It ends with the process that
 * started it, even in the middle of a compilation.
 */
public final class CompilerWorker {

  private final Map<String, NvrtcLibrary> libraries = new HashMap<>();
  private final PrecompiledHeaders precompiled = new PrecompiledHeaders();
  private final DataInputStream in;
  private final DataOutputStream out;

  private CompilerWorker(DataInputStream in, DataOutputStream out) {
    this.in = in;
    this.out = out;
  }

  /**
   * Serves requests on standard input, until it ends. Started by {@link NvrtcCompiler}; of no use
   * by hand.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    leaveTerminal();
    preferToBeKilled();
    var in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    var out =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    try {
      out.writeInt(WorkerMessage.HELLO);
      out.flush();
      new CompilerWorker(in, out).serve();
    } catch (EOFException e) {
      // The process that started this one has ended, or needs it no more.
      Runtime.getRuntime().halt(0);
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  /**
   * Starts a session of its own (setsid(2)), so that Ctrl-C reaches the program, which then
   * decides, and not this process.
   */
  private static void leaveTerminal() {
    NativeLibrary.getProcess().getFunction("setsid").invokeInt(new Object[0]);
  }

  /** Asks the kernel to end this process first if memory runs out (proc(5), oom_score_adj). */
  private static void preferToBeKilled() {
    try {
      Files.writeString(Path.of("/proc/self/oom_score_adj"), "1000");
    } catch (IOException e) {
      // Where /proc is not mounted, the limit on memory is all there is.
    }
  }

  /** Waits for the next request while it serves one, so that it sees the end of input. */
  private void serve() throws IOException {
    while (true) {
      WorkerMessage request = WorkerMessage.read(in);
      long stack = request instanceof WorkerMessage.Compile c ? c.stackBytes() : 0;
      Thread thread = new Thread(null, () -> serve(request), "nvrtc", stack, false);
      thread.setDaemon(true);
      // For example too little memory for the answer. Without an answer the other process would
      // wait for ever.
      thread.setUncaughtExceptionHandler((failed, error) -> Runtime.getRuntime().halt(1));
      thread.start();
    }
  }

  private void serve(WorkerMessage request) {
    try {
      WorkerMessage.write(out, answer(request));
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  private WorkerMessage answer(WorkerMessage request) {
    try {
      return switch (request) {
        case WorkerMessage.Describe asked -> {
          NvrtcLibrary library = library(asked.library());
          yield new WorkerMessage.Description(library.version(), library.architectures());
        }
        case WorkerMessage.Compile asked -> compile(asked);
        default -> new WorkerMessage.Failed(request + " is not a request");
      };
    } catch (CompilationException e) {
      return new WorkerMessage.Refused(e.result(), e.getMessage());
    } catch (NvrtcException e) {
      return new WorkerMessage.Failed(e.getMessage());
    }
  }

  private WorkerMessage compile(WorkerMessage.Compile asked) {
    List<String> notices = new ArrayList<>();
    CompiledProgram compiled =
        precompiled.compile(
            library(asked.library()), asked.program(), asked.headers(), notices::add);
    return new WorkerMessage.Compiled(compiled, notices);
  }

  private NvrtcLibrary library(String path) {
    return libraries.computeIfAbsent(
        path,
        file ->
            file.equals(WorkerMessage.REHEARSAL)
                ? NvrtcLibrary.rehearsal()
                : NvrtcLibrary.load(Path.of(file)));
  }
}
