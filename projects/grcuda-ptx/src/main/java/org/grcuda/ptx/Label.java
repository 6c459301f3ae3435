package org.grcuda.ptx;

/**
 * A label: the place before the next statement.
 *
 * @param name unique in its function
 * @param position in the PTX source
 */
public record Label(String name, Position position) implements Statement {

  @Override
  public String text() {
    return name + ":";
  }
}
