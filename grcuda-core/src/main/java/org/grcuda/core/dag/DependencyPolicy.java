package org.grcuda.core.dag;

/** Which access modes the dependencies are computed from. */
public enum DependencyPolicy {
  /** Declared modes, else those inferred from the compiled code. */
  AUTO("auto"),
  /** Declared modes; undeclared arguments are read and written. */
  WITH_CONST("with-const"),
  /** Every array argument of a kernel or of host code is read and written. */
  NO_CONST("no-const");

  private final String optionName;

  DependencyPolicy(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }
}
