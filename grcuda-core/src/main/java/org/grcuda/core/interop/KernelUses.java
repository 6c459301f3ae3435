package org.grcuda.core.interop;

import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.guest.Values;
import org.grcuda.core.task.Uses;
import org.grcuda.runtime.computation.AccessMode;

/** Dictionaries of what launches use besides their arguments. */
final class KernelUses {

  private KernelUses() {}

  /**
   * {@code before}, and what {@code dictionary} names: {@code {reads: [..], writes: [..]}}.
   *
   * @throws org.grcuda.types.GrCudaException if it has other entries, or names other things than
   *     arrays and resources of the context
   */
  static Uses with(Uses before, GpuKernel kernel, Object dictionary) {
    String function = "kernel '" + kernel.name() + "', using";
    NamedArguments named = new NamedArguments(function, function + ", argument 1", dictionary);
    Uses read = with(before, kernel, named, "reads", AccessMode.READ);
    Uses all = with(read, kernel, named, "writes", AccessMode.WRITE);
    named.checkAllUsed();
    return all;
  }

  private static Uses with(
      Uses before, GpuKernel kernel, NamedArguments named, String name, AccessMode mode) {
    Object value = named.value(name);
    if (value == null) {
      return before;
    }
    boolean list = !(value instanceof DeviceArray) && Values.isList(value);
    Uses uses = before;
    for (Object each : list ? Values.list(named.what(name), value) : new Object[] {value}) {
      uses = with(uses, kernel.session(), named.what(name), each, mode);
    }
    return uses;
  }

  private static Uses with(
      Uses before, Computations session, String what, Object value, AccessMode mode) {
    return switch (value) {
      case DeviceArray array -> before.and(session, array.array(), mode);
      case ResourceObject resource -> before.and(session, resource.token(), mode);
      default -> throw Values.expected(what, "device arrays and resources", value);
    };
  }
}
