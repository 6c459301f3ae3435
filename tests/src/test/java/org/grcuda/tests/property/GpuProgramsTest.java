package org.grcuda.tests.property;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.cuda.DriverDouble;
import org.grcuda.tests.cuda.DriverDouble.Execution;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random programs on one to four GPUs of the double of NVIDIA's driver, which executes commands
 * later: they compute what they compute one step after the other, and give everything back. Calls
 * of the driver that are left out are noticed.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class GpuProgramsTest {

  /** Of each configuration. */
  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 30);

  private static final long FIRST = Long.getLong("grcuda.test.seed", 0);

  /** Programs within which a call that is left out now and then must show. */
  private static final int PROGRAMS_WITH_DEFECT = 400;

  private static final int ONE_IN = 5;

  private ProgramRunner runner;
  private DriverDouble gpus;

  /** A configuration, and how its GPUs execute commands. */
  record Machine(Configuration configuration, int gpus, Execution execution) {}

  @BeforeAll
  void prepare(@TempDir Path folder) throws Exception {
    runner = new ProgramRunner(folder);
    gpus = DriverDouble.build(folder);
  }

  @AfterAll
  void forget() {
    gpus.forget();
  }

  /** Every two values of two options, where they concern GPUs. */
  static List<Machine> machines() {
    List<Machine> machines = new ArrayList<>();
    for (Configuration configuration : OptionSpace.pairwise()) {
      Map<String, String> options = new TreeMap<>(configuration.options());
      int count = Math.min(4, Integer.parseInt(options.get("CpuDevices")));
      String memory = options.get("CpuDeviceMemory");
      options.keySet().removeIf(name -> name.startsWith("Cpu") || name.startsWith("Sim"));
      options.remove("Topology");
      options.put("Backend", "cuda");
      options.put("NumberOfGPUs", "" + count);
      if (memory != null && "replicated".equals(options.get("MemoryManager"))) {
        options.put("GpuDeviceMemory", memory);
      }
      Execution execution = Execution.values()[1 + machines.size() % 2];
      machines.add(new Machine(new Configuration(options), count, execution));
    }
    return machines;
  }

  /** For half of the seeds, managed pages are in one place at a time. */
  private void start(int count, Execution execution, long seed) {
    gpus.reset(count);
    gpus.record(false);
    gpus.execute(execution, seed);
    if (seed % 2 == 0) {
      gpus.countPages();
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void equalsSequentialExecution(Machine machine) throws IOException {
    long seed = machine.toString().hashCode() + FIRST;
    start(machine.gpus(), machine.execution(), seed);
    runner.run(machine.configuration(), seed, PROGRAMS);
    gpus.assertClean();
  }

  /** What is left out, with what memory. */
  @ParameterizedTest
  @CsvSource({
    "cuStreamWaitEvent, managed",
    "cuStreamWaitEvent, replicated",
    "cuEventQuery, managed",
    "cuEventQuery, replicated",
    "cuEventRecord, managed",
    "cuMemcpyAsync, managed",
    "cuMemcpyAsync, replicated",
    "cuLaunchKernel, managed",
    "cuMemsetD32Async, replicated"
  })
  void callsThatAreLeftOutShow(String function, String memory) throws IOException {
    Configuration configuration =
        new Configuration(
            Map.of(
                "Backend", "cuda",
                "NumberOfGPUs", "2",
                "MemoryManager", memory,
                "DeviceSelectionPolicy", "round-robin"));
    start(2, Execution.SEEDED, FIRST);
    gpus.ignore(function, ONE_IN);
    boolean shows;
    try {
      runner.run(configuration, FIRST, PROGRAMS_WITH_DEFECT);
      shows = !gpus.violations().isEmpty();
    } catch (AssertionError e) {
      shows = true;
    }
    assertTrue(gpus.ignored() > 0, "the programs call it");
    assertTrue(shows, gpus.ignored() + " calls were left out, and nothing shows");
  }
}
