package org.grcuda.cpu.device;

import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.queue.QueuedCommand;

/** Turns an exception of a task into the error that a GPU would give. */
final class Failures {

  private Failures() {}

  static DriverException describe(QueuedCommand command, Throwable failure, int device) {
    String call = command.kind().call();
    return switch (failure) {
      case KernelFault fault ->
          new DriverException(fault.kind().result(), call, device, fault.getMessage(), fault);
      case KernelTask.FrameException none ->
          new DriverException(
              CudaResult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
              call,
              device,
              "kernel '%s': no memory for %s".formatted(command.kernel(), none.getMessage()),
              none);
      default -> {
        String kernel = command.kernel().isEmpty() ? "" : "kernel '" + command.kernel() + "': ";
        // The JVM links the callees of a method when the method first runs.
        String whose = failure instanceof LinkageError ? "a bug of grcuda's translator: " : "";
        yield new DriverException(
            CudaResult.CUDA_ERROR_LAUNCH_FAILED, call, device, kernel + whose + failure, failure);
      }
    };
  }
}
