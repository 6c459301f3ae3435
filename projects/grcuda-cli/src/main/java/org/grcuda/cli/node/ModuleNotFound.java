package org.grcuda.cli.node;

/** A module that a JavaScript program asks for does not exist, or is not a module. */
final class ModuleNotFound extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * @param code the code that Node gives the error
   */
  ModuleNotFound(String code, String message) {
    super(message);
    this.code = code;
  }

  /** The code that Node gives the error. */
  String code() {
    return code;
  }
}
