package org.grcuda.cpu.translate.matrix;

import static org.grcuda.cpu.translate.matrix.MatrixForm.refused;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.cpu.exec.TensorModel;
import org.grcuda.ptx.Instruction;

/**
 * A {@code wmma} (PTX ISA 9.7.14.4): a product is one of {@link #rows} by {@link #columns} products
 * of {@code mma}, with 8 columns each.
 *
 * @param part what is loaded or stored; null for a product
 * @param tile the {@code mma}; of an access, the types but that of the part are those that go with
 *     it
 * @param isRowMajor the layout in memory; of a product, unused
 */
public record WmmaForm(
    Part part, MatrixForm tile, int rows, int columns, int width, boolean isRowMajor) {

  /** A matrix. */
  public enum Part {
    A,
    B,
    C,
    D
  }

  private static final Pattern SHAPE = Pattern.compile("m(\\d+)n(\\d+)k(\\d+)");

  private static final Set<String> PLAIN =
      Set.of(
          "load",
          "store",
          "mma",
          "a",
          "b",
          "c",
          "d",
          "sync",
          "aligned",
          "row",
          "col",
          "rn",
          "popc",
          "and",
          "xor",
          "satfinite",
          "shared",
          "shared::cta",
          "global");

  private static Set<String> shapes(Element a) {
    return switch (a) {
      case F16, BF16, S8, U8 -> Set.of("m16n16k16", "m32n8k16", "m8n32k16");
      case TF32 -> Set.of("m16n16k8");
      case F64 -> Set.of("m8n8k4");
      case S4, U4 -> Set.of("m8n8k32");
      case B1 -> Set.of("m8n8k128");
      default -> Set.of();
    };
  }

  /**
   * Reads an instruction.
   *
   * @throws org.grcuda.cpu.exec.UnsupportedPtxException if the ISA has no such instruction
   */
  public static WmmaForm of(Instruction i) {
    Matcher shape = SHAPE.matcher("");
    List<Element> types = new ArrayList<>(4);
    for (String modifier : i.modifiers()) {
      Element type = Element.ofName(modifier);
      if (type != null) {
        types.add(type);
      } else if (!shape.reset(modifier).matches() && !PLAIN.contains(modifier)) {
        throw refused(i, "wmma has no ." + modifier);
      }
    }
    String named = i.modifiers().stream().filter(SHAPE.asMatchPredicate()).findFirst().orElse("");
    if (!shape.reset(named).matches()) {
      throw refused(i, "expected a shape such as .m16n16k16");
    }
    int m = Integer.parseInt(shape.group(1));
    int n = Integer.parseInt(shape.group(2));
    int k = Integer.parseInt(shape.group(3));
    return i.modifiers().contains("mma") ? product(i, types, m, n, k) : access(i, types, m, n, k);
  }

  private static MatrixForm tile(
      Instruction i, Element a, Element b, Element c, Element d, int m, int n, int k) {
    MatrixForm whole =
        new MatrixForm(
            m, n, k, a, b, c, d, false, false, saturates(i), isXor(i), null, TensorModel.FMA);
    if (!shapes(a).contains(whole.shape())) {
      throw refused(i, "wmma of ." + a.ptxName() + " has no shape ." + whole.shape());
    }
    int height = m == 8 ? 8 : 16;
    return new MatrixForm(
        height, 8, k, a, b, c, d, false, false, saturates(i), isXor(i), null, TensorModel.FMA);
  }

  private static boolean saturates(Instruction i) {
    return i.modifiers().contains("satfinite");
  }

  private static boolean isXor(Instruction i) {
    return i.modifiers().contains("xor");
  }

  private static WmmaForm product(Instruction i, List<Element> types, int m, int n, int k) {
    if (types.size() != 2 && types.size() != 4) {
      throw refused(i, "expected two or four types");
    }
    boolean halves = types.size() == 2;
    Element a = halves ? Element.F16 : types.get(1);
    Element b = halves ? Element.F16 : types.get(2);
    MatrixForm tile = tile(i, a, b, types.getLast(), types.getFirst(), m, n, k);
    tile.check(i, Set.of(tile.shape()));
    return new WmmaForm(null, tile, m / tile.m(), n / 8, 0, false);
  }

  private static WmmaForm access(Instruction i, List<Element> types, int m, int n, int k) {
    List<String> modifiers = i.modifiers();
    boolean stores = modifiers.contains("store");
    Part part = part(modifiers, stores);
    if (part == null || types.size() != 1 || modifiers.contains("load") == stores) {
      throw refused(i, "expected .load.a, .load.b, .load.c or .store.d, and one type");
    }
    if (modifiers.contains("row") == modifiers.contains("col")) {
      throw refused(i, "expected one of .row and .col");
    }
    Element type = types.getFirst();
    boolean ofSource = part == Part.A || part == Part.B;
    Element a = ofSource ? type : sourceOf(type, k);
    Element c = ofSource ? resultOf(type) : type;
    if (a == null || c == null) {
      throw refused(
          i, "wmma has no ." + part.name().toLowerCase(Locale.ROOT) + " of ." + type.ptxName());
    }
    MatrixForm tile = tile(i, a, a, c, c, m, n, k);
    boolean row = modifiers.contains("row");
    boolean sub = a.bits() < 8 && ofSource;
    if (sub && row != (part == Part.A)) {
      throw refused(
          i, "expected rows of A and columns of B where elements are smaller than a byte");
    }
    int rows = part == Part.B ? k : m;
    int columns = part == Part.A ? k : n;
    return new WmmaForm(part, tile, m / tile.m(), n / 8, row ? columns : rows, row);
  }

  private static Part part(List<String> modifiers, boolean stores) {
    if (stores) {
      return modifiers.contains("d") ? Part.D : null;
    }
    return modifiers.contains("a")
        ? Part.A
        : modifiers.contains("b") ? Part.B : modifiers.contains("c") ? Part.C : null;
  }

  /** A type of A that goes with a type of C in a shape. */
  private static Element sourceOf(Element c, int k) {
    return switch (c) {
      case F16 -> Element.F16;
      case F32 -> k == 8 ? Element.TF32 : Element.F16;
      case F64 -> Element.F64;
      case S32 -> k == 128 ? Element.B1 : k == 32 ? Element.S4 : Element.S8;
      default -> null;
    };
  }

  private static Element resultOf(Element a) {
    return switch (a) {
      case F16, BF16, TF32 -> Element.F32;
      case F64 -> Element.F64;
      case S8, U8, S4, U4, B1 -> Element.S32;
      default -> null;
    };
  }

  /** The modifiers of the {@code mma} of a tile. */
  public List<String> product() {
    List<String> modifiers =
        new ArrayList<>(List.of("sync", "aligned", tile.shape(), "row", "col"));
    for (Element type : List.of(tile.d(), tile.a(), tile.b(), tile.c())) {
      modifiers.add(type.ptxName());
    }
    if (tile.a() == Element.B1) {
      modifiers.addAll(List.of(tile.exclusive() ? "xor" : "and", "popc"));
    }
    if (tile.saturates()) {
      modifiers.add("satfinite");
    }
    return modifiers;
  }

  /** The type of the elements of D. */
  public Element d() {
    return tile.d();
  }

  /** The type of the elements of a matrix. */
  public Element element(Part which) {
    return switch (which) {
      case A -> tile.a();
      case B -> tile.b();
      case C -> tile.c();
      case D -> tile.d();
    };
  }

  /** Registers of a matrix that the product of a tile takes. */
  public int perTile(Part which) {
    return switch (which) {
      case A -> tile.registersA();
      case B -> tile.registersB();
      case C -> tile.registersC();
      case D -> tile.registersD();
    };
  }

  /** Registers of a matrix that products take. */
  public int ownRegisters(Part which) {
    return perTile(which)
        * switch (which) {
          case A -> rows;
          case B -> columns;
          case C, D -> rows * columns;
        };
  }

  /** Registers of a matrix that the ISA gives it: of {@code f16}, more than it fills. */
  public int registers(Part which) {
    boolean ofHalves = tile.a() == Element.F16 && (which == Part.A || which == Part.B);
    return ofHalves ? 8 : ownRegisters(which);
  }

  // ---- places: the first element of a lane is at its group g and its place tE

  /** Elements from the place of a lane to that of the next one. */
  public int spread() {
    return part == Part.A || part == Part.B ? element(part).perRegister() : 2;
  }

  /** Whether elements of a register are neighbours in memory. */
  public boolean isContiguous() {
    return isRowMajor != (part == Part.B);
  }

  /** How many groups a register's elements are behind the lane's first one. */
  public int group(int register) {
    int per = perTile(part);
    int tileIndex = register / per;
    int r = register % per;
    return switch (part) {
      case A -> tile.rowOfA(0, r) + tile.m() * tileIndex;
      case B -> 8 * tileIndex;
      case C, D -> MatrixForm.rowOfC(0, r * perOfC()) + tile.m() * (tileIndex / columns);
    };
  }

  /** How many places a register's first element is behind the lane's first one. */
  public int place(int register) {
    int per = perTile(part);
    int r = register % per;
    return switch (part) {
      case A -> tile.columnOfA(0, r, 0);
      case B -> tile.rowOfB(0, r, 0);
      case C, D -> MatrixForm.columnOfC(0, r * perOfC()) + 8 * (register / per % columns);
    };
  }

  private int perOfC() {
    return element(part).perRegister();
  }
}
