package org.grcuda.tests.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.KernelDurations;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Durations that outlive the run in which they were measured. */
final class HistoryFileTest {

  private static final String SOURCE =
      "extern \"C\" __global__ void add(int *x, int n) { x[threadIdx.x] += n; }";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("durations.json");
  }

  private GrCuda open() {
    return GrCuda.builder()
        .option("HistoryFile", file.toString())
        .option("EnableComputationTimers", "true")
        .open();
  }

  /** Gives how many launches the history knows of at the end. */
  private long launches(int count) {
    try (GrCuda cuda = open()) {
      Kernel add = cuda.buildKernel(SOURCE, "add(x: inout pointer sint32, n: sint32)");
      IntArray x = cuda.intArray(64);
      x.fill(0);
      for (int i = 0; i < count; i++) {
        add.grid(1).block(64).launch(x, 1);
      }
      cuda.synchronize();
      assertEquals(count, add.times().size());
      return cuda.history().stream().mapToLong(KernelDurations::count).sum();
    }
  }

  @Test
  void laterRunsKnowTheDurationsOfEarlierOnes() throws IOException {
    assertEquals(3, launches(3));
    assertEquals(3 + 4, launches(4));
    assertEquals(3 + 4, launches(0), "what was loaded is not counted twice");
    assertEquals(List.of(file), list());
  }

  private List<Path> list() throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void contextsThatCloseAtOnceLoseNothing() throws Exception {
    int contexts = 8;
    List<GrCuda> open = new ArrayList<>();
    for (int i = 0; i < contexts; i++) {
      GrCuda cuda = open();
      Kernel add = cuda.buildKernel(SOURCE, "add(x: inout pointer sint32, n: sint32)");
      add.grid(1).block(64).launch(cuda.intArray(64), 1);
      open.add(cuda);
    }
    List<Thread> threads = open.stream().map(cuda -> new Thread(cuda::close)).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(contexts, launches(0));
    assertEquals(List.of(file), list());
  }

  @Test
  void withoutTimersSomeLaunchesAreMeasured() {
    try (GrCuda cuda = GrCuda.builder().option("HistoryFile", file.toString()).open()) {
      Kernel add = cuda.buildKernel(SOURCE, "add(x: inout pointer sint32, n: sint32)");
      IntArray x = cuda.intArray(64);
      for (int i = 0; i < 100; i++) {
        add.grid(1).block(64).launch(x, 1);
      }
    }
    assertEquals(8 + 3, launches(0));
  }

  @Test
  void whatIsNoHistoryIsRefusedAndKept() throws IOException {
    Files.writeString(file, "{\"format\": \"other\"}");
    var error = assertThrows(GrCudaException.class, this::open);
    assertEquals(
        "option grcuda.HistoryFile: "
            + file
            + " is not a history of kernels: the field \"format\" is not \"grcuda-history\"; remove"
            + " it, and a new one is made",
        error.getMessage());
    assertEquals("{\"format\": \"other\"}", Files.readString(file));
  }

  @Test
  void aFolderThatIsNotThereIsTold() {
    file = folder.resolve("none").resolve("durations.json");
    StringBuilder messages = new StringBuilder();
    try (GrCuda cuda =
        GrCuda.builder().option("HistoryFile", file.toString()).messages(messages::append).open()) {
      Kernel add = cuda.buildKernel(SOURCE, "add(x: inout pointer sint32, n: sint32)");
      add.grid(1).block(64).launch(cuda.intArray(64), 1);
    }
    assertEquals(
        "grcuda: warning: HistoryFile: cannot write " + file + ": no such file or folder",
        messages.toString().strip());
    assertFalse(Files.exists(file));
  }

  /** A process that died while it wrote leaves its lock behind. */
  @Test
  void anAbandonedLockIsBroken() throws IOException {
    Path lock = folder.resolve("durations.json.lock");
    Files.createFile(lock);
    Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minusSeconds(60)));
    launches(2);
    assertFalse(Files.exists(lock));
    assertEquals(2, launches(0));
  }

  @Test
  void durationsOfOtherMachinesAndOtherCodeAreKeptButNotUsed() throws IOException {
    launches(2);
    String text = Files.readString(file);
    assertTrue(text.contains("\"machine\":\"cpu: "), text);
    String other = text.replace("\"machine\":\"cpu: ", "\"machine\":\"other: ");
    Files.writeString(file, other);
    assertEquals(5, launches(5));
    String both = Files.readString(file);
    assertEquals(2, both.lines().filter(line -> line.contains("\"kernel\":\"add\"")).count(), both);
    String code = both.replaceAll("\"code\":\"[0-9a-f]+\"", "\"code\":\"0\"");
    Files.writeString(file, code);
    try (GrCuda cuda = open()) {
      Kernel add = cuda.buildKernel(SOURCE, "add(x: inout pointer sint32, n: sint32)");
      add.grid(1).block(64).launch(cuda.intArray(64), 1);
      cuda.synchronize();
      assertEquals(List.of(5L, 1L), cuda.history().stream().map(KernelDurations::count).toList());
    }
  }
}
