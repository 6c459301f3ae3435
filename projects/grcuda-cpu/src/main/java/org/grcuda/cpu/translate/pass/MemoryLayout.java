package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.exec.MonitoredKernel.SharedVariable;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.ParameterLayout;
import org.grcuda.ptx.Position;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/**
 * The pass that resolves addresses: where the variables of a kernel and of its device functions lie
 * in shared, local and parameter memory (PTX ISA 5.1, State Spaces).
 *
 * <p>Addresses of the shared and local space are offsets into the block's shared and the thread's
 * local memory; generic, global and constant addresses are native.
 */
public final class MemoryLayout {

  /** Local memory that a kernel with recursive functions gets for its stack, per thread. */
  private static final int RECURSION_BYTES = 32 << 10;

  private static final int UNDER_WAY = -1;

  /** Shared memory of the system that cooperative groups use (cooperative_groups/details). */
  private static final String RESERVED = "%reserved_smem_offset_1";

  /** The least size that cooperative groups expect there, aligned. */
  public static final int RESERVED_BYTES = 288;

  private final PtxModule module;
  private final CallGraph calls;
  private final ParameterLayout parameters;
  private final Map<String, Long> shared = new LinkedHashMap<>();
  private final Map<String, Frame> frames = new HashMap<>();
  private final List<SharedVariable> sharedVariables = new ArrayList<>();
  private int staticSharedBytes;
  private final int reservedShared;
  private final int localBytes;

  /**
   * Local memory of one activation of a function.
   *
   * @param offsets of its variables and aggregate {@code .param} symbols, from the frame's start
   * @param bytes size, a multiple of 16
   */
  public record Frame(Map<String, Integer> offsets, int bytes) {}

  private MemoryLayout(PtxModule module, PtxFunction kernel, CallGraph calls) {
    this.module = module;
    this.calls = calls;
    this.parameters = ParameterLayout.of(kernel);
    for (PtxFunction function : calls.functions()) {
      frames.put(function.name(), frame(function));
      function.variables().forEach(this::addShared);
    }
    module.variables().forEach(this::addShared);
    this.reservedShared = addReserved();
    staticSharedBytes = align(staticSharedBytes, 16);
    this.localBytes = localBytes(kernel.name());
  }

  /** Lays out the memory of {@code kernel}. */
  public static MemoryLayout run(PtxModule module, PtxFunction kernel, CallGraph calls) {
    return new MemoryLayout(module, kernel, calls);
  }

  /** Cooperative groups keep the state of tiles of several warps there. */
  private int addReserved() {
    if (!calls.reads(RESERVED)) {
      return -1;
    }
    int offset = align(staticSharedBytes, 16);
    staticSharedBytes = Math.addExact(offset, RESERVED_BYTES);
    return offset;
  }

  private void addShared(Variable variable) {
    if (variable.space() == StateSpace.SHARED && !variable.isUnsized()) {
      staticSharedBytes = align(staticSharedBytes, variable.alignment());
      shared.put(variable.name(), (long) staticSharedBytes);
      sharedVariables.add(new SharedVariable(variable.name(), staticSharedBytes, variable.size()));
      staticSharedBytes = Math.addExact(staticSharedBytes, Math.toIntExact(variable.size()));
    }
  }

  private static Frame frame(PtxFunction function) {
    Map<String, Integer> offsets = new HashMap<>();
    int end = 0;
    for (Variable variable : function.variables()) {
      if (variable.space() == StateSpace.LOCAL || isAggregateParameter(variable)) {
        end = align(end, Math.max(variable.alignment(), 8));
        offsets.put(variable.name(), end);
        end = Math.addExact(end, Math.toIntExact(variable.size()));
      }
    }
    return new Frame(offsets, align(end, 16));
  }

  /** Whether a {@code .param} symbol is passed in memory, not as a JVM value. */
  public static boolean isAggregateParameter(Variable variable) {
    return variable.space() == StateSpace.PARAM
        && (variable.isArray()
            || variable.vectorWidth() > 1
            || !variable.type().isHeldInRegisters());
  }

  /** Frames of the longest chain of calls, and a stack for functions that call themselves. */
  private int localBytes(String kernel) {
    Map<String, Integer> depths = new HashMap<>();
    boolean recursive = addDepth(kernel, depths);
    return Math.addExact(depths.get(kernel), recursive ? RECURSION_BYTES : 0);
  }

  /**
   * Adds how much memory the chains of calls from {@code function} take; returns whether a chain
   * comes back to a function in it.
   */
  private boolean addDepth(String function, Map<String, Integer> depths) {
    depths.put(function, UNDER_WAY);
    boolean recursive = false;
    int deepest = 0;
    for (String callee : calls.callees(function)) {
      if (!depths.containsKey(callee)) {
        recursive |= addDepth(callee, depths);
      }
      int below = depths.get(callee);
      recursive |= below == UNDER_WAY;
      deepest = Math.max(deepest, below);
    }
    depths.put(function, Math.addExact(frames.get(function).bytes(), deepest));
    return recursive;
  }

  private static int align(int value, int alignment) {
    return value + alignment - 1 & -alignment;
  }

  /** The kernel's parameter block. */
  public ParameterLayout parameters() {
    return parameters;
  }

  /** Offset of the {@link #RESERVED_BYTES} that the system keeps, zero at first; -1: none. */
  public int reservedShared() {
    return reservedShared;
  }

  /** Bytes of static shared memory, a multiple of 16. */
  public int staticSharedBytes() {
    return staticSharedBytes;
  }

  /** The variables of static shared memory. */
  public List<SharedVariable> sharedVariables() {
    return List.copyOf(sharedVariables);
  }

  /** Bytes of local memory per thread, a multiple of 16. */
  public int localBytes() {
    return localBytes;
  }

  /** The local memory of a function. */
  public Frame frame(String function) {
    return frames.get(function);
  }

  /**
   * Address in the shared space of a variable; unsized ones start after the static ones.
   *
   * @return null if {@code variable} is not in shared memory
   */
  public Long sharedOffset(Variable variable) {
    if (variable.space() != StateSpace.SHARED) {
      return null;
    }
    return variable.isUnsized()
        ? Long.valueOf(align(staticSharedBytes, variable.alignment()))
        : shared.get(variable.name());
  }

  /** Whether a symbol is the name of a function. */
  public boolean isFunction(Operand.Symbol symbol) {
    return module.function(symbol.name()) != null;
  }

  /** The address of a function. */
  public long functionAddress(Operand.Symbol symbol) {
    return FunctionAddresses.of(module, symbol.name());
  }

  /** The variable that a symbol names, as seen from {@code function}. */
  public Variable variable(PtxFunction function, Operand.Symbol symbol, Position at) {
    Variable local = function.variable(symbol.name());
    Variable found = local == null ? module.variable(symbol.name()) : local;
    if (found == null) {
      throw new UnsupportedPtxException("address of " + symbol.name(), at);
    }
    return found;
  }

  @Override
  public String toString() {
    return "parameters %s%nshared %s, %d bytes%nlocal %s, %d bytes per thread%n"
        .formatted(parameters.slots(), shared, staticSharedBytes, frames, localBytes);
  }
}
