package org.grcuda.sim;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A machine without overheads. */
abstract class ModelMachine {

  static final long GIB = 1L << 30;
  static final long MB = 1_000_000;

  /**
   * Two devices: 10 GB/s to each, 15 to both together, 40 between them; 1 GiB; 100 GB/s; 1 TFLOP/s;
   * 10 multiprocessors of 1000 threads. Faults reach a half.
   */
  static final String MACHINE =
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

  static final String PTX =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .visible .entry work(.param .u64 x) { ret; }
      """;

  /** All threads of the device. */
  static final LaunchShape FULL = new LaunchShape(10, 1, 1, 1024, 1, 1, 0);

  static final LaunchShape HALF = new LaunchShape(5, 1, 1, 1024, 1, 1, 0);

  Driver driver;
  final List<Device> devices = new ArrayList<>();
  final List<Stream> streams = new ArrayList<>();
  final List<Module> modules = new ArrayList<>();
  final List<Function> kernels = new ArrayList<>();

  /** The description of the machine. */
  String machine() {
    return MACHINE;
  }

  /** Whether commands are executed. */
  boolean computes() {
    return false;
  }

  /** A host with one file: the description of the machine. */
  private DriverHost host() {
    return new DriverHost() {
      @Override
      public void kernelOutput(String text) {}

      @Override
      public void message(String lines) {}

      @Override
      public String read(String path) {
        return machine();
      }

      @Override
      public BiConsumer<String, String> folder(String path) {
        throw new UnsupportedOperationException(path);
      }
    };
  }

  @BeforeEach
  void open() {
    driver =
        new SimDriverProvider()
            .open(
                new DriverSettings(
                    0,
                    0,
                    Map.of(
                        "Topology", "model.json", "SimCompute", "" + computes(), "CpuThreads", "1"),
                    host()));
    for (int i = 0; i < driver.deviceCount(); i++) {
      devices.add(driver.device(i));
      streams.add(driver.device(i).createStream());
      modules.add(driver.device(i).loadModule(PTX.getBytes(StandardCharsets.UTF_8)));
      kernels.add(modules.get(i).function("work"));
    }
  }

  @AfterEach
  void close() {
    driver.close();
  }

  final void submit(int device, Consumer<Submission> commands) {
    Submission submission = new Submission();
    commands.accept(submission);
    devices.get(device).submit(submission);
  }

  /** A launch that reads and writes {@code bytes} bytes, or does operations, besides its uses. */
  final void launch(Submission s, int device, Stream stream, LaunchShape shape, double bytes) {
    s.launch(stream, kernels.get(device), shape, new long[1], 8);
    s.cost(0, 0, bytes, 0);
  }

  /** Nanoseconds until everything is done. */
  final long end() {
    long before = driver.hostNanos();
    devices.forEach(Device::synchronize);
    return driver.hostNanos() - before;
  }

  final void use(int device, long address, long bytes, boolean writes) {
    submit(
        device,
        s -> {
          s.launch(streams.get(device), kernels.get(device), FULL, new long[1], 8);
          s.cost(0, 0, 0, 0);
          s.access(address, bytes, true, writes);
        });
  }
}
