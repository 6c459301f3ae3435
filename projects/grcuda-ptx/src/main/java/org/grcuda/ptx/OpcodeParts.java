package org.grcuda.ptx;

import static org.grcuda.ptx.PtxType.B128;
import static org.grcuda.ptx.PtxType.B16;
import static org.grcuda.ptx.PtxType.B32;
import static org.grcuda.ptx.PtxType.B64;
import static org.grcuda.ptx.PtxType.B8;
import static org.grcuda.ptx.PtxType.BF16;
import static org.grcuda.ptx.PtxType.BF16X2;
import static org.grcuda.ptx.PtxType.E2M1X2;
import static org.grcuda.ptx.PtxType.E2M3X2;
import static org.grcuda.ptx.PtxType.E3M2X2;
import static org.grcuda.ptx.PtxType.E4M3X2;
import static org.grcuda.ptx.PtxType.E5M2X2;
import static org.grcuda.ptx.PtxType.F16;
import static org.grcuda.ptx.PtxType.F16X2;
import static org.grcuda.ptx.PtxType.F32;
import static org.grcuda.ptx.PtxType.F32X2;
import static org.grcuda.ptx.PtxType.F64;
import static org.grcuda.ptx.PtxType.PRED;
import static org.grcuda.ptx.PtxType.S16;
import static org.grcuda.ptx.PtxType.S16X2;
import static org.grcuda.ptx.PtxType.S32;
import static org.grcuda.ptx.PtxType.S64;
import static org.grcuda.ptx.PtxType.S8;
import static org.grcuda.ptx.PtxType.TF32;
import static org.grcuda.ptx.PtxType.U16;
import static org.grcuda.ptx.PtxType.U16X2;
import static org.grcuda.ptx.PtxType.U32;
import static org.grcuda.ptx.PtxType.U64;
import static org.grcuda.ptx.PtxType.U8;
import static org.grcuda.ptx.PtxType.UE8M0X2;

import java.util.EnumSet;
import java.util.Set;

/** Types and modifiers, as PTX spells them, that several {@link Opcode opcodes} take. */
final class OpcodeParts {

  static final Set<PtxType> BITS = EnumSet.of(B16, B32, B64);
  static final Set<PtxType> INTEGERS = EnumSet.of(U16, U32, U64, S16, S32, S64);
  static final Set<PtxType> FLOATS = EnumSet.of(F32, F64);
  static final Set<PtxType> HALVES = EnumSet.of(F16, F16X2, BF16, BF16X2);
  static final Set<PtxType> WORDS = EnumSet.of(U32, U64, S32, S64);
  static final Set<PtxType> INTEGERS_AND_FLOATS = union(INTEGERS, FLOATS);
  static final Set<PtxType> SIGNED_NUMBERS = union(EnumSet.of(S16, S32, S64), FLOATS, HALVES);
  static final Set<PtxType> FUSED = union(FLOATS, HALVES, EnumSet.of(F32X2));
  static final Set<PtxType> NUMBERS = union(INTEGERS, FUSED);
  static final Set<PtxType> ORDERED = union(INTEGERS, FLOATS, HALVES, EnumSet.of(U16X2, S16X2));
  static final Set<PtxType> BITS_AND_INTEGERS = union(BITS, INTEGERS);
  static final Set<PtxType> BITS_AND_NUMBERS = union(BITS, INTEGERS, FLOATS);
  static final Set<PtxType> COMPARED = union(BITS, INTEGERS, FLOATS, HALVES);
  static final Set<PtxType> MOVED = union(BITS_AND_NUMBERS, EnumSet.of(PRED, B128));
  static final Set<PtxType> STORED = union(BITS_AND_NUMBERS, EnumSet.of(B8, U8, S8, B128));

  /** Pairs of numbers of at most 8 bits. */
  static final Set<PtxType> PAIRS = EnumSet.of(E4M3X2, E5M2X2, E2M3X2, E3M2X2, E2M1X2, UE8M0X2);

  static final Set<PtxType> CONVERTED =
      union(INTEGERS, FLOATS, HALVES, EnumSet.of(U8, S8, TF32), PAIRS, EnumSet.of(B32));
  static final Set<PtxType> REDUCED = union(EnumSet.of(B32, B64), WORDS, FLOATS, HALVES);
  static final Set<PtxType> ATOMIC = union(REDUCED, EnumSet.of(B16, B128));

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

  private OpcodeParts() {}

  @SafeVarargs
  private static Set<PtxType> union(Set<PtxType>... parts) {
    Set<PtxType> all = EnumSet.noneOf(PtxType.class);
    for (Set<PtxType> part : parts) {
      all.addAll(part);
    }
    return all;
  }
}
