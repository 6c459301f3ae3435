package org.grcuda.ptx;

/**
 * A label: the place before the next statement.
 *
 * @param name unique in its function
 * @param line line in the PTX source, from 1
 */
public record Label(String name, int line) implements Statement {

  @Override
  public String text() {
    return name + ":";
  }
}
