package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.grcuda.ptx.PtxType;

/**
 * Writes accesses to arrays: at addresses that are neighbours from lane to lane, the same, at a
 * stride, or that follow no rule. All threads load from one table. Each thread stores to cells of
 * its own. What threads have in common they change by operations of which the order does not
 * matter.
 */
final class LaneAccesses {

  /** Bytes of the table, which nobody stores to. */
  static final int TABLE = 8192;

  /** Bytes of all cells, four sets of them. */
  static final int CELLS = 4 * 4096;

  /** Bytes of what threads of all blocks have in common, behind the cells. */
  static final int SHARES = 1024;

  /** Locks of a block, each with a sum. */
  private static final int LOCKS = 8;

  /** Where in shared memory every thread of a block has a word that others read. */
  static final int TILE = KernelText.LOCKS + 8 * LOCKS;

  private static final int SETS = 4;
  private static final int SET = CELLS / SETS;
  private static final List<PtxType> TYPES =
      List.of(
          PtxType.B8,
          PtxType.U8,
          PtxType.S8,
          PtxType.B16,
          PtxType.U16,
          PtxType.S16,
          PtxType.B32,
          PtxType.U32,
          PtxType.S32,
          PtxType.F32,
          PtxType.F32,
          PtxType.B64,
          PtxType.U64,
          PtxType.S64,
          PtxType.F64,
          PtxType.F64);

  /** Operations whose order does not matter. */
  private static final List<String> SUMS =
      List.of(
          "add.u32", "add.u64", "min.s32", "max.u64", "and.b32", "or.b64", "xor.b32", "inc.u32");

  private static final List<String> OWN_SUMS =
      List.of(
          "add.u32",
          "add.u64",
          "min.s32",
          "max.s64",
          "and.b32",
          "or.b64",
          "exch.b32",
          "exch.b64",
          "dec.u32");

  private final RandomGenerator random;
  private final Operands operands;

  /** What a thread's number is combined with to get that of its cells. */
  private final int mix;

  LaneAccesses(RandomGenerator random, Operands operands) {
    this.random = random;
    this.operands = operands;
    this.mix = random.nextInt(3) > 0 ? 0 : random.nextInt(KernelText.MOST_THREADS);
  }

  /**
   * Statements that load from the table, or load, store or change cells of the thread.
   *
   * @param counter a register that counts from 0 to less than {@value #SETS}, or null
   * @param guard of the accesses
   */
  List<String> write(String counter, String guard) {
    List<String> out = new ArrayList<>();
    PtxType type = TYPES.get(random.nextInt(TYPES.size()));
    int width = random.nextInt(4) > 0 ? 1 : 2 << random.nextInt(2);
    width = Math.min(width, 16 / type.size());
    int choice = random.nextInt(8);
    if (choice < 4) {
      index(out, counter);
      address(out, "%xt", type.size() * width);
      loads(out, guard, type, width);
    } else if (choice < 7) {
      cell(out, counter, guard, type, width, choice < 6);
    } else {
      change(out, counter, guard);
    }
    return out;
  }

  /** Leaves in %x0 what is from 0 to 500. */
  private void index(List<String> out, String counter) {
    String thread = List.of("%x4", "%x8", "%x1").get(random.nextInt(3));
    int small = random.nextInt(64);
    out.add(
        switch (random.nextInt(16)) {
          case 0, 1, 2, 3 -> "mov.u32 %x0, " + thread + ";";
          case 4 -> "xor.b32 %x0, " + thread + ", " + small + ";";
          case 5 -> "sub.s32 %x0, 127, " + thread + ";";
          case 6 -> "and.b32 %x0, " + thread + ", " + (small ^ 127) + ";";
          case 7 -> "shr.u32 %x0, " + thread + ", " + random.nextInt(6) + ";";
          case 8 -> "shl.b32 %x0, " + thread + ", 1;";
          case 9 -> "mul.lo.s32 %x0, " + thread + ", 3;";
          case 10 -> "or.b32 %x0, " + thread + ", " + small + ";";
          case 11 -> "mov.u32 %x0, %x7;";
          case 12 -> "mov.u32 %x0, " + small + ";";
          default -> "and.b32 %x0, " + operands.register(PtxType.B32) + ", 255;";
        });
    if (counter != null && random.nextInt(3) > 0) {
      int stride = 1 << random.nextInt(6);
      out.add("mad.lo.u32 %x0, " + counter + ", " + stride + ", %x0;");
    }
    if (random.nextInt(4) == 0) {
      out.add("add.s32 %x0, %x0, " + random.nextInt(16) + ";");
    }
  }

  /** Leaves in %xa the address of the element of %x0, as compilers would. */
  private void address(List<String> out, String base, int unit) {
    int log = Integer.numberOfTrailingZeros(unit);
    String add = " add.s64 %xa, " + base + ", %xa;";
    out.add(
        switch (random.nextInt(6)) {
          case 0 -> "mul.wide.u32 %xa, %x0, " + unit + ";" + add;
          case 1 -> "mul.wide.s32 %xa, %x0, " + unit + ";" + add;
          case 2 -> "mad.wide.u32 %xa, %x0, " + unit + ", " + base + ";";
          case 3 -> "cvt.u64.u32 %xa, %x0; shl.b64 %xa, %xa, " + log + ";" + add;
          case 4 -> "cvt.s64.s32 %xa, %x0; mad.lo.s64 %xa, %xa, " + unit + ", " + base + ";";
          default -> "shl.b32 %x0, %x0, " + log + "; cvt.u64.u32 %xa, %x0;" + add;
        });
  }

  /** Loads of one element or of neighbours. */
  private void loads(List<String> out, String guard, PtxType type, int width) {
    String name =
        List.of(
                "ld.global",
                "ld.global",
                "ld.global.nc",
                "ld.global.nc",
                "ld",
                "ld.volatile.global")
            .get(random.nextInt(6));
    int count = random.nextBoolean() ? 1 : 1 + random.nextInt(4);
    for (int k = 0; k < count; k++) {
      int offset = random.nextInt(4) * type.size() * width;
      out.add(guard + name + typed(type, width, targets(type, width)) + ", [%xa+" + offset + "];");
    }
  }

  private static String typed(PtxType type, int width, String list) {
    String vector = width > 1 ? ".v" + width : "";
    return vector + "." + type.name().toLowerCase(java.util.Locale.ROOT) + " " + list;
  }

  private String targets(PtxType type, int width) {
    if (width == 1) {
      boolean widens = type.isInteger() && type.size() < 4 && random.nextInt(3) == 0;
      return operands.register(widens ? PtxType.B32 : type);
    }
    List<String> list = new ArrayList<>();
    while (list.size() < width) {
      String register = operands.register(type);
      list.add(list.contains(register) ? "_" : register);
    }
    return "{" + String.join(", ", list) + "}";
  }

  private String sources(List<String> out, PtxType type, int width) {
    List<String> list = new ArrayList<>();
    for (int k = 0; k < width; k++) {
      String register = operands.register(type);
      if (type == PtxType.F32 || type == PtxType.F64) {
        out.addAll(KernelText.clean(register));
      }
      list.add(register);
    }
    return width == 1 ? list.get(0) : "{" + String.join(", ", list) + "}";
  }

  /** Loads or stores a cell. */
  private void cell(
      List<String> out, String counter, String guard, PtxType type, int width, boolean stores) {
    int unit = type.size() * width;
    String sources = stores ? sources(out, type, width) : "";
    own(out, counter, unit);
    String name = List.of("", ".global", ".global", ".volatile.global").get(random.nextInt(4));
    int count = random.nextInt(3) > 0 ? 1 : 2;
    for (int k = 0; k < count; k++) {
      String place = "[%xa+" + offset(counter, unit) + "]";
      if (stores) {
        out.add(guard + "st" + name + typed(type, width, place) + ", " + sources + ";");
      } else {
        out.add(
            guard + "ld" + name + typed(type, width, targets(type, width)) + ", " + place + ";");
      }
    }
  }

  /** Leaves in %xa the address of the thread's cell, less the offset. */
  private void own(List<String> out, String counter, int unit) {
    out.add(mix == 0 ? "mov.u32 %x0, %x8;" : "xor.b32 %x0, %x8, " + mix + ";");
    if (counter != null) {
      out.add("mad.lo.u32 %x0, " + counter + ", " + SET / unit + ", %x0;");
    }
    address(out, "%xn", unit);
  }

  private int offset(String counter, int unit) {
    int set = counter == null ? random.nextInt(SETS) : 0;
    return set * SET + (unit - 1) * KernelText.MOST_THREADS;
  }

  /** Changes a cell in one step. */
  private void change(List<String> out, String counter, String guard) {
    String sum = OWN_SUMS.get(random.nextInt(OWN_SUMS.size()));
    PtxType type = sum.endsWith("32") ? PtxType.B32 : PtxType.B64;
    own(out, counter, type.size());
    String place = "[%xa+" + offset(counter, type.size()) + "], " + operands.register(type) + ";";
    String space = random.nextInt(3) == 0 ? "" : ".global";
    out.add(
        random.nextBoolean() && !sum.startsWith("exch")
            ? guard + "red" + space + "." + sum + " " + place
            : guard + "atom" + space + "." + sum + " " + operands.register(type) + ", " + place);
  }

  /**
   * Adds to what all threads of the block or the grid add to: to one word, or to many.
   *
   * @param name a label that nothing else has
   */
  List<String> share(String name, String guard) {
    List<String> out = new ArrayList<>();
    boolean shared = random.nextBoolean();
    int at = random.nextInt(SUMS.size());
    String sum = SUMS.get(at);
    PtxType type = sum.endsWith("32") ? PtxType.B32 : PtxType.B64;
    int places = shared ? 8 : 16;
    String spread =
        List.of("%x4", "%x8", operands.register(PtxType.B32), "%x7").get(random.nextInt(4));
    out.add("and.b32 %x0, " + spread + ", " + (places - 1) + "; mul.wide.u32 %xa, %x0, 8;");
    out.add(shared ? "mov.u64 %xb, shared; add.s64 %xa, %xb, %xa;" : "add.s64 %xa, %xn, %xa;");
    int offset = (shared ? KernelText.ACCUMULATORS : CELLS) + at * places * 8;
    String space = shared ? ".shared" : random.nextInt(3) == 0 ? "" : ".global";
    String value = sum.startsWith("inc") ? "1000003" : operands.register(type);
    String place = "[%xa+" + offset + "]";
    if (shared && random.nextInt(4) == 0) {
      return locked(name, guard);
    }
    if (sum.equals("add.u32") && random.nextBoolean()) {
      out.addAll(swaps(name, space, place, value));
    } else if (random.nextInt(3) > 0) {
      out.add(guard + "red" + space + "." + sum + " " + place + ", " + value + ";");
    } else {
      String old = type == PtxType.B32 ? "%x0" : "%xb";
      out.add(guard + "atom" + space + "." + sum + " " + old + ", " + place + ", " + value + ";");
    }
    return out;
  }

  /** Adds to a sum of the block that a lock guards: in the loop that takes it, or behind it. */
  private List<String> locked(String name, String guard) {
    int at = KernelText.LOCKS + 8 * random.nextInt(LOCKS);
    String lock = "[%xb+" + at + "]";
    String sum = "[%xb+" + (at + 4) + "]";
    boolean inside = random.nextBoolean();
    List<String> out = new ArrayList<>();
    out.add("mov.u64 %xb, shared;");
    if (!guard.isEmpty()) {
      out.add(guard.replace("@", "@!").replace("!!", "") + "bra " + name + "_end;");
    }
    out.add(name + "_take:");
    out.add("atom.shared.cas.b32 %x0, " + lock + ", 0, 1;");
    out.add("setp.ne.u32 %xq, %x0, 0;");
    out.add("@%xq bra " + name + (inside ? "_missed;" : "_take;"));
    out.add("ld.relaxed.cta.shared.u32 %x0, " + sum + ";");
    out.add("add.u32 %x0, %x0, " + operands.register(PtxType.B32) + ";");
    out.add("st.relaxed.cta.shared.u32 " + sum + ", %x0;");
    out.add("membar.cta;");
    out.add("atom.shared.exch.b32 %x0, " + lock + ", 0;");
    if (inside) {
      out.add(name + "_missed:");
      out.add("@%xq bra " + name + "_take;");
    }
    out.add(name + "_end:");
    return out;
  }

  /** Adds by compare and swap, as often as it takes. */
  private static List<String> swaps(String name, String space, String place, String value) {
    String old = "%" + name + "o";
    String next = "%" + name + "n";
    String seen = "%" + name + "s";
    return List.of(
        ".reg .b32 " + old + ", " + next + ", " + seen + ";",
        "ld.volatile" + space + ".u32 " + old + ", " + place + ";",
        name + ":",
        "add.u32 " + next + ", " + old + ", " + value + ";",
        "atom" + space + ".cas.b32 " + seen + ", " + place + ", " + old + ", " + next + ";",
        "setp.ne.u32 %xq, " + seen + ", " + old + "; mov.u32 " + old + ", " + seen + ";",
        "@%xq bra " + name + ";");
  }

  /** Every thread gets a word of another of its block. */
  List<String> exchange() {
    List<String> out = new ArrayList<>();
    String own = operands.register(PtxType.B32);
    out.add("mul.wide.u32 %xa, %x4, 4; mov.u64 %xb, shared; add.s64 %xa, %xb, %xa;");
    out.add("st.shared.b32 [%xa+" + TILE + "], " + own + ";");
    index(out, null);
    out.add("and.b32 %x0, %x0, 127;");
    address(out, "%xb", 4);
    out.add("bar.sync 0;");
    out.add("ld.shared.b32 " + operands.register(PtxType.B32) + ", [%xa+" + TILE + "];");
    out.add("bar.sync 0;");
    return out;
  }

  /** Accesses a slot by a generic address, of which the space may differ from lane to lane. */
  List<String> generic(String guard) {
    List<String> out = new ArrayList<>();
    boolean local = random.nextBoolean();
    out.add(local ? "cvta.local.u64 %xa, %xl;" : "cvta.shared.u64 %xa, %xs;");
    if (random.nextBoolean()) {
      out.add("selp.b64 %xa, %xa, %xg, " + operands.register(PtxType.PRED) + ";");
    }
    PtxType type = TYPES.get(random.nextInt(TYPES.size()));
    int width = type.size() > 1 && random.nextInt(4) == 0 ? 2 : 1;
    int unit = type.size() * width;
    String place = "[%xa+" + random.nextInt(KernelText.SLOT / unit) * unit + "]";
    int choice = random.nextInt(local ? 4 : 5);
    if (choice < 2) {
      out.add(guard + "ld" + typed(type, width, targets(type, width)) + ", " + place + ";");
    } else if (choice < 4) {
      String sources = sources(out, type, width);
      out.add(guard + "st" + typed(type, width, place) + ", " + sources + ";");
    } else {
      String word = "[%xa+" + 4 * random.nextInt(KernelText.SLOT / 4) + "], ";
      String old = operands.register(PtxType.B32);
      String added = operands.register(PtxType.B32);
      out.add(guard + "atom.add.u32 " + old + ", " + word + added + ";");
    }
    return out;
  }
}
