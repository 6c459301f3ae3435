package org.grcuda.ptx;

/**
 * A place in PTX text.
 *
 * @param line from 1
 * @param column from 1
 */
public record Position(int line, int column) {

  /** The place as messages name it. */
  @Override
  public String toString() {
    return "PTX line " + line + ", column " + column;
  }
}
