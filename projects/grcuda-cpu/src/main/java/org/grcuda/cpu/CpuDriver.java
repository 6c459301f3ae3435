package org.grcuda.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.grcuda.cpu.check.Debugging;
import org.grcuda.cpu.check.KernelWatch;
import org.grcuda.cpu.device.CpuDevice;
import org.grcuda.cpu.device.ModuleCache;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.HostWaiter;
import org.grcuda.driver.queue.CommandExecutor;
import org.grcuda.driver.queue.CommandQueues;
import org.grcuda.driver.queue.QueuedCommand;

/**
 * Devices made of the machine's cores. They have worker threads, streams and memory limits of their
 * own, but share one memory, so every address is valid everywhere.
 */
public final class CpuDriver implements Driver {

  private final Memory memory;
  private final CommandQueues queues;
  private final List<CpuDevice> devices = new ArrayList<>();
  private final boolean tellsOfInstructions;
  private boolean closed;

  /**
   * Reserves the memory and starts the workers.
   *
   * @throws DriverException CUDA_ERROR_OUT_OF_MEMORY if the system refuses the addresses
   */
  public CpuDriver(CpuSettings settings, Machine machine, ModuleCache modules) {
    int count = settings.deviceCount();
    // By default the devices share three quarters of the memory, and the cores.
    long deviceMemory =
        settings.deviceMemory() > 0 ? settings.deviceMemory() : machine.memory() / 4 * 3 / count;
    int workers =
        settings.threadsPerDevice() > 0
            ? settings.threadsPerDevice()
            : Math.max(1, machine.cores() / count);
    Debugging debugging = settings.debugging();
    tellsOfInstructions = debugging.isOfInstructions();
    boolean checks = debugging.memoryCheck() != Debugging.MemoryCheck.OFF;
    this.memory = reserve(count, deviceMemory, machine.memory(), checks);
    this.queues = new CommandQueues(new Executor());
    CpuDevice.Shared shared =
        new CpuDevice.Shared(
            count,
            memory,
            queues,
            modules,
            settings.kernelOutput(),
            new KernelWatch(debugging, memory));
    for (int ordinal = 0; ordinal < count; ordinal++) {
      devices.add(new CpuDevice(ordinal, machine.processor(), workers, shared));
    }
  }

  private static Memory reserve(int count, long deviceMemory, long hostMemory, boolean isChecked) {
    try {
      return new Memory(count, deviceMemory, hostMemory, isChecked);
    } catch (OutOfMemoryError | ArithmeticException e) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_OUT_OF_MEMORY,
          "cuCtxCreate",
          -1,
          String.format(
              Locale.ROOT, "%d devices of %,d bytes: %s", count, deviceMemory, e.getMessage()),
          e);
    }
  }

  @Override
  public String name() {
    return CpuDriverProvider.NAME;
  }

  @Override
  public void waitWith(HostWaiter waiter) {
    devices.forEach(device -> device.waitWith(waiter));
  }

  @Override
  public boolean tellsOfInstructions() {
    return tellsOfInstructions;
  }

  @Override
  public int deviceCount() {
    return devices.size();
  }

  @Override
  public Device device(int ordinal) {
    return DriverException.requireDevice(devices, ordinal);
  }

  @Override
  public boolean canAccessPeer(int device, int peer) {
    return device(device) != device(peer);
  }

  @Override
  public long allocateManaged(long bytes) {
    queues.requireOpen();
    return memory.allocate(bytes, Memory.HOST, "cuMemAllocManaged");
  }

  @Override
  public long allocateHost(long bytes) {
    queues.requireOpen();
    return memory.allocate(bytes, Memory.HOST, "cuMemHostAlloc");
  }

  @Override
  public void free(long address) {
    queues.requireOpen();
    memory.free(address);
  }

  @Override
  public void stop(String reason) {
    devices.forEach(device -> device.stop(reason));
  }

  @Override
  public long progress() {
    return devices.stream().mapToLong(CpuDevice::progress).sum();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      queues.close();
      devices.forEach(CpuDevice::close);
      memory.close();
    }
  }

  /** Hands each command to its device. */
  private final class Executor implements CommandExecutor {

    @Override
    public boolean begin(QueuedCommand command) {
      return devices.get(command.device()).begin(command);
    }

    @Override
    public long now() {
      return System.nanoTime();
    }
  }
}
