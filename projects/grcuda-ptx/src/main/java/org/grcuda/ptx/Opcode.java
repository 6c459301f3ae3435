package org.grcuda.ptx;

import static org.grcuda.ptx.OpcodeParts.ACCESS;
import static org.grcuda.ptx.OpcodeParts.ARITHMETIC;
import static org.grcuda.ptx.OpcodeParts.ATOMICS;
import static org.grcuda.ptx.OpcodeParts.BITS_AND_INTEGERS;
import static org.grcuda.ptx.OpcodeParts.BITS_AND_NUMBERS;
import static org.grcuda.ptx.OpcodeParts.COMPARED;
import static org.grcuda.ptx.OpcodeParts.COMPARISONS;
import static org.grcuda.ptx.OpcodeParts.CONVERTED;
import static org.grcuda.ptx.OpcodeParts.EXTREMUM;
import static org.grcuda.ptx.OpcodeParts.INTEGERS;
import static org.grcuda.ptx.OpcodeParts.INTEGERS_AND_FLOATS;
import static org.grcuda.ptx.OpcodeParts.MOVED;
import static org.grcuda.ptx.OpcodeParts.NUMBERS;
import static org.grcuda.ptx.OpcodeParts.ORDERED;
import static org.grcuda.ptx.OpcodeParts.PAIRS;
import static org.grcuda.ptx.OpcodeParts.PREFETCH_SIZES;
import static org.grcuda.ptx.OpcodeParts.REDUCED;
import static org.grcuda.ptx.OpcodeParts.ROUNDING;
import static org.grcuda.ptx.OpcodeParts.SIGNED_NUMBERS;
import static org.grcuda.ptx.OpcodeParts.STORED;
import static org.grcuda.ptx.OpcodeParts.UPDATE;
import static org.grcuda.ptx.OpcodeParts.WORDS;
import static org.grcuda.ptx.OperandForm.checkedLater;
import static org.grcuda.ptx.OperandForm.takes;
import static org.grcuda.ptx.PtxType.B16;
import static org.grcuda.ptx.PtxType.B32;
import static org.grcuda.ptx.PtxType.B64;
import static org.grcuda.ptx.PtxType.BF16;
import static org.grcuda.ptx.PtxType.BF16X2;
import static org.grcuda.ptx.PtxType.F16;
import static org.grcuda.ptx.PtxType.F16X2;
import static org.grcuda.ptx.PtxType.F32;
import static org.grcuda.ptx.PtxType.F64;
import static org.grcuda.ptx.PtxType.PRED;
import static org.grcuda.ptx.PtxType.S16X2;
import static org.grcuda.ptx.PtxType.S32;
import static org.grcuda.ptx.PtxType.U16X2;
import static org.grcuda.ptx.PtxType.U32;
import static org.grcuda.ptx.PtxType.U64;
import static org.grcuda.ptx.Section.COMMUNICATION;
import static org.grcuda.ptx.Section.COMPARISON;
import static org.grcuda.ptx.Section.CONTROL;
import static org.grcuda.ptx.Section.EXTENDED;
import static org.grcuda.ptx.Section.FLOAT;
import static org.grcuda.ptx.Section.INTEGER;
import static org.grcuda.ptx.Section.LOGIC;
import static org.grcuda.ptx.Section.MATRIX;
import static org.grcuda.ptx.Section.MISCELLANEOUS;
import static org.grcuda.ptx.Section.MOVEMENT;
import static org.grcuda.ptx.Section.STACK;
import static org.grcuda.ptx.Section.SURFACE;
import static org.grcuda.ptx.Section.TENSOR_CORE;
import static org.grcuda.ptx.Section.TEXTURE;
import static org.grcuda.ptx.Section.VIDEO;
import static org.grcuda.ptx.Section.WARPGROUP;
import static org.grcuda.ptx.StateSpace.CONST;
import static org.grcuda.ptx.StateSpace.GLOBAL;
import static org.grcuda.ptx.StateSpace.LOCAL;
import static org.grcuda.ptx.StateSpace.PARAM;
import static org.grcuda.ptx.StateSpace.SHARED;
import static org.grcuda.ptx.Trait.ACCUMULATES;
import static org.grcuda.ptx.Trait.COMPARES;
import static org.grcuda.ptx.Trait.FLOP;
import static org.grcuda.ptx.Trait.FOUR_LANES;
import static org.grcuda.ptx.Trait.FUSED;
import static org.grcuda.ptx.Trait.HINT;
import static org.grcuda.ptx.Trait.LEAVES;
import static org.grcuda.ptx.Trait.NO_RESULT;
import static org.grcuda.ptx.Trait.OF_WARP;
import static org.grcuda.ptx.Trait.READS;
import static org.grcuda.ptx.Trait.READS_CARRY;
import static org.grcuda.ptx.Trait.SETS_CARRY;
import static org.grcuda.ptx.Trait.TAKES_PART;
import static org.grcuda.ptx.Trait.TAKES_VECTOR;
import static org.grcuda.ptx.Trait.TAKES_WIDER;
import static org.grcuda.ptx.Trait.TERMINATES;
import static org.grcuda.ptx.Trait.TWO_LANES;
import static org.grcuda.ptx.Trait.WRITES;
import static org.grcuda.ptx.ValueFlow.ASSEMBLES;
import static org.grcuda.ptx.ValueFlow.ATOMIC;
import static org.grcuda.ptx.ValueFlow.CONVERTS;
import static org.grcuda.ptx.ValueFlow.LOAD;
import static org.grcuda.ptx.ValueFlow.MULTIPLIES_AND_ADDS;
import static org.grcuda.ptx.ValueFlow.OWNS;
import static org.grcuda.ptx.ValueFlow.PASSES;
import static org.grcuda.ptx.ValueFlow.REDUCTION;
import static org.grcuda.ptx.ValueFlow.SCALES;
import static org.grcuda.ptx.ValueFlow.STORE;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The instructions of PTX ISA 8.8 by the first part of their name. Each has its section, the
 * operands that it takes or the reason why nothing here executes it, how its result depends on its
 * operands, and the traits that it shares with others. Verifier, analyses, passes and the engines
 * of the CPU backend use this table; a test compares it with the catalogue of the tests.
 */
public enum Opcode {
  // 9.7.1
  ADD(
      INTEGER,
      takes("ttt", NUMBERS).alsoOf(U16X2, S16X2).mixed("tut").with(ARITHMETIC + " cc"),
      PASSES,
      SETS_CARRY,
      FLOP),
  SUB(
      INTEGER,
      takes("ttt", NUMBERS).mixed("tut").with(ARITHMETIC + " cc"),
      PASSES,
      SETS_CARRY,
      FLOP),
  MUL(
      INTEGER,
      takes("ttt", NUMBERS).when("wtt", "wide").with(ARITHMETIC).needsOfIntegers("lo hi wide"),
      SCALES,
      FLOP),
  MAD(
      INTEGER,
      takes("tttt", INTEGERS_AND_FLOATS)
          .when("wttw", "wide")
          .with(ARITHMETIC + " cc")
          .needsOfIntegers("lo hi wide"),
      MULTIPLIES_AND_ADDS,
      SETS_CARRY,
      FUSED),
  MUL24(INTEGER, takes("iii", U32, S32).needs("lo hi"), SCALES),
  MAD24(INTEGER, takes("iiii", U32, S32).with("sat").needs("lo hi"), MULTIPLIES_AND_ADDS),
  SAD(INTEGER, takes("tttt", INTEGERS), MULTIPLIES_AND_ADDS),
  DIV(INTEGER, takes("ttt", INTEGERS_AND_FLOATS).with(ROUNDING + " approx full ftz"), SCALES, FLOP),
  REM(INTEGER, takes("ttt", INTEGERS), SCALES),
  ABS(INTEGER, takes("tt", SIGNED_NUMBERS).with("ftz"), PASSES, FLOP),
  NEG(INTEGER, takes("tt", SIGNED_NUMBERS).with("ftz"), PASSES, FLOP),
  MIN(INTEGER, takes("ttt[t]", ORDERED).with(EXTREMUM), PASSES, FLOP),
  MAX(INTEGER, takes("ttt[t]", ORDERED).with(EXTREMUM), PASSES, FLOP),
  POPC(INTEGER, takes("it", B32, B64), SCALES),
  CLZ(INTEGER, takes("it", B32, B64), SCALES),
  BFIND(INTEGER, takes("it", WORDS).with("shiftamt"), SCALES),
  FNS(INTEGER, takes("iiii", B32), SCALES),
  BREV(INTEGER, takes("tt", B32, B64), SCALES),
  BFE(INTEGER, takes("ttii", WORDS), ASSEMBLES),
  BFI(INTEGER, takes("tttii", B32, B64), ASSEMBLES),
  SZEXT(INTEGER, takes("iii", U32, S32).needs("clamp wrap"), ASSEMBLES),
  BMSK(INTEGER, takes("iii", B32).needs("clamp wrap"), SCALES),
  DP4A(INTEGER, takes("iiii", U32, S32).typed(2, 2), MULTIPLIES_AND_ADDS),
  DP2A(INTEGER, takes("iiii", U32, S32).typed(2, 2).needs("lo hi"), MULTIPLIES_AND_ADDS),

  // 9.7.2
  ADDC(EXTENDED, takes("ttt", WORDS).with("cc"), PASSES, READS_CARRY, SETS_CARRY),
  SUBC(EXTENDED, takes("ttt", WORDS).with("cc"), PASSES, READS_CARRY, SETS_CARRY),
  MADC(
      EXTENDED,
      takes("tttt", WORDS).with("cc").needs("lo hi"),
      MULTIPLIES_AND_ADDS,
      READS_CARRY,
      SETS_CARRY),

  // 9.7.3 to 9.7.5
  TESTP(
      FLOAT,
      takes("pt", F32, F64).needs("finite infinite number notanumber normal subnormal"),
      ValueFlow.NONE),
  COPYSIGN(FLOAT, takes("ttt", F32, F64), PASSES),
  FMA(
      FLOAT,
      takes("tttt", OpcodeParts.FUSED).mixed("tuut").with(ARITHMETIC + " relu oob"),
      MULTIPLIES_AND_ADDS,
      FUSED),
  RCP(FLOAT, takes("tt", F32, F64).with(ROUNDING + " approx ftz"), SCALES, FLOP),
  SQRT(FLOAT, takes("tt", F32, F64).with(ROUNDING + " approx ftz"), SCALES, FLOP),
  RSQRT(FLOAT, takes("tt", F32, F64).with("approx ftz"), SCALES, FLOP),
  SIN(FLOAT, takes("tt", F32).with("approx ftz"), SCALES, FLOP),
  COS(FLOAT, takes("tt", F32).with("approx ftz"), SCALES, FLOP),
  LG2(FLOAT, takes("tt", F32).with("approx ftz"), SCALES, FLOP),
  EX2(FLOAT, takes("tt", F32, F16, F16X2, BF16, BF16X2).with("approx ftz"), SCALES, FLOP),
  TANH(FLOAT, takes("tt", F32, F16, F16X2, BF16, BF16X2).with("approx"), SCALES, FLOP),

  // 9.7.6, 9.7.7
  SET(
      COMPARISON,
      takes("tuu", COMPARED)
          .when("tuup", "and", "or", "xor")
          .typed(2, 2)
          .with("ftz")
          .needs(COMPARISONS),
      ValueFlow.NONE),
  SETP(
      COMPARISON,
      takes("Ptt", COMPARED).when("Pttp", "and", "or", "xor").with("ftz").needs(COMPARISONS),
      ValueFlow.NONE),
  SELP(COMPARISON, takes("tttp", BITS_AND_NUMBERS), PASSES),
  SLCT(COMPARISON, takes("tttu", BITS_AND_NUMBERS).typed(2, 2).with("ftz"), PASSES),

  // 9.7.8
  AND(LOGIC, takes("ttt", PRED, B16, B32, B64), PASSES),
  OR(LOGIC, takes("ttt", PRED, B16, B32, B64), ASSEMBLES),
  XOR(LOGIC, takes("ttt", PRED, B16, B32, B64), ASSEMBLES),
  NOT(LOGIC, takes("tt", PRED, B16, B32, B64), PASSES),
  CNOT(LOGIC, takes("tt", B16, B32, B64), SCALES),
  LOP3(LOGIC, takes("iiiic", B32).when("Iiiicp", "and", "or"), ASSEMBLES),
  SHF(LOGIC, takes("iiii", B32).needs("l r").needs("clamp wrap"), ASSEMBLES),
  SHL(LOGIC, takes("tti", B16, B32, B64), SCALES),
  SHR(LOGIC, takes("tti", BITS_AND_INTEGERS), ASSEMBLES),

  // 9.7.9
  MOV(MOVEMENT, takes("tt", MOVED).with("v2 v4"), PASSES, TAKES_VECTOR),
  SHFL(
      MOVEMENT,
      takes("Iiii", B32).when("Iiiii", "sync").needs("up down bfly idx"),
      PASSES,
      OF_WARP),
  PRMT(MOVEMENT, takes("iiii", B32).with("f4e b4e rc8 ecl ecr rc16"), ASSEMBLES),
  LD(
      MOVEMENT,
      takes("ta", STORED)
          .with(ACCESS + PREFETCH_SIZES + " acquire nc unified ca cg cs lu cv")
          .in(CONST, GLOBAL, LOCAL, PARAM, SHARED),
      LOAD,
      READS,
      TAKES_VECTOR,
      TAKES_WIDER),
  LDU(
      MOVEMENT,
      takes("ta", STORED).with("v2 v4").in(GLOBAL),
      LOAD,
      READS,
      TAKES_VECTOR,
      TAKES_WIDER),
  ST(
      MOVEMENT,
      takes("at", STORED)
          .laterWith("bulk")
          .when("ata", "async")
          .with(ACCESS + " release wb cg cs wt bulk mbarrier::complete_tx::bytes")
          .in(GLOBAL, LOCAL, PARAM, SHARED),
      STORE,
      NO_RESULT,
      WRITES,
      TAKES_VECTOR,
      TAKES_WIDER),
  MULTIMEM(MOVEMENT, "memory of several devices at one address", ValueFlow.UNKNOWN),
  PREFETCH(
      MOVEMENT,
      takes("a").with("L1 L2 L2::evict_last L2::evict_normal tensormap").in(GLOBAL, LOCAL),
      ValueFlow.NONE,
      HINT),
  PREFETCHU(MOVEMENT, takes("a").with("L1"), ValueFlow.NONE, HINT),
  APPLYPRIORITY(MOVEMENT, takes("ac").with("L2::evict_normal").in(GLOBAL), ValueFlow.UNKNOWN, HINT),
  DISCARD(MOVEMENT, takes("ac").with("L2").in(GLOBAL), ValueFlow.UNKNOWN, HINT),
  CREATEPOLICY(MOVEMENT, checkedLater(), ValueFlow.NONE),
  ISSPACEP(MOVEMENT, takes("pn").in(CONST, GLOBAL, LOCAL, PARAM, SHARED), ValueFlow.NONE),
  CVTA(MOVEMENT, takes("tt", U32, U64).with("to").in(CONST, GLOBAL, LOCAL, PARAM, SHARED), PASSES),
  CVT(
      MOVEMENT,
      takes("tu", CONVERTED)
          .when("iii[n]", "pack")
          .when("tuui", "rs")
          .typed(2, 3)
          .packing("tuu", F16X2, BF16X2)
          .packing("tuu", PAIRS)
          .with(ROUNDING + " rna rni rzi rmi rpi ftz sat satfinite relu u4 s4 u2 s2"),
      CONVERTS,
      TAKES_WIDER),
  MAPA(MOVEMENT, takes("tti", U32, U64).in(SHARED), PASSES),
  GETCTARANK(MOVEMENT, takes("it", U32, U64).in(SHARED), ValueFlow.NONE),
  CP(
      MOVEMENT,
      takes("aas[o]")
          .laterWith("bulk", "mbarrier")
          .when("", "commit_group", "wait_all")
          .when("c", "wait_group")
          .with("async ca cg L2::cache_hint" + PREFETCH_SIZES)
          .lacking("tensor")
          .in(SHARED, GLOBAL),
      ValueFlow.UNKNOWN,
      NO_RESULT),
  TENSORMAP(MOVEMENT, "tensor maps", ValueFlow.UNKNOWN),

  // 9.7.10, 9.7.11
  TEX(TEXTURE, checkedLater(), ValueFlow.IMAGE),
  TLD4(TEXTURE, checkedLater(), ValueFlow.IMAGE),
  TXQ(TEXTURE, checkedLater(), ValueFlow.NONE),
  ISTYPEP(TEXTURE, checkedLater(), ValueFlow.NONE),
  SULD(SURFACE, checkedLater(), ValueFlow.IMAGE),
  SUST(SURFACE, checkedLater(), ValueFlow.IMAGE, NO_RESULT),
  SURED(SURFACE, checkedLater(), ValueFlow.IMAGE, NO_RESULT),
  SUQ(SURFACE, checkedLater(), ValueFlow.NONE),

  // 9.7.12
  BRA(CONTROL, takes("n").with("uni"), ValueFlow.NONE, NO_RESULT, TERMINATES),
  BRX(CONTROL, takes("in").with("idx uni"), ValueFlow.NONE, NO_RESULT, TERMINATES),
  CALL(CONTROL, checkedLater(), ValueFlow.CALL),
  RET(CONTROL, takes("").with("uni"), ValueFlow.NONE, NO_RESULT, TERMINATES, LEAVES),
  EXIT(CONTROL, takes(""), ValueFlow.NONE, NO_RESULT, TERMINATES, LEAVES),

  // 9.7.13
  BAR(
      COMMUNICATION,
      takes("i[i]", U32, PRED)
          .typed(0, 1)
          .when("i", "warp sync")
          .when("ii[i]p", "red popc")
          .when("pi[i]p", "red")
          .when("ii", "arrive")
          .with("sync and or cta"),
      ValueFlow.NONE,
      Trait.BARRIER),
  BARRIER(
      COMMUNICATION,
      takes("i[i]", U32, PRED)
          .typed(0, 1)
          .when("", "cluster")
          .when("ii[i]p", "red popc")
          .when("pi[i]p", "red")
          .when("ii", "arrive")
          .with("sync and or cta aligned wait release acquire relaxed"),
      ValueFlow.NONE,
      Trait.BARRIER),
  MEMBAR(COMMUNICATION, takes("").with("cta gl sys"), ValueFlow.NONE, NO_RESULT, Trait.FENCE),
  FENCE(COMMUNICATION, checkedLater(), ValueFlow.NONE, NO_RESULT, Trait.FENCE),
  ATOM(
      COMMUNICATION,
      takes("tat", OpcodeParts.ATOMIC)
          .when("tatt", "cas")
          .with(UPDATE + " acquire acq_rel")
          .needs(ATOMICS + " exch cas")
          .in(GLOBAL, SHARED),
      ATOMIC,
      READS,
      WRITES,
      TAKES_VECTOR),
  RED(
      COMMUNICATION,
      takes("at", REDUCED)
          .when("ata", "async")
          .with(UPDATE + " mmio mbarrier::complete_tx::bytes")
          .needs(ATOMICS)
          .in(GLOBAL, SHARED),
      REDUCTION,
      NO_RESULT,
      READS,
      WRITES,
      TAKES_VECTOR),
  VOTE(
      COMMUNICATION,
      takes("pp", PRED, B32)
          .when("ipi", "sync ballot")
          .when("ip", "ballot")
          .when("ppi", "sync")
          .needs("all any uni ballot"),
      ValueFlow.NONE,
      OF_WARP),
  MATCH(
      COMMUNICATION,
      takes("Iti", B32, B64).onlyWith("sync").needs("any all"),
      ValueFlow.NONE,
      OF_WARP),
  ACTIVEMASK(COMMUNICATION, takes("i", B32), ValueFlow.NONE, OF_WARP),
  REDUX(
      COMMUNICATION,
      takes("tti", B32, U32, S32, F32)
          .needs("sync")
          .with("abs NaN")
          .needs("add min max and or xor"),
      SCALES,
      OF_WARP),
  GRIDDEPCONTROL(
      COMMUNICATION, takes("").with("launch_dependents wait"), ValueFlow.NONE, NO_RESULT, HINT),
  ELECT(COMMUNICATION, takes("Ii").needs("sync"), ValueFlow.NONE, OF_WARP),
  MBARRIER(COMMUNICATION, checkedLater(), ValueFlow.NONE),
  CLUSTERLAUNCHCONTROL(COMMUNICATION, checkedLater(), ValueFlow.NONE),

  // 9.7.14 to 9.7.16
  WMMA(MATRIX, checkedLater(), ValueFlow.UNKNOWN),
  MMA(MATRIX, checkedLater(), ValueFlow.NONE, OF_WARP),
  LDMATRIX(MATRIX, checkedLater(), LOAD),
  STMATRIX(MATRIX, checkedLater(), STORE, NO_RESULT),
  MOVMATRIX(MATRIX, checkedLater(), ValueFlow.NONE),
  WGMMA(WARPGROUP, "tensor cores of warp groups", ValueFlow.UNKNOWN, ACCUMULATES),
  TCGEN05(TENSOR_CORE, "tensor cores with a memory of their own", ValueFlow.UNKNOWN),

  // 9.7.17
  STACKSAVE(STACK, takes("t", U64), OWNS),
  STACKRESTORE(STACK, takes("t", U64), ValueFlow.NONE, NO_RESULT),
  ALLOCA(STACK, takes("tt[n]", U64), OWNS),

  // 9.7.18
  VADD(
      VIDEO,
      takes("iii[i]", U32, S32).typed(3, 3).with("sat").when("iiii", "add", "min", "max"),
      SCALES,
      TAKES_PART),
  VSUB(
      VIDEO,
      takes("iii[i]", U32, S32).typed(3, 3).with("sat").when("iiii", "add", "min", "max"),
      SCALES,
      TAKES_PART),
  VABSDIFF(
      VIDEO,
      takes("iii[i]", U32, S32).typed(3, 3).with("sat").when("iiii", "add", "min", "max"),
      SCALES,
      TAKES_PART),
  VMIN(
      VIDEO,
      takes("iii[i]", U32, S32).typed(3, 3).with("sat").when("iiii", "add", "min", "max"),
      SCALES,
      TAKES_PART),
  VMAX(
      VIDEO,
      takes("iii[i]", U32, S32).typed(3, 3).with("sat").when("iiii", "add", "min", "max"),
      SCALES,
      TAKES_PART),
  VSET(
      VIDEO,
      takes("iii[i]", U32, S32)
          .typed(2, 2)
          .needs("eq ne lt le gt ge")
          .when("iiii", "add", "min", "max"),
      SCALES,
      TAKES_PART,
      COMPARES),
  VSHL(
      VIDEO,
      takes("iii[i]", U32, S32)
          .typed(3, 3)
          .with("sat")
          .needs("clamp wrap")
          .when("iiii", "add", "min", "max"),
      SCALES,
      TAKES_PART),
  VSHR(
      VIDEO,
      takes("iii[i]", U32, S32)
          .typed(3, 3)
          .with("sat")
          .needs("clamp wrap")
          .when("iiii", "add", "min", "max"),
      SCALES,
      TAKES_PART),
  VMAD(VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat shr7 shr15 po"), SCALES, TAKES_PART),
  VADD2(VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, TWO_LANES),
  VSUB2(VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, TWO_LANES),
  VAVRG2(VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, TWO_LANES),
  VABSDIFF2(
      VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, TWO_LANES),
  VMIN2(VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, TWO_LANES),
  VMAX2(VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, TWO_LANES),
  VSET2(
      VIDEO,
      takes("iiii", U32, S32).typed(2, 2).with("add").needs("eq ne lt le gt ge"),
      SCALES,
      TAKES_PART,
      COMPARES,
      TWO_LANES),
  VADD4(VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, FOUR_LANES),
  VSUB4(VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, FOUR_LANES),
  VAVRG4(
      VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, FOUR_LANES),
  VABSDIFF4(
      VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, FOUR_LANES),
  VMIN4(VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, FOUR_LANES),
  VMAX4(VIDEO, takes("iiii", U32, S32).typed(3, 3).with("sat add"), SCALES, TAKES_PART, FOUR_LANES),
  VSET4(
      VIDEO,
      takes("iiii", U32, S32).typed(2, 2).with("add").needs("eq ne lt le gt ge"),
      SCALES,
      TAKES_PART,
      COMPARES,
      FOUR_LANES),

  // 9.7.19
  BRKPT(MISCELLANEOUS, takes(""), ValueFlow.NONE, NO_RESULT),
  NANOSLEEP(MISCELLANEOUS, takes("i", U32), ValueFlow.NONE, NO_RESULT, HINT),
  PMEVENT(MISCELLANEOUS, takes("i").with("mask"), ValueFlow.NONE, NO_RESULT, HINT),
  TRAP(MISCELLANEOUS, takes(""), ValueFlow.NONE, NO_RESULT, TERMINATES),
  SETMAXNREG(
      MISCELLANEOUS, takes("n", U32).with("inc dec sync aligned"), ValueFlow.NONE, NO_RESULT, HINT),

  /** A name that the ISA does not have. */
  UNKNOWN(Section.MISCELLANEOUS, "an unknown instruction", ValueFlow.UNKNOWN);

  private static final Map<String, Opcode> BY_NAME = byName();

  private final Section section;
  private final OperandForm form;
  private final String obstacle;
  private final ValueFlow flow;

  /** A bit for each trait, by its ordinal. */
  private final int traits;

  private final String ptxName;

  Opcode(Section section, OperandForm form, ValueFlow flow, Trait... traits) {
    this(section, form, null, flow, traits);
  }

  Opcode(Section section, String obstacle, ValueFlow flow, Trait... traits) {
    this(section, null, obstacle, flow, traits);
  }

  Opcode(Section section, OperandForm form, String obstacle, ValueFlow flow, Trait[] traits) {
    this.section = section;
    this.form = form;
    this.obstacle = obstacle;
    this.flow = flow;
    int all = 0;
    for (Trait trait : traits) {
      all |= 1 << trait.ordinal();
    }
    this.traits = all;
    this.ptxName = name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Opcode> byName() {
    Map<String, Opcode> map = new HashMap<>();
    for (Opcode opcode : values()) {
      if (opcode != UNKNOWN) {
        map.put(opcode.ptxName, opcode);
      }
    }
    return map;
  }

  /** The opcode of a name; {@link #UNKNOWN} where the ISA has none. */
  public static Opcode ofName(String name) {
    return BY_NAME.getOrDefault(name, UNKNOWN);
  }

  /** The names in the ISA, in its order. */
  public static List<String> names() {
    return Arrays.stream(values()).filter(o -> o != UNKNOWN).map(Opcode::ptxName).toList();
  }

  /** The section of the ISA. */
  public Section section() {
    return section;
  }

  /** The operands and modifiers that it takes; null if nothing here executes it. */
  public OperandForm form() {
    return form;
  }

  /** What an engine would need to execute it; null if the CPU backend executes it. */
  public String obstacle() {
    return obstacle;
  }

  /** How the result depends on the operands. */
  public ValueFlow flow() {
    return flow;
  }

  /** Whether its instructions have that trait. */
  public boolean is(Trait trait) {
    return (traits >> trait.ordinal() & 1) != 0;
  }

  /** Whether its instructions access memory at an address that they have as an operand. */
  public boolean accessesMemory() {
    return is(READS) || is(WRITES);
  }

  /** Whether its instructions read and write memory in one step. */
  public boolean updatesMemory() {
    return is(READS) && is(WRITES);
  }

  /** Parts of a word that a video instruction computes on: 1, 2 or 4. */
  public int lanes() {
    return is(FOUR_LANES) ? 4 : is(TWO_LANES) ? 2 : 1;
  }

  /** The name as PTX spells it. */
  public String ptxName() {
    return ptxName;
  }

  /** The name as PTX spells it. */
  @Override
  public String toString() {
    return ptxName;
  }
}
