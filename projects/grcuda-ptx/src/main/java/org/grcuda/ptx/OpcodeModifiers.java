package org.grcuda.ptx;

/** Modifiers that several {@link Opcode opcodes} take, as PTX spells them. */
final class OpcodeModifiers {

  static final String ROUNDING = "rn rz rm rp";
  static final String ARITHMETIC = ROUNDING + " ftz sat";
  static final String EXTREMUM = "ftz NaN xorsign abs relu";
  static final String COMPARISONS = "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan";

  private static final String SCOPES = " cta cluster gpu sys";
  private static final String CACHES =
      " L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate"
          + " L2::evict_normal L2::evict_first L2::evict_last L2::cache_hint";
  static final String PREFETCH_SIZES = " L2::64B L2::128B L2::256B";

  static final String ACCESS = "weak volatile relaxed mmio v2 v4 v8" + SCOPES + CACHES;
  static final String UPDATE = "noftz relaxed release v2 v4 v8 L2::cache_hint" + SCOPES;
  static final String ATOMICS = "add min max inc dec and or xor";

  private OpcodeModifiers() {}
}
