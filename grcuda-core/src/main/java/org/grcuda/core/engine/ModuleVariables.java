package org.grcuda.core.engine;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.grcuda.core.kernel.KernelModule;
import org.grcuda.core.text.MangledName;
import org.grcuda.driver.Module;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;
import org.grcuda.ptx.analysis.AccessMode;
import org.grcuda.ptx.analysis.KernelAccess;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * The {@code __device__} and {@code __constant__} variables of one module as memory in the DAG. A
 * variable that kernels write, or that the host holds as an array, exists once, on the first
 * device. Of all other variables each device has its own copy.
 */
final class ModuleVariables implements AutoCloseable {

  private static final int FIRST_DEVICE = 0;

  /** Prefix of names that the compiler makes up, such as those of string literals. */
  private static final String INTERNAL = "$";

  private final Computations session;
  private final KernelModule module;
  private final Map<String, Allocation> allocations = new HashMap<>();

  ModuleVariables(Computations session, KernelModule module) {
    this.session = session;
    this.module = module;
  }

  /** Whether a kernel that uses {@code symbol} need not be ordered: no program can change it. */
  private static boolean isConstant(String symbol) {
    return symbol.startsWith(INTERNAL);
  }

  /** The variables that {@code access} names, each with its memory. */
  Map<Allocation, AccessMode> usedBy(KernelAccess access) {
    Map<Allocation, AccessMode> used = new HashMap<>();
    access
        .globals()
        .forEach(
            (symbol, mode) -> {
              if (!isConstant(symbol)) {
                used.put(allocation(symbol), mode);
              }
            });
    return used;
  }

  private synchronized Allocation allocation(String symbol) {
    Allocation known = allocations.get(symbol);
    if (known != null) {
      return known;
    }
    Module.GlobalVariable memory = module.variable(symbol, session.driver().device(FIRST_DEVICE));
    Allocation made =
        session.adopt(
            "variable '" + sourceName(symbol) + "'",
            memory.address(),
            memory.bytes(),
            FIRST_DEVICE);
    if (module.allAccesses().stream()
        .anyMatch(access -> access.globals().get(symbol) == AccessMode.READ_WRITE)) {
      made.confineTo(FIRST_DEVICE);
    }
    allocations.put(symbol, made);
    return made;
  }

  /**
   * A variable as an array that the host can use.
   *
   * @param name its symbol, or its name in C++
   * @param type of the elements; null for the type with which the code accesses them
   * @throws GrCudaException if there is no such variable, or {@code type} is needed and does not
   *     fit
   */
  NdArray array(String name, ElementType type) {
    module.requirePtx("the types of its variables");
    Variable variable = find(name);
    ElementType elements = type != null ? type : elementType(variable, name);
    if (variable.size() % elements.sizeBytes() != 0) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "variable '"
              + name
              + "' has "
              + variable.size()
              + " bytes, which is not a whole number of "
              + elements
              + " elements");
    }
    Allocation allocation = allocation(variable.name());
    allocation.confineTo(FIRST_DEVICE);
    long[] shape = {variable.size() / elements.sizeBytes()};
    return NdArray.over(Storage.ofVariable(session, allocation, elements), shape, Order.C);
  }

  private Variable find(String name) {
    List<Variable> all =
        module.ptx().variables().stream().filter(ModuleVariables::isOffered).toList();
    Variable symbol = only(all, name, variable -> variable.name().equals(name));
    Variable found =
        symbol != null
            ? symbol
            : only(all, name, variable -> sourceName(variable.name()).equals(name));
    if (found != null) {
      return found;
    }
    List<String> names = all.stream().map(variable -> sourceName(variable.name())).toList();
    String there =
        names.isEmpty()
            ? "; " + module.origin() + " has no variables"
            : Suggestions.didYouMean(
                name, names, "variables in " + module.origin(), String.join(", ", names));
    throw new GrCudaException(
        GrCudaException.Kind.NOT_FOUND, "no variable '" + name + "' in " + module.origin() + there);
  }

  private static Variable only(List<Variable> all, String name, Predicate<Variable> wanted) {
    List<Variable> found = all.stream().filter(wanted).toList();
    if (found.size() > 1) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "several variables are called '"
              + name
              + "'; give a symbol: "
              + String.join(", ", found.stream().map(Variable::name).toList()));
    }
    return found.isEmpty() ? null : found.getFirst();
  }

  private static boolean isOffered(Variable variable) {
    boolean memory = variable.space() == StateSpace.GLOBAL || variable.space() == StateSpace.CONST;
    return memory
        && variable.size() > 0
        && variable.type().kind() != PtxType.Kind.OPAQUE
        && !isConstant(variable.name());
  }

  private static String sourceName(String symbol) {
    return MangledName.ofVariable(symbol);
  }

  /**
   * The type of the elements. PTX declares arrays as bytes; the loads and stores tell the type.
   * Nothing tells the sign of integers: they count as signed, C's default.
   */
  private ElementType elementType(Variable variable, String name) {
    List<ElementType> types = new ArrayList<>();
    if (variable.type() != PtxType.B8) {
      types.add(elementType(variable.type()));
    } else {
      accessTypes(variable).map(ModuleVariables::elementType).distinct().forEach(types::add);
    }
    if (types.size() == 1 && types.getFirst() != null) {
      return types.getFirst();
    }
    String problem =
        types.stream().allMatch(Objects::isNull)
            ? "the compiled code does not tell the type of its elements"
            : "kernels access it as "
                + String.join(
                    " and as ",
                    types.stream()
                        .map(type -> type == null ? "something else" : type.typeName())
                        .toList());
    throw new GrCudaException(
        GrCudaException.Kind.VALUE,
        "variable '" + name + "': " + problem + "; name it: global('" + name + "', 'float')");
  }

  /** The types of all accesses; types of bits only where no access has a more exact type. */
  private Stream<PtxType> accessTypes(Variable variable) {
    Set<PtxType> all = EnumSet.noneOf(PtxType.class);
    module.allAccesses().forEach(access -> all.addAll(access.globalTypes(variable.name())));
    return all.stream()
        .filter(
            type ->
                type.kind() != PtxType.Kind.BITS
                    || all.stream()
                        .noneMatch(
                            other -> other.kind() != type.kind() && other.size() == type.size()));
  }

  /** The element type that a PTX type stands for; null if there is none. */
  private static ElementType elementType(PtxType type) {
    return switch (type) {
      case F64 -> ElementType.DOUBLE;
      case F32 -> ElementType.FLOAT;
      case F16 -> ElementType.HALF;
      case U8, S8 -> ElementType.CHAR;
      case U16, S16 -> ElementType.SHORT;
      case U32, S32 -> ElementType.INT;
      case U64, S64 -> ElementType.LONG;
      default -> null;
    };
  }

  /** Makes arrays over these variables unusable from now on. */
  @Override
  public synchronized void close() {
    allocations.values().forEach(session::disown);
    allocations.clear();
  }
}
