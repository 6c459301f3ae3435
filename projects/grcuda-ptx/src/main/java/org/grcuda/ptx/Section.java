package org.grcuda.ptx;

/** A section of the instruction set, by NVIDIA's "PTX ISA", release 8.8. */
public enum Section {
  INTEGER("9.7.1", "Integer arithmetic"),
  EXTENDED("9.7.2", "Extended-precision integer arithmetic"),
  FLOAT("9.7.3", "Floating point"),
  COMPARISON("9.7.6", "Comparison and selection"),
  LOGIC("9.7.8", "Logic and shift"),
  MOVEMENT("9.7.9", "Data movement and conversion"),
  TEXTURE("9.7.10", "Texture"),
  SURFACE("9.7.11", "Surface"),
  CONTROL("9.7.12", "Control flow"),
  COMMUNICATION("9.7.13", "Parallel synchronization and communication"),
  MATRIX("9.7.14", "Warp level matrix"),
  WARPGROUP("9.7.15", "Asynchronous warpgroup matrix"),
  TENSOR_CORE("9.7.16", "Tensor core generation 5"),
  STACK("9.7.17", "Stack manipulation"),
  VIDEO("9.7.18", "Video"),
  MISCELLANEOUS("9.7.19", "Miscellaneous");

  private final String number;
  private final String title;

  Section(String number, String title) {
    this.number = number;
    this.title = title;
  }

  /** Its number, such as {@code 9.7.8}. */
  public String number() {
    return number;
  }

  /** Its title, such as "Logic and shift". */
  public String title() {
    return title;
  }
}
