package org.grcuda.core.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.grcuda.core.text.MangledName;
import org.grcuda.nvrtc.source.SetAside;
import org.grcuda.ptx.PtxFunction;

/**
 * What was made of a whole CUDA file.
 *
 * @param name the file's name, or {@code "kernel.cu"} for a text
 * @param module the device code
 * @param deviceSource the file with only the code that the compiler got, line for line
 * @param setAside what it did not get
 */
public record FileModule(
    String name, KernelModule module, String deviceSource, List<SetAside> setAside) {

  /**
   * The symbols of the kernels by their names in C++, with namespaces and, of instances that the
   * file asks for, template arguments. Kernels of one name stand under their symbols.
   */
  public SequencedMap<String, String> kernels() {
    Map<String, String> expressions = new LinkedHashMap<>();
    module.loweredNames().forEach((expression, symbol) -> expressions.put(symbol, expression));
    Map<String, List<String>> byName = new LinkedHashMap<>();
    for (PtxFunction kernel : module.ptx().entries()) {
      String symbol = kernel.name();
      String name = expressions.get(symbol);
      if (name == null) {
        name = MangledName.parse(symbol).map(MangledName::name).orElse(symbol);
      }
      byName.computeIfAbsent(name, key -> new ArrayList<>()).add(symbol);
    }
    SequencedMap<String, String> kernels = new LinkedHashMap<>();
    byName.forEach(
        (name, symbols) -> {
          if (symbols.size() == 1 && !isInstance(name, symbols.getFirst())) {
            kernels.put(name, symbols.getFirst());
          } else {
            symbols.forEach(symbol -> kernels.put(symbol, symbol));
          }
        });
    return kernels;
  }

  /** Whether a name without arguments is that of a template, as its symbol tells. */
  private static boolean isInstance(String name, String symbol) {
    return name.indexOf('<') < 0
        && symbol.startsWith("_Z")
        && symbol.matches("_ZN?\\w*?\\d+" + last(name) + "I.*");
  }

  private static String last(String name) {
    return name.substring(name.lastIndexOf(':') + 1);
  }
}
