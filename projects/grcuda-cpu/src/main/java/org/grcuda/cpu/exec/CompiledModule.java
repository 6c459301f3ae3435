package org.grcuda.cpu.exec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A PTX module translated to JVM bytecode: immutable, free of addresses, shared by every device and
 * context that loads the same text.
 *
 * @param kernels the {@code .entry} functions that can be executed
 * @param refused the reason for each of the other kernels, by its name
 * @param variables the {@code .global} and {@code .const} variables of module scope. A load of the
 *     module gives each an address; {@link Launch#globals} lists these addresses in this order
 */
public record CompiledModule(
    List<CompiledKernel> kernels,
    Map<String, RuntimeException> refused,
    List<ModuleVariable> variables) {

  /** Copies all of them. */
  public CompiledModule {
    kernels = List.copyOf(kernels);
    refused = Collections.unmodifiableMap(new LinkedHashMap<>(refused));
    variables = List.copyOf(variables);
  }

  /** A module all of whose kernels can be executed. */
  public CompiledModule(List<CompiledKernel> kernels, List<ModuleVariable> variables) {
    this(kernels, Map.of(), variables);
  }
}
