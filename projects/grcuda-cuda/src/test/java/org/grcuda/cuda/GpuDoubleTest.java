package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.grcuda.cuda.Recording.Move;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The double behaves as a GPU does: what the random programs on it would else not show. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GpuDoubleTest {

  private static final LaunchShape SHAPE = new LaunchShape(1, 1, 1, 32, 1, 1, 0);

  private final Recording recording = Recording.current();
  private Driver driver;
  private Device device;
  private Stream stream;
  private Stream other;
  private long x;

  @BeforeEach
  void open() {
    recording.reset(2, 64 << 20);
    use();
  }

  private void use() {
    driver = recording.open(DriverSettings.defaults());
    device = driver.device(0);
    stream = device.createStream();
    other = device.createStream();
    x = driver.allocateManaged(4 * 32);
    set(0);
  }

  @AfterEach
  void close() {
    recording.hold(false);
    driver.close();
  }

  private void set(int value) {
    NativeMemory.ALL.set(ValueLayout.JAVA_INT, x, value);
  }

  private int get() {
    return NativeMemory.ALL.get(ValueLayout.JAVA_INT, x);
  }

  private void fill(Stream in, int value) {
    Submission submission = new Submission();
    submission.fill(in, x, value, 4, 32);
    in.device().submit(submission);
  }

  private void record(Stream in, Event event) {
    Submission submission = new Submission();
    submission.record(in, event);
    in.device().submit(submission);
  }

  private void waitFor(Stream in, Event event) {
    Submission submission = new Submission();
    submission.waitFor(in, event);
    in.device().submit(submission);
  }

  @Test
  void commandsRunLaterAndInTheOrderOfTheirStream() {
    recording.seeded(1);
    recording.hold(true);
    Event event = device.createEvent(false);
    fill(stream, 1);
    fill(stream, 2);
    record(stream, event);
    assertEquals(0, get());
    assertFalse(event.isComplete());
    assertFalse(stream.isIdle());
    assertTrue(other.isIdle());
    assertEquals(3, recording.unfinished());
    recording.hold(false);
    stream.synchronize();
    assertTrue(event.isComplete());
    assertEquals(2, get());
  }

  @Test
  void streamsWaitForTheRecordThatWasThereNotForLaterOnes() {
    recording.seeded(1);
    recording.hold(true);
    Event event = device.createEvent(false);
    waitFor(other, event);
    fill(other, 1);
    fill(stream, 5);
    record(stream, event);
    waitFor(other, event);
    fill(other, 6);
    record(other, event);
    waitFor(stream, event);
    fill(stream, 7);
    assertEquals(0, get());
    recording.hold(false);
    stream.synchronize();
    assertEquals(7, get());
  }

  /** The last of two fills that nothing orders. */
  private int race(long seed) {
    recording.seeded(seed);
    fill(stream, 1);
    fill(other, 2);
    device.synchronize();
    return get();
  }

  @Test
  void anyLegalOrderComesAndTheSameOneForTheSameSeed() {
    Set<Integer> seen = new HashSet<>();
    for (long seed = 0; seed < 40; seed++) {
      int first = race(seed);
      assertEquals(first, race(seed), "seed " + seed);
      seen.add(first);
    }
    assertEquals(Set.of(1, 2), seen);
  }

  @Test
  void someSeedsDoNothingBeforeTheHostWaits() {
    Set<Boolean> seen = new HashSet<>();
    for (long seed = 0; seed < 40; seed++) {
      recording.seeded(seed);
      set(0);
      fill(stream, 1);
      for (int i = 0; i < 20; i++) {
        other.isIdle();
      }
      seen.add(get() == 1);
      stream.synchronize();
    }
    assertEquals(Set.of(true, false), seen);
  }

  @Test
  void threadsExecuteCommandsWithoutAnyCall() throws InterruptedException {
    recording.parallel();
    fill(stream, 1);
    for (int i = 0; i < 10_000 && recording.unfinished() > 0; i++) {
      Thread.sleep(1);
    }
    assertEquals(1, get());
  }

  @Test
  void memoryThatIsFreedWhileCommandsUseItIsNoticed() {
    recording.seeded(1);
    recording.hold(true);
    long y = device.allocate(4096);
    Submission submission = new Submission();
    submission.fill(stream, y, 1, 4, 1024);
    device.submit(submission);
    driver.free(y);
    assertTrue(
        recording.violations().contains("memory is freed that 1 unfinished commands use"),
        recording.violations());
  }

  @Test
  void codeThatIsUnloadedWhileItRunsIsNoticed() {
    recording.seeded(1);
    recording.hold(true);
    Module module = Workload.load(device);
    Submission submission = new Submission();
    submission.launch(stream, module.function("add"), SHAPE, new long[] {x, 32 | 1L << 32}, 16);
    device.submit(submission);
    module.close();
    assertTrue(recording.violations().contains("unloaded"), recording.violations());
  }

  @Test
  void kernelsReachMemoryOfPeersAlone() {
    for (boolean peers : new boolean[] {true, false}) {
      driver.close();
      recording.reset(2, 64 << 20);
      recording.setPeers(peers);
      use();
      long far = driver.device(1).allocate(64);
      Function add = Workload.load(device).function("add");
      Submission submission = new Submission();
      submission.launch(stream, add, SHAPE, new long[] {far, 1 | 1L << 32}, 16);
      device.submit(submission);
      assertEquals(
          peers ? "" : "a command that was executed later: memory of device 1, which is no peer",
          recording.violations().strip());
    }
  }

  @Test
  void fullQueueBlocksUntilThereIsRoom() throws Exception {
    recording.parallel();
    recording.hold(true);
    Event event = device.createEvent(false);
    Submission submission = new Submission();
    for (int i = 0; i < 1024; i++) {
      submission.record(stream, event);
    }
    device.submit(submission);
    FutureTask<Void> more = new FutureTask<>(() -> record(stream, event), null);
    Thread.ofPlatform().start(more);
    assertThrows(TimeoutException.class, () -> more.get(50, TimeUnit.MILLISECONDS));
    Device second = driver.device(1);
    record(second.createStream(), second.createEvent(false));
    recording.hold(false);
    more.get(10, TimeUnit.SECONDS);
  }

  @Test
  void fullQueueIsWorkedOffWhereASeedChooses() {
    recording.seeded(3);
    Submission submission = new Submission();
    Event event = device.createEvent(false);
    for (int i = 0; i < 3000; i++) {
      submission.record(stream, event);
    }
    device.submit(submission);
    assertTrue(recording.unfinished() <= 1024);
  }

  @Test
  void pagesMoveByFaultsOrAheadOfThem() {
    driver.close();
    recording.reset(2, 64 << 20);
    recording.countPages();
    use();
    int pages = 3;
    long y = driver.allocateManaged(4096 * pages);
    Submission submission = new Submission();
    submission.fill(stream, y, 1, 4, 1024 * pages);
    device.submit(submission);
    assertMoved(pages, 0, 0);
    device.submit(submission);
    assertMoved(pages, 0, 0);
    for (int page = 0; page < pages; page++) {
      assertEquals(1, NativeMemory.ALL.get(ValueLayout.JAVA_INT, y + 4096L * page));
    }
    assertMoved(pages, pages, 0);
    submission.clear();
    submission.prefetch(stream, y, 4096L * pages, 0);
    submission.fill(stream, y, 2, 4, 1024 * pages);
    submission.prefetch(stream, y, 4096L * pages, -1);
    device.submit(submission);
    assertEquals(2, NativeMemory.ALL.get(ValueLayout.JAVA_INT, y + 4096));
    assertMoved(pages, pages, 2 * pages);
  }

  private void assertMoved(long byDevices, long byTheHost, long ahead) {
    assertEquals(
        List.of(byDevices, byTheHost, ahead),
        List.of(
            recording.movedPages(Move.DEVICE_FAULT),
            recording.movedPages(Move.HOST_FAULT),
            recording.movedPages(Move.AHEAD)));
  }

  /** The status of a launch that nobody but the double checks. */
  private int launch(Function kernel, int blocks, int shared, boolean cooperative) {
    try (Arena arena = Arena.ofConfined()) {
      long[] words = {
        6 | 0x200 | (cooperative ? 0x100 : 0),
        ((CudaStream) stream).handle(),
        ((CudaFunction) kernel).handle(),
        blocks | 1L << 32,
        1 | 32L << 32,
        1 | 1L << 32,
        shared,
        // Clusters of one block.
        1 | 1 << 10 | 1 << 20
      };
      CudaDevice own = (CudaDevice) device;
      long at = arena.allocateFrom(ValueLayout.JAVA_LONG, words).address();
      return (int) DriverApi.submit(own.sessionHandle(), own.context(), at, words.length);
    }
  }

  @Test
  void launchesThatNoGpuCouldRunAreRefused() {
    Function meet = Workload.load(device).function("meet");
    int most = (int) meet.maxResidentBlocks(32, 0);
    assertEquals(0, launch(meet, most, 0, true));
    assertEquals(
        CudaResult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE.code(), launch(meet, most + 1, 0, true));
    int plain = 48 << 10;
    assertEquals(0, launch(meet, 1, plain, false));
    assertEquals(CudaResult.CUDA_ERROR_INVALID_VALUE.code(), launch(meet, 1, plain + 16, false));
    meet.setMaxDynamicSharedBytes(64 << 10);
    assertEquals(0, launch(meet, 1, plain + 16, false));
    // 227 KiB hold three such blocks on each of four multiprocessors.
    assertEquals(0, launch(meet, 12, 64 << 10, true));
    assertEquals(
        CudaResult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE.code(),
        launch(meet, 13, 64 << 10, true));
  }

  @Test
  void whatWasMadeIsCounted() {
    int streams = recording.created("stream");
    device.createStream().close();
    assertEquals(streams + 1, recording.created("stream"));
  }

  @Test
  void hostThatAccessesMemoryOfADeviceEnds(@TempDir Path folder) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx100m", "-XX:TieredStopAtLevel=1", "-XX:-CreateCoredumpOnCrash"));
    command.add("-XX:ErrorFile=" + folder.resolve("error.log"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(Reader.class.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertTrue(output.contains("managed memory is 1"), output);
    assertTrue(output.contains("the host accesses memory of a device"), output);
    assertNotEquals(0, process.exitValue());
  }

  /** The child process. */
  static final class Reader {

    private Reader() {}

    public static void main(String[] arguments) {
      Recording recording = Recording.current().reset(1, 1 << 20);
      try (Driver driver = recording.open(DriverSettings.defaults())) {
        Device device = driver.device(0);
        long managed = driver.allocateManaged(64);
        long own = device.allocate(64);
        Submission submission = new Submission();
        Stream stream = device.createStream();
        submission.fill(stream, own, 1, 4, 16);
        submission.copy(stream, managed, own, 64);
        device.submit(submission);
        System.out.println(
            "managed memory is " + NativeMemory.ALL.get(ValueLayout.JAVA_INT, managed));
        System.out.flush();
        System.out.println("read " + NativeMemory.ALL.get(ValueLayout.JAVA_INT, own));
      }
    }
  }
}
