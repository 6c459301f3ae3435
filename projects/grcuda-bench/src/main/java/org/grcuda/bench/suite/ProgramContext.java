package org.grcuda.bench.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;

/**
 * What a benchmark is given: devices, files, kernels and settings.
 *
 * @param cuda the context with the devices
 * @param files where the kernels' sources are
 * @param table the kernels by name
 * @param settings how the benchmark is run
 */
public record ProgramContext(
    GrCuda cuda, SuiteFiles files, SuiteTable table, ProgramSettings settings) {

  /** Builds the kernel of that name, and declares its cost on simulated devices. */
  public Kernel kernel(String name) {
    SuiteTable.KernelEntry entry = table.kernels().get(name);
    try {
      Kernel kernel = cuda.buildKernel(files.text("kernels/" + entry.source()), entry.signature());
      kernel.cost(entry.cost().flops(), entry.cost().bytes());
      return kernel;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
