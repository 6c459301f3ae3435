package org.grcuda.ptx;

/**
 * A virtual register of one function.
 *
 * @param name unique in its function, such as {@code %r3}
 * @param type its declared type
 * @param index position in {@link PtxFunction#registers()}, dense from 0
 */
public record Register(String name, PtxType type, int index) implements Operand {

  @Override
  public String text() {
    return name;
  }
}
