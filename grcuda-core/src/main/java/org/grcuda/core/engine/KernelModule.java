package org.grcuda.core.engine;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.grcuda.driver.Device;
import org.grcuda.driver.Function;
import org.grcuda.driver.Module;
import org.grcuda.nvrtc.CompiledProgram;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxParser;

/**
 * The kernels of one source and one set of options. Loaded on each device when a kernel first runs
 * there, so that the {@code __device__} and {@code __constant__} variables of a device are shared
 * by all kernels of the source.
 */
final class KernelModule implements AutoCloseable {

  private final CompiledProgram program;
  private final String architecture;
  private final PtxModule ptx;
  private final Map<Device, Module> loaded = new HashMap<>();
  private final Map<String, Map<Device, Function>> functions = new HashMap<>();

  KernelModule(CompiledProgram program, String architecture) {
    this.program = program;
    this.architecture = architecture;
    this.ptx = PtxParser.parse(program.ptx());
  }

  /** The PTX text. */
  String text() {
    return program.ptx();
  }

  /** The PTX, parsed. */
  PtxModule ptx() {
    return ptx;
  }

  /** The symbol of a name expression that was compiled in. */
  String loweredName(String nameExpression) {
    return program.loweredName(nameExpression);
  }

  /** Kernel {@code symbol} on {@code device}; loads the module there at the first call. */
  synchronized Function function(String symbol, Device device) {
    return functions
        .computeIfAbsent(symbol, name -> new HashMap<>())
        .computeIfAbsent(device, on -> moduleOn(on).function(symbol));
  }

  private Module moduleOn(Device device) {
    return loaded.computeIfAbsent(device, on -> on.loadModule(image(on)));
  }

  private byte[] image(Device device) {
    if (!device.codeTarget().architecture().equals(architecture)) {
      throw new IllegalStateException(
          "compiled for " + architecture + ", needed " + device.codeTarget().architecture());
    }
    return device.codeTarget().isPtx()
        ? program.ptx().getBytes(StandardCharsets.UTF_8)
        : program.cubin();
  }

  /** Unloads it everywhere. */
  @Override
  public synchronized void close() {
    loaded.values().forEach(Module::close);
    loaded.clear();
    functions.clear();
  }
}
