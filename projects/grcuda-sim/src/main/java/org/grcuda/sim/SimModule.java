package org.grcuda.sim;

import java.util.LinkedHashMap;
import java.util.Map;
import org.grcuda.driver.Function;
import org.grcuda.driver.Module;
import org.grcuda.driver.UsageException;
import org.grcuda.sim.memory.SimMemory;

/** Code on a simulated device: a module of the functional backend, loaded for this device. */
final class SimModule implements Module {

  private final SimDevice device;
  private final SimMemory memory;
  private final Module functional;
  private final Map<String, GlobalVariable> variables = new LinkedHashMap<>();
  private boolean closed;

  SimModule(SimDevice device, SimMemory memory, Module functional) {
    this.device = device;
    this.memory = memory;
    this.functional = functional;
  }

  @Override
  public Function function(String name) {
    requireOpen();
    return new SimFunction(this, device.telling(() -> functional.function(name)));
  }

  @Override
  public synchronized GlobalVariable global(String name) {
    requireOpen();
    GlobalVariable variable = variables.get(name);
    if (variable == null) {
      variable = device.telling(() -> functional.global(name));
      memory.addVariable(variable.address(), variable.bytes(), device.ordinal());
      variables.put(name, variable);
    }
    return variable;
  }

  @Override
  public synchronized void close() {
    if (!closed && device.isOpen()) {
      variables.values().forEach(variable -> memory.removeVariable(variable.address()));
      functional.close();
    }
    closed = true;
  }

  SimDevice device() {
    return device;
  }

  synchronized void requireOpen() {
    device.requireOpen();
    if (closed) {
      throw new UsageException("the module is closed");
    }
  }
}
