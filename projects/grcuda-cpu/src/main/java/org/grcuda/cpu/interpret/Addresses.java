package org.grcuda.cpu.interpret;

import org.grcuda.cpu.translate.pass.FunctionAddresses;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/** Addresses of symbols and of memory operands (PTX ISA 5.1, 6.4). */
final class Addresses {

  private final Decoder decoder;

  Addresses(Decoder decoder) {
    this.decoder = decoder;
  }

  private PtxFunction function() {
    return decoder.function().function();
  }

  private boolean isKernelParameter(String name) {
    return function().isEntry() && function().parameterIndex(name) >= 0;
  }

  /** The address of a symbol plus its offset, in the symbol's own state space. */
  Expression of(Operand.Symbol symbol) {
    Program program = decoder.program();
    if (program.module().function(symbol.name()) != null) {
      long address = FunctionAddresses.of(program.module(), symbol.name());
      return t -> address;
    }
    Variable variable = program.layout().variable(function(), symbol, decoder.position());
    long offset = symbol.offset();
    return switch (variable.space()) {
      case GLOBAL, CONST -> {
        int index = program.variables().index(symbol.name());
        yield t -> t.launch.globals[index] + offset;
      }
      case SHARED -> {
        long start = program.layout().sharedOffset(variable) + offset;
        yield t -> start;
      }
      case LOCAL -> {
        long start = decoder.function().frame().offsets().get(symbol.name()) + offset;
        yield t -> t.frame.stack + start;
      }
      case PARAM -> parameter(symbol);
      default -> throw decoder.unsupported("address of " + symbol.name());
    };
  }

  /** A kernel parameter's native address, or the local one of an aggregate. */
  private Expression parameter(Operand.Symbol symbol) {
    long offset = symbol.offset();
    if (isKernelParameter(symbol.name())) {
      int index = function().parameterIndex(symbol.name());
      long start = decoder.program().layout().parameters().slots().get(index).offset() + offset;
      return t -> t.launch.parameters + start;
    }
    Integer own = decoder.function().frame().offsets().get(symbol.name());
    if (own != null) {
      long start = own + offset;
      return t -> t.frame.stack + start;
    }
    Variable variable = function().variable(symbol.name());
    if (variable == null || !MemoryLayout.isAggregateParameter(variable)) {
      throw decoder.unsupported("address of parameter " + symbol.name());
    }
    int position = decoder.function().parameter(symbol.name());
    return t -> t.frame.parameters[position] + offset;
  }

  /** The space that an access means: parameters of calls lie in local memory. */
  private StateSpace effective(Operand.Address address, StateSpace space) {
    if (space != StateSpace.PARAM) {
      return space;
    }
    boolean ofKernel =
        function().isEntry()
            && (!(address.base() instanceof Operand.Symbol symbol)
                || isKernelParameter(symbol.name()));
    return ofKernel ? StateSpace.GENERIC : StateSpace.LOCAL;
  }

  /** The native address of a memory operand, checked for an access of {@code width} bytes. */
  Expression checked(Operand operand, StateSpace declared, int width) {
    Operand.Address address = (Operand.Address) operand;
    StateSpace space = effective(address, declared);
    Expression base = decoder.source(address.base(), PtxType.U64);
    long offset = address.offset();
    return t -> t.check(base.of(t) + offset + t.window(space), space, width);
  }

  /** Position of the scalar parameter of a call that a memory operand names, or null. */
  Integer scalar(Operand operand, StateSpace space, int vectorWidth) {
    if (space != StateSpace.PARAM
        || vectorWidth > 1
        || !(operand instanceof Operand.Address address)
        || !(address.base() instanceof Operand.Symbol symbol)) {
      return null;
    }
    Variable variable = function().variable(symbol.name());
    boolean scalar =
        variable != null
            && !isKernelParameter(symbol.name())
            && !MemoryLayout.isAggregateParameter(variable);
    return scalar ? decoder.function().parameter(symbol.name()) : null;
  }
}
