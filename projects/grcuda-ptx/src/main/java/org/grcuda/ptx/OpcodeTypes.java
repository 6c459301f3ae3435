package org.grcuda.ptx;

import static org.grcuda.ptx.PtxType.B128;
import static org.grcuda.ptx.PtxType.B16;
import static org.grcuda.ptx.PtxType.B32;
import static org.grcuda.ptx.PtxType.B64;
import static org.grcuda.ptx.PtxType.B8;
import static org.grcuda.ptx.PtxType.BF16;
import static org.grcuda.ptx.PtxType.BF16X2;
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

import java.util.EnumSet;
import java.util.Set;

/** Types that several {@link Opcode opcodes} take. */
final class OpcodeTypes {

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
  static final Set<PtxType> CONVERTED =
      union(INTEGERS, FLOATS, HALVES, EnumSet.of(U8, S8, TF32, E4M3X2, E5M2X2), EnumSet.of(B32));
  static final Set<PtxType> REDUCED = union(EnumSet.of(B32, B64), WORDS, FLOATS, HALVES);
  static final Set<PtxType> ATOMIC = union(REDUCED, EnumSet.of(B16));

  private OpcodeTypes() {}

  @SafeVarargs
  private static Set<PtxType> union(Set<PtxType>... parts) {
    Set<PtxType> all = EnumSet.noneOf(PtxType.class);
    for (Set<PtxType> part : parts) {
      all.addAll(part);
    }
    return all;
  }
}
