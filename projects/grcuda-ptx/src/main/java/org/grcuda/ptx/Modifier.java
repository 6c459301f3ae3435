package org.grcuda.ptx;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A dotted part of an instruction's name that changes what it does, and is neither a {@link
 * PtxType} nor a {@link StateSpace}.
 */
public enum Modifier {
  // Rounding, subnormals, saturation.
  RN,
  RZ,
  RM,
  RP,
  RNA,
  RS,
  RNI,
  RZI,
  RMI,
  RPI,
  FTZ,
  SAT,
  SATFINITE,
  RELU,
  OOB,
  NAN("NaN"),
  XORSIGN,
  ABS,
  APPROX,
  FULL,
  // Halves of products, the carry flag, bit fields.
  LO,
  HI,
  WIDE,
  CC,
  SHIFTAMT,
  CLAMP,
  WRAP,
  L,
  R,
  F4E,
  B4E,
  RC8,
  ECL,
  ECR,
  RC16,
  SHR7,
  SHR15,
  PO,
  PACK,
  U4,
  S4,
  U2,
  S2,
  // Comparisons and properties of numbers.
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE,
  LS,
  HS,
  EQU,
  NEU,
  LTU,
  LEU,
  GTU,
  GEU,
  NUM,
  NOT_A_NUMBER("nan"),
  FINITE,
  INFINITE,
  NUMBER,
  NOTANUMBER,
  NORMAL,
  SUBNORMAL,
  // What is combined: predicates, atomics, reductions.
  AND,
  OR,
  XOR,
  ADD,
  MIN,
  MAX,
  INC,
  DEC,
  EXCH,
  CAS,
  POPC,
  NOFTZ,
  // Vectors.
  V2,
  V4,
  V8,
  // Order and scope of accesses.
  WEAK,
  VOLATILE,
  RELAXED,
  ACQUIRE,
  RELEASE,
  ACQ_REL,
  SC,
  MMIO,
  CTA,
  CLUSTER,
  GPU,
  SYS,
  GL,
  // Caches.
  CA,
  CG,
  CS,
  LU,
  CV,
  WB,
  WT,
  NC,
  UNIFIED,
  L1("L1"),
  L2("L2"),
  L1_EVICT_NORMAL("L1::evict_normal"),
  L1_EVICT_UNCHANGED("L1::evict_unchanged"),
  L1_EVICT_FIRST("L1::evict_first"),
  L1_EVICT_LAST("L1::evict_last"),
  L1_NO_ALLOCATE("L1::no_allocate"),
  L2_EVICT_NORMAL("L2::evict_normal"),
  L2_EVICT_FIRST("L2::evict_first"),
  L2_EVICT_LAST("L2::evict_last"),
  L2_EVICT_UNCHANGED("L2::evict_unchanged"),
  L2_CACHE_HINT("L2::cache_hint"),
  L2_64B("L2::64B"),
  L2_128B("L2::128B"),
  L2_256B("L2::256B"),
  FRACTIONAL,
  RANGE,
  // Addresses and copies.
  TO,
  ASYNC,
  BULK,
  TENSOR,
  REDUCE,
  PREFETCH,
  TILE,
  MULTICAST("multicast::cluster"),
  MULTICAST_ALL("multicast::cluster::all"),
  TRY_CANCEL,
  QUERY_CANCEL,
  IS_CANCELED,
  FIRST_BLOCK("get_first_ctaid"),
  FIRST_BLOCK_X("get_first_ctaid::x"),
  FIRST_BLOCK_Y("get_first_ctaid::y"),
  FIRST_BLOCK_Z("get_first_ctaid::z"),
  CP_MASK("cp_mask"),
  IGNORE_OOB("ignore_oob"),
  TENSORMAP,
  READ,
  COMMIT_GROUP,
  WAIT_GROUP,
  WAIT_ALL,
  BULK_GROUP,
  MBARRIER,
  COMPLETES_BYTES("mbarrier::complete_tx::bytes"),
  // Branches and meetings of threads.
  UNI,
  IDX,
  SYNC,
  ARRIVE,
  RED,
  WARP,
  ALIGNED,
  WAIT,
  UP,
  DOWN,
  BFLY,
  ALL,
  ANY,
  BALLOT,
  MASK,
  LAUNCH_DEPENDENTS,
  NO_COMPLETE("noComplete"),
  NOINC,
  PARITY,
  EXPECT_TX,
  COMPLETE_TX,
  INIT,
  INVAL,
  TEST_WAIT,
  TRY_WAIT,
  ARRIVE_DROP,
  PENDING_COUNT,
  PROXY,
  ALIAS,
  MBARRIER_INIT,
  // Matrices.
  LOAD,
  STORE,
  MMA;

  /** What {@code atom} and {@code red} do (PTX ISA 9.7.13.5). */
  public static final Set<Modifier> ATOMIC_OPERATIONS =
      Collections.unmodifiableSet(EnumSet.of(ADD, MIN, MAX, INC, DEC, AND, OR, XOR, EXCH, CAS));

  /** How many elements an access moves, unless one. */
  public static final Set<Modifier> VECTORS = Collections.unmodifiableSet(EnumSet.of(V2, V4, V8));

  /** Of accesses that take part in communication between threads (8.4). */
  static final Set<Modifier> STRONG =
      Collections.unmodifiableSet(EnumSet.of(VOLATILE, RELAXED, ACQUIRE, RELEASE, MMIO));

  /** How {@code setp} and {@code set} compare (9.7.6). */
  public static final Set<Modifier> COMPARISONS =
      Collections.unmodifiableSet(union(EnumSet.of(LO, HI), EnumSet.range(EQ, NOT_A_NUMBER)));

  /** How predicates are combined (9.7.6, 9.7.8). */
  public static final Set<Modifier> BOOLEANS =
      Collections.unmodifiableSet(EnumSet.of(AND, OR, XOR));

  /** What {@code prmt} does instead of permuting as its last operand says (9.7.9.8). */
  public static final Set<Modifier> PERMUTATIONS =
      Collections.unmodifiableSet(EnumSet.of(F4E, B4E, RC8, ECL, ECR, RC16));

  /** What {@code testp} asks of a float (9.7.3). */
  public static final Set<Modifier> PROPERTIES =
      Collections.unmodifiableSet(EnumSet.range(FINITE, SUBNORMAL));

  /** Rounding to an integral value (9.7.9.21). */
  public static final Set<Modifier> INTEGRAL_ROUNDING =
      Collections.unmodifiableSet(EnumSet.of(RNI, RZI, RMI, RPI));

  private static final Map<String, Modifier> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(Modifier::ptxName, Function.identity()));

  private final String ptxName;

  Modifier() {
    this.ptxName = name().toLowerCase(Locale.ROOT);
  }

  Modifier(String ptxName) {
    this.ptxName = ptxName;
  }

  private static Set<Modifier> union(Set<Modifier> one, Set<Modifier> other) {
    one.addAll(other);
    return one;
  }

  /** That of a name without its dot; null where the table has none. */
  public static Modifier ofName(String name) {
    return BY_NAME.get(name);
  }

  /** The name as PTX spells it, without the dot. */
  public String ptxName() {
    return ptxName;
  }
}
