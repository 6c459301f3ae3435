package org.grcuda.attacks.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;

/** Contexts from the opening to the closing, one after the other. */
final class Lives {

  private static final int KERNELS = 20;
  private static final int THREADS = 128;
  private static final int POLYGLOT_EVERY = 4;
  private static final List<Map<String, String>> OPTIONS =
      List.of(
          Map.of("CpuSimd", "auto"),
          Map.of("CpuSimd", "false"),
          Map.of("CpuDevices", "2", "MemoryManager", "replicated"),
          Map.of("MemCheck", "true"));

  private final Path folder;
  private long seed;
  private long contexts;
  private long kernels;

  /**
   * @param folder for the kernels' files
   * @param first seed of the first kernel
   */
  Lives(Path folder, long first) {
    this.folder = folder;
    this.seed = first;
  }

  long contexts() {
    return contexts;
  }

  long kernels() {
    return kernels;
  }

  /** Opens a context, runs kernels that never were before, and closes it. */
  void one() throws IOException {
    if (contexts % POLYGLOT_EVERY == 0) {
      polyglot();
    } else {
      typed(OPTIONS.get((int) (contexts / POLYGLOT_EVERY % OPTIONS.size())));
    }
    contexts++;
  }

  private void typed(Map<String, String> options) throws IOException {
    GrCuda.Builder builder = GrCuda.builder().option("Backend", "cpu");
    options.forEach(builder::option);
    try (GrCuda cuda = builder.open()) {
      for (int k = 0; k < KERNELS; k++) {
        DistinctKernel kernel = new DistinctKernel(++seed);
        Path file = write(kernel);
        IntArray x = cuda.intArray(THREADS);
        cuda.bindKernel(file, DistinctKernel.SIGNATURE).grid(1).block(THREADS).launch(x);
        for (int t = 0; t < THREADS; t++) {
          assertEquals(kernel.expected(t), x.get(t), "seed " + seed);
        }
        Files.delete(file);
        kernels++;
      }
    }
  }

  private void polyglot() throws IOException {
    try (Context context =
        Context.newBuilder("grcuda")
            .option("engine.WarnInterpreterOnly", "false")
            .option("grcuda.Backend", "cpu")
            .allowIO(IOAccess.ALL)
            .build()) {
      Value cu = context.eval("grcuda", "CU");
      for (int k = 0; k < KERNELS; k++) {
        DistinctKernel kernel = new DistinctKernel(++seed);
        Path file = write(kernel);
        Value x = cu.invokeMember("DeviceArray", "int", THREADS);
        cu.invokeMember("bindkernel", file.toString(), DistinctKernel.SIGNATURE)
            .execute(1, THREADS)
            .execute(x);
        int last = THREADS - 1;
        assertEquals(kernel.expected(last), x.getArrayElement(last).asInt(), "seed " + seed);
        Files.delete(file);
        kernels++;
      }
    }
  }

  private Path write(DistinctKernel kernel) throws IOException {
    return Files.writeString(folder.resolve("k" + seed + ".ptx"), kernel.text());
  }
}
