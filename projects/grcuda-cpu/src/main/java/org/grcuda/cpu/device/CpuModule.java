package org.grcuda.cpu.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.ModuleVariable;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.Module;
import org.grcuda.driver.UsageException;

/** Translated code, with variables of its own on one device. */
final class CpuModule implements Module {

  private static final long NO_VARIABLES = 0;
  private static final String GET_FUNCTION = "cuModuleGetFunction";

  private final CpuDevice device;
  private final Memory memory;
  private final Map<String, CpuFunction> functions = new LinkedHashMap<>();
  private final Map<String, RuntimeException> refused;
  private final Map<String, GlobalVariable> variables = new LinkedHashMap<>();
  private final long[] globals;
  private final long storage;
  private boolean closed;

  CpuModule(CpuDevice device, Memory memory, CompiledModule code) {
    this.device = device;
    this.memory = memory;
    for (CompiledKernel kernel : code.kernels()) {
      functions.put(kernel.name(), new CpuFunction(this, kernel));
    }
    this.refused = code.refused();
    this.globals = new long[code.variables().size()];
    this.storage = allocate(code.variables());
    for (int i = 0; i < globals.length; i++) {
      ModuleVariable variable = code.variables().get(i);
      variables.put(variable.name(), new GlobalVariable(globals[i], variable.bytes()));
      initialise(variable, globals[i]);
      memory.name(globals[i], variable.bytes(), variable.name(), variable.constant());
    }
  }

  /** Gives each variable an address in one allocation, and returns that. */
  private long allocate(List<ModuleVariable> declared) {
    if (declared.isEmpty()) {
      return NO_VARIABLES;
    }
    long bytes = 0;
    long largestAlignment = 1;
    for (int i = 0; i < globals.length; i++) {
      ModuleVariable variable = declared.get(i);
      bytes = aligned(bytes, variable.alignment());
      globals[i] = bytes;
      bytes += variable.bytes();
      largestAlignment = Math.max(largestAlignment, variable.alignment());
    }
    long address = memory.allocate(bytes + largestAlignment, device.ordinal(), "cuModuleLoadData");
    long start = aligned(address, largestAlignment);
    for (int i = 0; i < globals.length; i++) {
      globals[i] += start;
    }
    return address;
  }

  private void initialise(ModuleVariable variable, long address) {
    byte[] initial = variable.initial();
    MemorySegment.copy(initial, 0, Memory.ALL, ValueLayout.JAVA_BYTE, address, initial.length);
    for (ModuleVariable.Relocation relocation : variable.relocations()) {
      long value = globals[relocation.variable()] + relocation.addend();
      long at = address + relocation.offset();
      Memory.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
    }
  }

  private static long aligned(long value, long alignment) {
    return (value + alignment - 1) & -alignment;
  }

  @Override
  public Function function(String name) {
    requireOpen();
    CpuFunction function = functions.get(name);
    if (function == null && refused.containsKey(name)) {
      RuntimeException reason = refused.get(name);
      throw new DriverException(
          CudaResult.CUDA_ERROR_NOT_SUPPORTED,
          GET_FUNCTION,
          device.ordinal(),
          reason.getMessage(),
          reason);
    }
    if (function == null) {
      throw notFound(GET_FUNCTION, "kernel", name, kernelNames());
    }
    return function;
  }

  @Override
  public GlobalVariable global(String name) {
    requireOpen();
    GlobalVariable variable = variables.get(name);
    if (variable == null) {
      throw notFound("cuModuleGetGlobal", "variable", name, variables.keySet());
    }
    return variable;
  }

  @Override
  public synchronized void close() {
    if (!closed && device.isOpen() && storage != NO_VARIABLES) {
      for (long address : globals) {
        memory.forget(address);
      }
      memory.free(storage);
    }
    closed = true;
  }

  CpuDevice device() {
    return device;
  }

  /** Addresses of the variables, in the order of {@link CompiledModule#variables}. */
  long[] globals() {
    return globals;
  }

  synchronized void requireOpen() {
    device.requireOpen();
    if (closed) {
      throw new UsageException("the module is closed");
    }
  }

  private Set<String> kernelNames() {
    Set<String> names = new LinkedHashSet<>(functions.keySet());
    names.addAll(refused.keySet());
    return names;
  }

  private DriverException notFound(String call, String kind, String name, Set<String> there) {
    String list = there.stream().sorted().collect(Collectors.joining(", "));
    return new DriverException(
        CudaResult.CUDA_ERROR_NOT_FOUND,
        call,
        device.ordinal(),
        "no %s '%s' in the module; it has %s"
            .formatted(kind, name, list.isEmpty() ? "none" : list));
  }
}
