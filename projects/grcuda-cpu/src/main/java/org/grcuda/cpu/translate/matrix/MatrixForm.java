package org.grcuda.cpu.translate.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.cpu.exec.TensorModel;
import org.grcuda.cpu.exec.ThreadStates;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;

/**
 * A {@code mma} (PTX ISA 9.7.14.5 and 9.7.14.6): {@code D = A * B + C}, with A of m rows and k
 * columns and B of k rows and n columns. Of a sparse A half of the columns are in registers.
 *
 * <p>A lane is in row or column group {@code g = lane / 4} and at place {@code t = lane % 4} there.
 * With E elements in a register, register r of A holds {@code (g + 8(r & 1), tE + e + 4E(r >> 1))},
 * or {@code (g, tE + e + 4Er)} if there are 8 rows; register r of B {@code (tE + e + 4Er, g)};
 * element i of C and D {@code (g + 8(i >> 1), 2t + (i & 1))}. Only m8n8k4 of {@code f16} differs.
 *
 * @param columnA whether A is column-major, in m8n8k4 of {@code f16}
 * @param rowB whether B is row-major, there
 * @param saturates whether sums of integers are clamped
 * @param exclusive whether bits are combined by xor, not and
 * @param sparsity of A; null if all its elements are in registers
 * @param model how floats are added up
 */
public record MatrixForm(
    int m,
    int n,
    int k,
    Element a,
    Element b,
    Element c,
    Element d,
    boolean columnA,
    boolean rowB,
    boolean saturates,
    boolean exclusive,
    Sparsity sparsity,
    TensorModel model) {

  /** Most registers with elements of A, B, C and metadata that a lane has. */
  public static final int MOST_REGISTERS = ThreadStates.FRAGMENT;

  private static final Pattern SHAPE = Pattern.compile("m(\\d+)n(\\d+)k(\\d+)");

  /** Shapes of the ISA, by the type of A. */
  private static Set<String> shapes(Element a) {
    return switch (a) {
      case F16 -> Set.of("m8n8k4", "m16n8k8", "m16n8k16");
      case BF16 -> Set.of("m16n8k8", "m16n8k16");
      case TF32 -> Set.of("m16n8k4", "m16n8k8");
      case F64 -> Set.of("m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16");
      case E4M3, E5M2 -> Set.of("m16n8k16", "m16n8k32");
      case S8, U8 -> Set.of("m8n8k16", "m16n8k16", "m16n8k32");
      case S4, U4 -> Set.of("m8n8k32", "m16n8k32", "m16n8k64");
      case B1 -> Set.of("m8n8k128", "m16n8k128", "m16n8k256");
      case F32, S32 -> Set.of();
    };
  }

  private static final Set<String> PLAIN =
      Set.of("sync", "aligned", "row", "col", "satfinite", "popc", "and", "xor");

  /** The form of an {@code mma} that {@link #check} accepted or a pass made. */
  public static MatrixForm of(Instruction i) {
    Matcher shape = SHAPE.matcher("");
    List<Element> types = new ArrayList<>(4);
    List<String> layouts = new ArrayList<>(2);
    for (String modifier : i.modifiers()) {
      Element type = Element.ofName(modifier);
      if (type != null) {
        types.add(type);
      } else if (modifier.equals("row") || modifier.equals("col")) {
        layouts.add(modifier);
      } else if (modifier.startsWith("m")) {
        shape.reset(modifier);
      }
    }
    if (!shape.matches() || types.size() != 4 || layouts.size() != 2) {
      throw refused(i, "expected .sync.aligned, a shape, two layouts and four types");
    }
    int k = Integer.parseInt(shape.group(3));
    return new MatrixForm(
        Integer.parseInt(shape.group(1)),
        Integer.parseInt(shape.group(2)),
        k,
        types.get(1),
        types.get(2),
        types.get(3),
        types.get(0),
        layouts.get(0).equals("col"),
        layouts.get(1).equals("row"),
        i.modifiers().contains("satfinite"),
        i.modifiers().contains("xor"),
        Sparsity.of(i, types.get(1), k),
        TensorModel.of(i.modifiers()));
  }

  /**
   * The form of an {@code mma} of a program.
   *
   * @throws UnsupportedPtxException if the ISA has no such product, or only GPUs with other tensor
   *     cores have it
   */
  public static MatrixForm check(Instruction i) {
    for (String modifier : i.modifiers()) {
      if (modifier.startsWith("kind::") || modifier.equals("block_scale")) {
        throw refused(i, "scaled blocks and their types");
      }
      boolean known =
          PLAIN.contains(modifier)
              || Element.ofName(modifier) != null
              || Sparsity.isNamedBy(modifier);
      if (!known && !SHAPE.matcher(modifier).matches()) {
        throw refused(i, "no product has ." + modifier);
      }
    }
    MatrixForm form = of(i);
    form.check(i, form.isSparse() ? Sparsity.shapes(form.a) : shapes(form.a));
    if (i.operands().size() != (form.isSparse() ? 6 : 4)) {
      throw refused(i, "expected D, A, B and C" + (form.isSparse() ? ", metadata, selector" : ""));
    }
    int[] expected = {form.registersD(), form.registersA(), form.registersB(), form.registersC()};
    for (int o = 0; o < expected.length; o++) {
      int given = elements(i.operand(o)).size();
      if (given != expected[o]) {
        String which = List.of("D", "A", "B", "C").get(o);
        throw refused(i, which + " has " + given + " registers, expected " + expected[o]);
      }
    }
    return form;
  }

  /** Checks that the types go together, and that a shape is one of some. */
  void check(Instruction i, Set<String> shapes) {
    boolean alike =
        switch (a) {
          case F16 -> b == a && isHalfOrSingle(c) && isHalfOrSingle(d);
          case BF16, TF32 -> b == a && c == Element.F32 && d == c;
          case F64 -> b == a && c == a && d == a;
          case E4M3, E5M2 ->
              (b == Element.E4M3 || b == Element.E5M2)
                  && (c == Element.F32 || c == Element.F16 && !isSparse())
                  && d == c;
          case S8, U8 -> (b == Element.S8 || b == Element.U8) && c == Element.S32 && d == c;
          case S4, U4 -> (b == Element.S4 || b == Element.U4) && c == Element.S32 && d == c;
          case B1 -> b == a && c == Element.S32 && d == c;
          case F32, S32 -> false;
        };
    boolean combines = i.modifiers().contains("and") != i.modifiers().contains("xor");
    boolean counts = i.modifiers().contains("popc");
    boolean bits = a == Element.B1 ? combines && counts : !counts;
    boolean saturated = !saturates || a.kind() == Element.Kind.INTEGER;
    if (!alike || !bits || !saturated) {
      throw refused(i, "no product has these types and modifiers together");
    }
    if (!shapes.contains(shape())) {
      throw refused(i, "no product of ." + a.ptxName() + " has the shape ." + shape());
    }
    if ((columnA || rowB) && !isOfQuarters()) {
      throw refused(i, "only m8n8k4 of .f16 has other layouts than .row.col");
    }
  }

  private static boolean isHalfOrSingle(Element type) {
    return type == Element.F16 || type == Element.F32;
  }

  /** The shape as PTX spells it. */
  String shape() {
    return "m" + m + "n" + n + "k" + k;
  }

  /** A refusal, with its reason. */
  public static UnsupportedPtxException refused(Instruction i, String why) {
    return new UnsupportedPtxException(i.mnemonic(), why, i.position());
  }

  /** The registers of an operand: of a vector, or the operand alone. */
  public static List<Operand> elements(Operand o) {
    return o instanceof Operand.Vector v ? v.elements() : List.of(o);
  }

  /** The registers of A, B, C and, if A is sparse, metadata of an {@code mma} that a pass made. */
  public static List<Register> sources(Instruction i) {
    return i.operands().stream()
        .skip(1)
        .filter(Operand.Vector.class::isInstance)
        .flatMap(o -> elements(o).stream())
        .map(Register.class::cast)
        .toList();
  }

  /** Whether each quarter of the warp multiplies matrices of its own: m8n8k4 of {@code f16}. */
  public boolean isOfQuarters() {
    return a == Element.F16 && k == 4;
  }

  /** Whether half of A's columns are in registers: {@code mma.sp}. */
  public boolean isSparse() {
    return sparsity != null;
  }

  /**
   * Which of four lanes has the metadata for a register that A would have if it were dense.
   *
   * @param register of one half of the rows
   * @param half of the rows
   */
  public int metadataLane(int register, int half) {
    int columns = k / registersB();
    return sparsity.lane(8 * half, register * columns / 2);
  }

  /** Whether floats are added up in blocks, as GPUs do. */
  public boolean addsBlocks() {
    return model != TensorModel.FMA && a.kind() == Element.Kind.FLOAT;
  }

  /** Columns of A in registers. */
  int storedK() {
    return isSparse() ? k / 2 : k;
  }

  /** Matrices that a warp multiplies at once. */
  private int products() {
    return isOfQuarters() ? 4 : 1;
  }

  private int registers(int elements, Element type) {
    return products() * elements / 32 / type.perRegister();
  }

  /** Registers of A in a lane. */
  public int registersA() {
    return registers(m * storedK(), a);
  }

  /** Registers of B in a lane. */
  public int registersB() {
    return registers(k * n, b);
  }

  /** Registers of C in a lane. */
  public int registersC() {
    return registers(m * n, c);
  }

  /** Registers of D in a lane. */
  public int registersD() {
    return registers(m * n, d);
  }

  // ---- places of elements, where a warp multiplies one pair of matrices

  /** The row of A that is in a register of a lane, or the column of B: of B always the group. */
  int rowOfA(int lane, int register) {
    return (lane >> 2) + (m == 8 ? 0 : 8 * (register & 1));
  }

  /** The column of A, of those in registers, of an element in a register of a lane. */
  int columnOfA(int lane, int register, int element) {
    int per = a.perRegister();
    return (lane & 3) * per + element + 4 * per * (m == 8 ? register : register >> 1);
  }

  /** The row of B of an element in a register of a lane. */
  int rowOfB(int lane, int register, int element) {
    int per = b.perRegister();
    return (lane & 3) * per + element + 4 * per * register;
  }

  /** The row of an element of C. */
  static int rowOfC(int lane, int element) {
    return (lane >> 2) + 8 * (element >> 1);
  }

  /** The column of an element of C. */
  static int columnOfC(int lane, int element) {
    return 2 * (lane & 3) + (element & 1);
  }
}
