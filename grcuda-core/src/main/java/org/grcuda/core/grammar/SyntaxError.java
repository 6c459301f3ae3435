package org.grcuda.core.grammar;

/** What is wrong with a range of a source text. Each parser turns it into its own exception. */
public final class SyntaxError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int offset;
  private final int length;

  /**
   * @param offset start of the range in UTF-16 units
   * @param length its length, 0 at the end of the text
   * @param message one line, without the place
   */
  public SyntaxError(int offset, int length, String message) {
    super(message, null, false, false);
    this.offset = offset;
    this.length = length;
  }

  /** Start of the range in UTF-16 units. */
  public int offset() {
    return offset;
  }

  /** Length of the range in UTF-16 units, 0 at the end of the text. */
  public int length() {
    return length;
  }
}
