package org.grcuda.tests.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The permissions of the polyglot context decide, each by itself; computing needs none. */
final class DenialTest {

  @TempDir private Path folder;

  @Test
  void computingNeedsNoPermission() {
    try (Context context = Sandbox.nothingAllowed().build()) {
      Sandbox.assertComputes(context);
    }
  }

  @Test
  void javaScriptNeedsPolyglotAccessAlone() {
    try (Context context =
        Sandbox.nothingAllowed().allowPolyglotAccess(PolyglotAccess.ALL).build()) {
      context.getBindings("js").putMember("source", Sandbox.SQUARE);
      var sum =
          context.eval(
              "js",
              """
              const cu = Polyglot.eval('grcuda', 'CU');
              const x = cu.DeviceArray('float', 4);
              x.copyFrom(new Float32Array([1, 2, 3, 4]));
              cu.buildkernel(source, 'square')(1, 32)(x, 4);
              [...x].reduce((a, b) => a + b);
              """);
      assertTrue(sum.asDouble() == 30, sum::toString);
    }
  }

  @Test
  void bandwidthsOfAFileThatIsDeniedAreRefused() {
    try (Context context =
        Sandbox.nothingAllowed().option("grcuda.BandwidthMatrix", "/etc/hostname").build()) {
      PolyglotException error =
          assertThrows(PolyglotException.class, () -> context.eval("grcuda", "bandwidth()"));
      assertEquals(
          "cannot read /etc/hostname: this context denies file access", error.getMessage());
    }
  }

  @Test
  void withoutNativeAccessNoOtherRanksAreReached() {
    try (Context alone = Sandbox.nothingAllowed().build()) {
      Value world = Sandbox.cu(alone).invokeMember("world");
      assertEquals(1, world.getMember("size").asInt());
    }
    try (Context launched =
        Sandbox.nothingAllowed()
            .environment("OMPI_COMM_WORLD_SIZE", "2")
            .environment("OMPI_COMM_WORLD_RANK", "0")
            .build()) {
      Value cu = Sandbox.cu(launched);
      Sandbox.assertDenied(launched, "world needs native access", () -> cu.invokeMember("world"));
    }
  }

  @Test
  void withoutNativeAccessThereAreNoRawPointers() {
    try (Context context = Sandbox.nothingAllowed().build()) {
      Value cu = Sandbox.cu(context);
      Value x = cu.invokeMember("DeviceArray", "int", 4);
      for (String function : new String[] {"cudaMalloc", "cudaMallocManaged"}) {
        Sandbox.assertDenied(
            context, function + " needs native access", () -> cu.invokeMember(function, 16));
      }
      long host = 4096;
      Sandbox.assertDenied(
          context, "native access", () -> cu.invokeMember("cudaMemcpy", x, host, 16, 1));
      Sandbox.assertDenied(context, "expected an array", () -> x.invokeMember("copyTo", host));
      // The address of an array stands for the array.
      x.invokeMember("fill", 7);
      Value y = cu.invokeMember("DeviceArray", "int", 4);
      cu.invokeMember("cudaMemcpy", y.getMember("pointer"), x.getMember("pointer"), 16);
      assertTrue(y.getArrayElement(3).asInt() == 7);
    }
  }

  @Test
  void withoutFilesNoKernelsAreRead() throws IOException {
    Path file = Files.writeString(folder.resolve("a.ptx"), ".version 8.0");
    try (Context context = Sandbox.nothingAllowed().build()) {
      Sandbox.assertDenied(
          context,
          "cannot read " + file + ": this context denies file access",
          () -> Sandbox.cu(context).invokeMember("bindkernel", file.toString(), "k"));
      Sandbox.assertDenied(
          context,
          "cannot read " + file + ": this context denies file access",
          () -> Sandbox.cu(context).invokeMember("bindall", "a", "b.ptx", file.toString()));
    }
  }

  @Test
  void withoutFilesNoGraphsAreReadOrWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("a.el"), "0 1\n");
    String reason =
        ", 'path': the file is mapped into memory, which needs access to files and native access;"
            + " this context denies one of them";
    try (Context context = Sandbox.nothingAllowed().build()) {
      Value graphs = Sandbox.cu(context).getMember("graph");
      Sandbox.assertDenied(
          context, "read" + reason, () -> graphs.invokeMember("read", file.toString()));
      Sandbox.assertDenied(
          context,
          "write" + reason,
          () -> graphs.invokeMember("chain", 3).invokeMember("write", file.toString()));
    }
    assertEquals("0 1\n", Files.readString(file));
  }

  @Test
  void withoutThreadsComputationsAreStillAsynchronous() {
    try (Context context =
        Sandbox.nothingAllowed().allowAllAccess(true).allowCreateThread(false).build()) {
      Sandbox.assertComputes(context);
    }
  }

  @Test
  void withoutFilesNothingIsWritten() throws IOException {
    Path file = folder.resolve("dag.dot");
    try (Context context =
        Sandbox.nothingAllowed()
            .allowAllAccess(true)
            .allowIO(IOAccess.NONE)
            .option("grcuda.ExportDAG", folder.resolve("end.dot").toString())
            .build()) {
      Sandbox.assertDenied(
          context,
          "cannot write " + file,
          () -> Sandbox.cu(context).invokeMember("exportdag", file.toString()));
      Value array = Sandbox.cu(context).invokeMember("DeviceArray", "float", 1);
      Sandbox.assertDenied(
          context,
          "cannot write " + file,
          () -> Sandbox.cu(context).invokeMember("save", file.toString(), array));
      Sandbox.assertDenied(
          context,
          "cannot read " + file,
          () -> Sandbox.cu(context).invokeMember("loadtxt", file.toString()));
    }
    Path durations = folder.resolve("durations.json");
    try (Context context =
        Sandbox.nothingAllowed()
            .allowAllAccess(true)
            .allowIO(IOAccess.NONE)
            .option("grcuda.HistoryFile", durations.toString())
            .build()) {
      var error =
          assertThrows(
              PolyglotException.class, () -> Sandbox.cu(context).invokeMember("getdevices"));
      assertEquals(
          "cannot read " + durations + ": this context denies file access", error.getMessage());
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertFalse(files.findAny().isPresent());
    }
  }

  /** What the context grants is read: here a toolkit whose compiler is broken. */
  @Test
  void theEnvironmentIsTheContexts() throws IOException {
    Files.writeString(
        Files.createDirectory(folder.resolve("lib64")).resolve("libnvrtc.so.12"), "no library");
    Context.Builder builder =
        Sandbox.nothingAllowed().allowEnvironmentAccess(EnvironmentAccess.NONE);
    try (Context context = builder.build()) {
      Sandbox.assertComputes(context);
    }
    try (Context context = builder.environment("CUDA_HOME", folder.toString()).build()) {
      var error = assertThrows(PolyglotException.class, () -> Sandbox.assertComputes(context));
      assertEquals(
          "NVRTC, NVIDIA's compiler of CUDA C++, cannot be used; only a context with"
              + " file and native access is told why",
          error.getMessage());
    }
  }
}
