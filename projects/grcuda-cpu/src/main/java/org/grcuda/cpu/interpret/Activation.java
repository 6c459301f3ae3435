package org.grcuda.cpu.interpret;

/** A running function: its registers, parameters, and the place to go on when it returns. */
final class Activation {

  final DecodedFunction function;
  final Activation caller;

  /** Start of its frame in the thread's local memory, as an offset. */
  final long stack;

  /** How many activations are below it. */
  final int depth;

  /** The bits of each register, zero above its size. */
  final long[] registers;

  /** The bits of a scalar parameter, or the local address of an aggregate. */
  final long[] parameters;

  /** Where the caller goes on. */
  final int returnTo;

  /** Receives the bits of the result when the function returns; null if there is none. */
  final Operation onReturn;

  Activation(
      DecodedFunction function, Activation caller, long stack, int returnTo, Operation onReturn) {
    this.function = function;
    this.caller = caller;
    this.stack = stack;
    this.depth = caller == null ? 0 : caller.depth + 1;
    this.returnTo = returnTo;
    this.onReturn = onReturn;
    this.registers = new long[function.function().registers().size()];
    this.parameters = new long[function.parameterCount()];
  }
}
