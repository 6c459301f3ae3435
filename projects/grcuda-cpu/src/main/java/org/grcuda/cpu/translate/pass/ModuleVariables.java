package org.grcuda.cpu.translate.pass;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.exec.ModuleVariable;
import org.grcuda.cpu.exec.ModuleVariable.Relocation;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.InitialValue;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/**
 * The pass that collects the variables of module scope with their initialisers (PTX ISA 5.4.4,
 * Initializers). The index of a variable is its position in the launch's table of addresses.
 */
public final class ModuleVariables {

  /** Constant memory for variables (PTX ISA 5.1.3). */
  private static final long MOST_CONSTANT_BYTES = 64 << 10;

  private final PtxModule module;
  private final List<Variable> declared = new ArrayList<>();
  private final Map<String, Integer> indices = new HashMap<>();

  private ModuleVariables(PtxModule module) {
    this.module = module;
  }

  /**
   * Collects the variables of a module.
   *
   * @throws UnsupportedPtxException if they take more constant memory than there is
   */
  public static ModuleVariables run(PtxModule module) {
    ModuleVariables result = new ModuleVariables(module);
    module.variables().forEach(result::add);
    for (PtxFunction function : module.functions()) {
      function.variables().forEach(result::add);
    }
    result.checkConstants();
    return result;
  }

  private void checkConstants() {
    List<Variable> constants =
        declared.stream().filter(v -> v.space() == StateSpace.CONST).toList();
    long bytes = constants.stream().mapToLong(Variable::size).sum();
    if (bytes > MOST_CONSTANT_BYTES) {
      throw new UnsupportedPtxException(
          bytes + " bytes of .const variables; constant memory has " + MOST_CONSTANT_BYTES,
          constants.getLast().position());
    }
  }

  private void add(Variable variable) {
    boolean mapped = variable.space() == StateSpace.GLOBAL || variable.space() == StateSpace.CONST;
    if (!mapped) {
      return;
    }
    Integer earlier = indices.putIfAbsent(variable.name(), declared.size());
    if (earlier == null) {
      declared.add(variable);
    } else if (declared.get(earlier).size() == 0) {
      declared.set(earlier, variable);
    }
  }

  /** Index of a variable, null if there is none of that name. */
  public Integer index(String name) {
    return indices.get(name);
  }

  /** What a load of the module must allocate and fill. */
  public List<ModuleVariable> variables() {
    return declared.stream().map(this::convert).toList();
  }

  private ModuleVariable convert(Variable variable) {
    int width = variable.type().size();
    List<InitialValue> values = variable.initializer();
    ByteBuffer bytes = ByteBuffer.allocate(values.size() * width).order(ByteOrder.LITTLE_ENDIAN);
    List<Relocation> relocations = new ArrayList<>();
    for (InitialValue value : values) {
      switch (value) {
        case InitialValue.Constant constant -> put(bytes, width, constant.bits());
        case InitialValue.SymbolAddress symbol when module.function(symbol.symbol()) != null ->
            put(bytes, width, symbol.bits(FunctionAddresses.of(module, symbol.symbol())));
        case InitialValue.SymbolAddress symbol -> {
          relocations.add(relocation(variable, symbol, bytes.position()));
          put(bytes, width, 0);
        }
      }
    }
    return new ModuleVariable(
        variable.name(),
        variable.space() == StateSpace.CONST,
        Math.max(1, variable.size()),
        variable.alignment(),
        bytes.array(),
        relocations);
  }

  private static void put(ByteBuffer bytes, int width, long bits) {
    switch (width) {
      case 1 -> bytes.put((byte) bits);
      case 2 -> bytes.putShort((short) bits);
      case 4 -> bytes.putInt((int) bits);
      default -> bytes.putLong(bits);
    }
  }

  private Relocation relocation(Variable holder, InitialValue.SymbolAddress symbol, int offset) {
    Integer target = indices.get(symbol.symbol());
    if (target == null || symbol.mask() != -1 || holder.type().size() != 8) {
      throw new UnsupportedPtxException(
          "initialiser of " + holder.name() + " with the address of " + symbol.symbol(),
          holder.position());
    }
    return new Relocation(offset, target, symbol.offset());
  }
}
