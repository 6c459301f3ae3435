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

  // These methods are written out, as otherwise the JVM would link a record's methods when a
  // program first translates.
  @Override
  public boolean equals(Object other) {
    return other instanceof Register r && index == r.index && type == r.type && name.equals(r.name);
  }

  @Override
  public int hashCode() {
    return index;
  }
}
