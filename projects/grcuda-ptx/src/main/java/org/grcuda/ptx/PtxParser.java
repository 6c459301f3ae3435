package org.grcuda.ptx;

/** Parses PTX text. */
public final class PtxParser {

  private PtxParser() {}

  /** The module; a {@link PtxSyntaxException} names line, column and what was expected. */
  public static PtxModule parse(String source) {
    return new ModuleParser(source).parse();
  }
}
