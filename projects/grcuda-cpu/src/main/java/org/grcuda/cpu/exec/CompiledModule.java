package org.grcuda.cpu.exec;

import java.util.List;

/**
 * A PTX module translated to JVM bytecode: immutable, free of addresses, shared by every device and
 * context that loads the same text.
 *
 * @param kernels the {@code .entry} functions
 * @param variables the {@code .global} and {@code .const} variables of module scope. A load of the
 *     module gives each an address; {@link Launch#globals} lists these addresses in this order
 */
public record CompiledModule(List<CompiledKernel> kernels, List<ModuleVariable> variables) {

  /** Copies both lists. */
  public CompiledModule {
    kernels = List.copyOf(kernels);
    variables = List.copyOf(variables);
  }
}
