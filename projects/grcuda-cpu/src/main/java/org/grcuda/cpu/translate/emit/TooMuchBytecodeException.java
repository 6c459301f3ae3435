package org.grcuda.cpu.translate.emit;

/** A kernel cannot be bytecode: a part that cannot be divided is longer than a method may be. */
public final class TooMuchBytecodeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TooMuchBytecodeException(String kernel) {
    super(kernel + " has or calls a function of more than 64 KB of bytecode");
  }
}
