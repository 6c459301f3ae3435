package org.grcuda.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.grcuda.cpu.device.ModuleCache;
import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Function;
import org.grcuda.ptx.text.SourceLines;

/** Kernels written in Java, so that devices are tested without PTX. */
final class JavaKernels {

  private static final CompiledKernel.Resources PLAIN =
      new CompiledKernel.Resources(List.of(), 0, 0, 0, 8, 1024);

  private final List<CompiledKernel> kernels = new ArrayList<>();

  JavaKernels add(String name, BlockCode code) {
    return add(name, PLAIN, code);
  }

  JavaKernels add(String name, CompiledKernel.Resources resources, BlockCode code) {
    kernels.add(new CompiledKernel(name, resources, code, SourceLines.of("")));
    return this;
  }

  /** A kernel whose time no input changes, as the translator finds out of PTX. */
  JavaKernels addBounded(String name, BlockCode code) {
    add(name, code);
    kernels.add(kernels.removeLast().withBoundedTime(true));
    return this;
  }

  /** A driver whose modules have these kernels, whatever is loaded. */
  Driver open(int devices, int threads, Consumer<String> output) {
    return open(devices, threads, machine -> machine, output);
  }

  Driver open(int devices, int threads, UnaryOperator<Machine> change, Consumer<String> output) {
    ModuleCache cache = new ModuleCache(text -> new CompiledModule(kernels, List.of()), 4);
    Map<String, String> options = Map.of("CpuThreads", Integer.toString(threads));
    DriverSettings asked = new DriverSettings(devices, 0, options, DriverHost.printing(output));
    return new CpuDriver(CpuSettings.of(asked), change.apply(Machine.current()), cache);
  }

  static Function function(Device device, String name) {
    return device.loadModule(new byte[] {'.'}).function(name);
  }
}
