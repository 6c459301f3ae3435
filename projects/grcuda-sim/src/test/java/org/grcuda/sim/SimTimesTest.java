package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.grcuda.driver.Debugging;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.Simulation;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What commands take on a machine without overheads, against closed forms; nothing is computed. */
class SimTimesTest {

  private static final long GIB = 1L << 30;
  private static final long MB = 1_000_000;

  /**
   * Two devices: 10 GB/s to each, 15 to both together, 40 between them; 1 GiB; 100 GB/s; 1 TFLOP/s;
   * 10 multiprocessors of 1000 threads. Faults reach a half.
   */
  private static final String MACHINE =
      """
      {"host": {"memory": 64, "memoryBandwidth": 50, "submission": 0, "launch": 0, "copy": 0,
                "event": 0, "query": 0.001, "wake": 0},
       "devices": 2,
       "device": {"name": "Model", "computeCapability": "8.0", "memory": 1,
                  "memoryBandwidth": 100, "teraflops": 1, "doubleTeraflops": 0.5,
                  "multiprocessors": 10, "threads": 1024, "blocks": 32, "registers": 65536,
                  "sharedMemory": 96, "sharedMemoryPerBlock": 96, "l2": 4096, "copyEngines": 2,
                  "launchLatency": 0, "copyLatency": 0, "computeSaturation": 1,
                  "memorySaturation": 1, "faultEfficiency": 0.5},
       "links": [{"between": ["host", "switch"], "bandwidth": 15},
                 {"between": ["switch", "gpu0"], "bandwidth": 10},
                 {"between": ["switch", "gpu1"], "bandwidth": 10},
                 {"between": ["gpu0", "gpu1"], "bandwidth": 40}]}
      """;

  private static final String PTX =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .visible .entry work(.param .u64 x) { ret; }
      """;

  /** All threads of the device. */
  private static final LaunchShape FULL = new LaunchShape(10, 1, 1, 1024, 1, 1, 0);

  private static final LaunchShape HALF = new LaunchShape(5, 1, 1, 1024, 1, 1, 0);

  private Driver driver;
  private final List<Device> devices = new ArrayList<>();
  private final List<Stream> streams = new ArrayList<>();
  private final List<Function> kernels = new ArrayList<>();

  @BeforeEach
  void open() {
    driver =
        new SimDriverProvider()
            .open(
                new DriverSettings(
                    0,
                    0,
                    1,
                    true,
                    text -> {},
                    Debugging.off(),
                    new Simulation("model.json", path -> MACHINE, false)));
    for (int i = 0; i < 2; i++) {
      devices.add(driver.device(i));
      streams.add(driver.device(i).createStream());
      kernels.add(
          driver.device(i).loadModule(PTX.getBytes(StandardCharsets.UTF_8)).function("work"));
    }
  }

  @AfterEach
  void close() {
    driver.close();
  }

  private void submit(int device, Consumer<Submission> commands) {
    Submission submission = new Submission();
    commands.accept(submission);
    devices.get(device).submit(submission);
  }

  /** A launch that reads and writes {@code bytes} bytes, or does operations, besides its uses. */
  private void launch(Submission s, int device, Stream stream, LaunchShape shape, double bytes) {
    s.launch(stream, kernels.get(device), shape, new long[1], 8);
    s.cost(0, 0, bytes);
  }

  /** Nanoseconds until everything is done. */
  private long end() {
    long before = driver.hostNanos();
    devices.forEach(Device::synchronize);
    return driver.hostNanos() - before;
  }

  @Test
  void copyTakesItsBytesOverItsLink() {
    long from = driver.allocateHost(100 * MB);
    long to = devices.get(0).allocate(100 * MB);
    submit(0, s -> s.copy(streams.get(0), to, from, 100 * MB));
    assertEquals(10 * MB, end());
  }

  @Test
  void copiesToTwoDevicesShareTheSwitchAndThoseBackDoNotDisturb() {
    long from = driver.allocateHost(100 * MB);
    long first = devices.get(0).allocate(150 * MB);
    long second = devices.get(1).allocate(150 * MB);
    Stream back = devices.get(0).createStream();
    submit(0, s -> s.copy(streams.get(0), first, from, 75 * MB));
    submit(1, s -> s.copy(streams.get(1), second, from, 75 * MB));
    submit(0, s -> s.copy(back, from, first, 100 * MB));
    assertEquals(10 * MB, end());
  }

  @Test
  void copyEnginesBoundWhatGoesOnAtOnce() {
    // Two at once, 5 GB/s each: the third begins when they have ended.
    long from = driver.allocateHost(100 * MB);
    long to = devices.get(0).allocate(300 * MB);
    for (int i = 0; i < 3; i++) {
      Stream own = devices.get(0).createStream();
      long part = to + i * 100 * MB / 256 * 256;
      submit(0, s -> s.copy(own, part, from, 50 * MB));
    }
    assertEquals(15 * MB, end());
  }

  @Test
  void forkAndJoinTakeTheLongerBranch() {
    Event fork = devices.get(0).createEvent(false);
    Event join = devices.get(1).createEvent(false);
    submit(
        0,
        s -> {
          launch(s, 0, streams.get(0), FULL, 100 * MB);
          s.record(streams.get(0), fork);
          launch(s, 0, streams.get(0), FULL, 200 * MB);
        });
    submit(
        1,
        s -> {
          s.waitFor(streams.get(1), fork);
          launch(s, 1, streams.get(1), FULL, 500 * MB);
          s.record(streams.get(1), join);
        });
    submit(
        0,
        s -> {
          s.waitFor(streams.get(0), join);
          launch(s, 0, streams.get(0), FULL, 100 * MB);
        });
    assertEquals((1 + 5 + 1) * MB, end());
  }

  @Test
  void pipelineTakesItsSlowestStageOftenest() {
    // Four times: copy 2 ms, then kernel 3 ms: 2 + 4 * 3.
    long from = driver.allocateHost(100 * MB);
    long to = devices.get(0).allocate(100 * MB);
    Stream copies = devices.get(0).createStream();
    for (int i = 0; i < 4; i++) {
      Event arrived = devices.get(0).createEvent(false);
      submit(
          0,
          s -> {
            s.copy(copies, to, from, 20 * MB);
            s.record(copies, arrived);
            s.waitFor(streams.get(0), arrived);
            launch(s, 0, streams.get(0), FULL, 300 * MB);
          });
    }
    assertEquals(14 * MB, end());
  }

  @Test
  void kernelsOfOneDeviceShareIt() {
    Stream other = devices.get(0).createStream();
    submit(0, s -> launch(s, 0, streams.get(0), FULL, 100 * MB));
    submit(0, s -> launch(s, 0, other, FULL, 100 * MB));
    assertEquals(2 * MB, end());
    // Half of the threads reach half of the bandwidth: both fit.
    submit(0, s -> launch(s, 0, streams.get(0), HALF, 100 * MB));
    submit(0, s -> launch(s, 0, other, HALF, 100 * MB));
    assertEquals(2 * MB, end());
  }

  @Test
  void kernelTakesItsOperationsOrItsBytes() {
    submit(
        0,
        s -> {
          s.launch(streams.get(0), kernels.get(0), FULL, new long[1], 8);
          s.cost(2e9, 0, 100 * MB);
        });
    assertEquals(2 * MB, end());
    submit(
        0,
        s -> {
          s.launch(streams.get(0), kernels.get(0), FULL, new long[1], 8);
          s.cost(1e9, 1e9, 100 * MB);
        });
    assertEquals(3 * MB, end());
  }

  @Test
  void undeclaredKernelTakesTheBytesOfItsArguments() {
    long x = devices.get(0).allocate(100 * MB);
    submit(
        0,
        s -> {
          s.launch(streams.get(0), kernels.get(0), FULL, new long[] {x}, 8);
          s.cost(Double.NaN, Double.NaN, Double.NaN);
          s.access(x, 100 * MB, true, true);
          s.access(x, 50 * MB, true, false);
        });
    assertEquals(2_500_000, end());
  }

  private void use(int device, long address, long bytes, boolean writes) {
    submit(
        device,
        s -> {
          s.launch(streams.get(device), kernels.get(device), FULL, new long[1], 8);
          s.cost(0, 0, 0);
          s.access(address, bytes, true, writes);
        });
  }

  @Test
  void managedMemoryMovesByFaultsOrFasterByPrefetches() {
    long x = driver.allocateManaged(100 * MB);
    driver.hostAccess(x, 100 * MB, true);
    use(0, x, 100 * MB, false);
    assertEquals(20 * MB, end(), "faults from the host");
    use(0, x, 100 * MB, false);
    assertEquals(0, end(), "it is there");
    submit(1, s -> s.prefetch(streams.get(1), x, 40 * MB, 1));
    use(1, x, 40 * MB, true);
    assertEquals(MB, end(), "a prefetch from the other device");
    use(0, x, 100 * MB, false);
    assertEquals(2 * MB, end(), "only what was written there comes back");
    long before = driver.hostNanos();
    driver.hostAccess(x, 10 * MB, false);
    assertEquals(2 * MB, driver.hostNanos() - before, 2000, "faults of the host");
  }

  @Test
  void kernelWaitsForAPrefetchOfAnotherStream() {
    long x = driver.allocateManaged(100 * MB);
    driver.hostAccess(x, 100 * MB, true);
    Stream other = devices.get(0).createStream();
    submit(0, s -> s.prefetch(other, x, 100 * MB, 0));
    use(0, x, 100 * MB, false);
    assertEquals(10 * MB, end());
  }

  @Test
  void readMostlyMemoryIsCopiedUntilItIsWritten() {
    long x = driver.allocateManaged(40 * MB);
    driver.hostAccess(x, 40 * MB, true);
    submit(0, s -> s.advise(streams.get(0), x, 40 * MB, MemoryAdvice.SET_READ_MOSTLY, 0));
    use(0, x, 40 * MB, false);
    end();
    use(1, x, 40 * MB, false);
    assertEquals(2 * MB, end());
    use(0, x, 40 * MB, false);
    assertEquals(0, end(), "it is still there");
    use(1, x, 40 * MB, true);
    assertEquals(0, end());
    use(0, x, 40 * MB, false);
    assertEquals(2 * MB, end(), "it was written elsewhere");
  }

  @Test
  void fullDeviceGivesUpWhatWasNotUsedForLongest() {
    long part = GIB / 4;
    long x = driver.allocateManaged(5 * part);
    for (int i = 0; i < 5; i++) {
      use(0, x + i * part, part, true);
    }
    // Nobody had touched it: only the first, evicted, moved.
    assertEquals(part / 10.0, end(), 1);
    use(0, x + 4 * part, part, true);
    use(0, x + 2 * part, part, true);
    assertEquals(0, end());
    use(0, x, part, true);
    // What replaces it, the second, leaves while it comes.
    assertEquals(part / 5.0, end(), 1);
  }

  @Test
  void hugeWorkingSetsTakeNoMemory() {
    long bytes = 60 * GIB;
    long x = driver.allocateManaged(bytes);
    for (int i = 0; i < 60; i++) {
      use(i % 2, x + i * GIB, GIB / 2, true);
    }
    end();
    assertTrue(driver.hostNanos() > 0);
    driver.free(x);
    assertEquals(GIB, devices.get(0).freeMemory());
  }
}
