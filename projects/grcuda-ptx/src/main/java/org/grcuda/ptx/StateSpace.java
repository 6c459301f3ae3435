package org.grcuda.ptx;

import java.util.Locale;

/** A state space (PTX ISA 5.1); {@link #GENERIC} where an instruction names none. */
public enum StateSpace {
  GENERIC,
  REG,
  SREG,
  CONST,
  GLOBAL,
  LOCAL,
  PARAM,
  SHARED,
  TEX;

  /** The modifier that names {@link #SHARED} memory of any block of the cluster. */
  public static final String CLUSTER_SHARED = "shared::cluster";

  /**
   * The space that a modifier names, or null where it names none.
   *
   * @param modifier without its dot; a sub-qualifier ({@code shared::cta}) is ignored
   */
  public static StateSpace ofModifier(String modifier) {
    int colon = modifier.indexOf("::");
    return switch (colon < 0 ? modifier : modifier.substring(0, colon)) {
      case "reg" -> REG;
      case "sreg" -> SREG;
      case "const" -> CONST;
      case "global" -> GLOBAL;
      case "local" -> LOCAL;
      case "param" -> PARAM;
      case "shared" -> SHARED;
      case "tex" -> TEX;
      default -> null;
    };
  }

  /** The name as PTX spells it, without the dot. */
  public String ptxName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
