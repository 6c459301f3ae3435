package org.grcuda.core.task;

import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.NativeFunction;
import org.grcuda.driver.DeviceKind;

/** One way to do the work of a task. */
public sealed interface Implementation {

  /** Its name in messages. */
  String name();

  /** A kernel, which runs on devices of {@code kind}. */
  record OnDevice(DeviceKind kind, GpuKernel kernel, Uses uses) implements Implementation {
    @Override
    public String name() {
      return kernel.name();
    }
  }

  /** A function of a shared library, which a thread of the context executes. */
  record InLibrary(NativeFunction function) implements Implementation {
    @Override
    public String name() {
      return function.name();
    }
  }

  /**
   * A function of the program.
   *
   * @param ofGuest whether only threads of the guest program can execute it
   */
  record InProgram(String name, Code code, boolean ofGuest) implements Implementation {}

  /** What a function of the program does. */
  @FunctionalInterface
  interface Code {

    /** Executes it, with the values that the task was called with. */
    void run(Object[] values);
  }
}
