package org.grcuda.cpu.translate.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.image.ImageOperation;
import org.grcuda.cpu.image.ImageOperation.Boundary;
import org.grcuda.cpu.image.ImageOperation.Kind;
import org.grcuda.cpu.image.ImageOperation.Query;
import org.grcuda.cpu.image.ImageOperation.Reduction;
import org.grcuda.cpu.image.ImageOperation.Type;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * An instruction on images (PTX ISA 9.7.10, 9.7.11) whose form was checked.
 *
 * @param operation what it does
 * @param results its results, each a register or a sink
 * @param resident the predicate that tells that memory was there, or null
 * @param object the texture or surface object
 * @param words the coordinates and what follows them, 32 bits each, or 64 of a {@code .b64} element
 */
public record ImageForm(
    ImageOperation operation,
    List<Operand> results,
    Register resident,
    Operand object,
    List<Operand> words) {

  private static final Map<String, ImageKind> GEOMETRIES =
      Map.of(
          "1d", ImageKind.ONE,
          "2d", ImageKind.TWO,
          "3d", ImageKind.THREE,
          "a1d", ImageKind.ONE_LAYERED,
          "a2d", ImageKind.TWO_LAYERED,
          "cube", ImageKind.CUBE,
          "acube", ImageKind.CUBE_LAYERED);

  private static final Set<String> OF_SAMPLES = Set.of("2dms", "a2dms");
  private static final Set<String> BOUNDARIES = Set.of("trap", "clamp", "zero");
  private static final Set<String> TYPES = Set.of("texref", "samplerref", "surfref");
  private static final Set<String> CHANNELS = Set.of("r", "g", "b", "a");

  /**
   * The form of an instruction.
   *
   * @throws UnsupportedPtxException if the ISA has no such form, or nothing here executes it
   */
  public static ImageForm of(Instruction i) {
    return switch (i.opcode()) {
      case TEX -> fetch(i, kindOfFetch(i), 0);
      case TLD4 -> fetch(i, Kind.GATHER, "rgba".indexOf(one(i, CHANNELS)));
      case TXQ, SUQ -> query(i);
      case SULD -> surface(i, Kind.LOAD);
      case SUST -> surface(i, Kind.STORE);
      case SURED -> surface(i, Kind.REDUCE);
      default -> type(i);
    };
  }

  private static UnsupportedPtxException refused(Instruction i, String why) {
    return new UnsupportedPtxException(i.mnemonic(), why, i.position());
  }

  // ---- modifiers

  private static String one(Instruction i, Set<String> of) {
    return i.modifiers().stream()
        .filter(of::contains)
        .findFirst()
        .orElseThrow(() -> refused(i, "expected one of ." + String.join(", .", sorted(of))));
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }

  private static ImageKind geometry(Instruction i) {
    if (i.modifiers().stream().anyMatch(OF_SAMPLES::contains)) {
      throw refused(i, "textures of several samples");
    }
    return GEOMETRIES.get(one(i, GEOMETRIES.keySet()));
  }

  private static Kind kindOfFetch(Instruction i) {
    if (i.modifiers().contains("level")) {
      return Kind.FETCH_LEVEL;
    }
    return i.modifiers().contains("grad") ? Kind.FETCH_GRADIENT : Kind.FETCH;
  }

  private static void checkModifiers(Instruction i, Set<String> known) {
    for (String modifier : i.modifiers()) {
      boolean isType = PtxType.ofName(modifier) != null;
      if (!isType && !known.contains(modifier) && !GEOMETRIES.containsKey(modifier)) {
        throw refused(i, "no such instruction has ." + modifier);
      }
    }
  }

  // ---- textures

  private static ImageForm fetch(Instruction i, Kind kind, int channel) {
    ImageKind geometry = geometry(i);
    checkModifiers(i, Set.of("level", "grad", "base", "v2", "v4", "r", "g", "b", "a"));
    List<PtxType> types = i.types();
    boolean halves = i.modifiers().contains("v2");
    boolean isTyped =
        types.size() == 2
            && (halves
                ? types.getFirst() == PtxType.F16X2
                : i.modifiers().contains("v4") && types.getFirst().size() == 4)
            && (types.getLast() == PtxType.F32 || types.getLast() == PtxType.S32);
    boolean integers = isTyped && types.getLast() == PtxType.S32;
    if (!isTyped || integers && (kind == Kind.GATHER || kind == Kind.FETCH_GRADIENT)) {
      throw refused(i, "expected .v4 and a type of 32 bits, or .v2.f16x2, and .s32 or .f32");
    }
    if (geometry.isCube() && integers) {
      throw refused(i, "directions in a cube are .f32");
    }
    if (kind == Kind.GATHER && geometry.dimensions() != 2) {
      throw refused(i, "only textures of two dimensions and cubes are gathered");
    }
    List<Operand> parts = parts(i, 1);
    List<Operand> words =
        new ArrayList<>(
            vector(i, parts.get(1), ImageOperation.coordinates(geometry), "the coordinates"));
    int next = 2;
    int axes = geometry.isCube() ? 3 : geometry.dimensions();
    if (kind == Kind.FETCH_LEVEL) {
      words.addAll(vector(i, operand(i, next++), 1, "the level"));
    } else if (kind == Kind.FETCH_GRADIENT) {
      words.addAll(vector(i, operand(i, next++), axes, "the derivatives"));
      words.addAll(vector(i, operand(i, next++), axes, "the derivatives"));
    }
    int offsets = next < i.operands().size() ? offsets(i, operand(i, next++), geometry) : 0;
    if (next < i.operands().size()) {
      throw refused(i, "comparisons of depths");
    }
    ImageOperation operation =
        new ImageOperation(kind, geometry, channel, integers, halves, offsets, 1, 1, Reduction.ADD);
    return new ImageForm(
        operation,
        results(i, halves ? 2 : 4),
        i.operand(0) instanceof Operand.Pair p ? predicate(i, p) : null,
        parts.getFirst(),
        words);
  }

  private static int offsets(Instruction i, Operand given, ImageKind geometry) {
    if (geometry.isCube()) {
      throw refused(i, "a cube has no offsets");
    }
    int bits = 0;
    List<Operand> offsets = vector(i, given, geometry.dimensions(), "the offsets");
    for (int axis = 0; axis < offsets.size(); axis++) {
      if (!(offsets.get(axis) instanceof Operand.IntegerImmediate n)
          || n.value() < -8
          || n.value() > 7) {
        throw refused(i, "expected constant offsets from -8 to 7");
      }
      bits |= (int) (n.value() & 0xf) << 4 * axis;
    }
    return bits;
  }

  private static ImageForm query(Instruction i) {
    boolean ofLevel = i.modifiers().contains("level");
    Query query = null;
    for (String modifier : i.modifiers()) {
      if (!modifier.equals("b32") && !modifier.equals("level")) {
        query = query(i, modifier);
      }
    }
    if (query == null || i.operands().size() != (ofLevel ? 3 : 2)) {
      throw refused(i, "expected a property, .b32, a register and an object");
    }
    if (ofLevel && (query.ordinal() > Query.DEPTH.ordinal() || i.opcode() != Opcode.TXQ)) {
      throw refused(i, "a level of a texture has a .width, .height and .depth");
    }
    Operand object =
        i.operand(1) instanceof Operand.Address a && a.offset() == 0
            ? a.base()
            : parts(i, 1).getFirst();
    return new ImageForm(
        plain(ofLevel ? Kind.QUERY_LEVEL : Kind.QUERY, query.ordinal()),
        results(i, 1),
        null,
        object(i, object),
        ofLevel ? List.of(i.operand(2)) : List.of());
  }

  private static ImageOperation plain(Kind kind, int variant) {
    return new ImageOperation(kind, ImageKind.ONE, variant, false, false, 0, 1, 1, Reduction.ADD);
  }

  private static ImageForm type(Instruction i) {
    Type type = Type.valueOf(one(i, TYPES).toUpperCase(Locale.ROOT));
    if (i.modifiers().size() != 1 || i.operands().size() != 2) {
      throw refused(i, "expected a predicate and an object");
    }
    return new ImageForm(
        plain(Kind.TYPE, type.ordinal()), results(i, 1), null, object(i, i.operand(1)), List.of());
  }

  private static Query query(Instruction i, String name) {
    try {
      Query query = Query.valueOf(name.toUpperCase(Locale.ROOT));
      if (i.opcode() == Opcode.SUQ && query.ordinal() >= Query.FILTER_MODE.ordinal()) {
        throw refused(i, "a surface has no sampler");
      }
      if (i.opcode() == Opcode.TXQ && query == Query.MEMORY_LAYOUT) {
        throw refused(i, "only a surface tells its memory layout");
      }
      return query;
    } catch (IllegalArgumentException e) {
      throw refused(i, "an object does not tell its ." + name);
    }
  }

  // ---- surfaces

  private static ImageForm surface(Instruction i, Kind kind) {
    boolean byFormat = i.modifiers().contains("p");
    if (byFormat && kind == Kind.LOAD) {
      throw refused(i, "loads by format: only .b");
    }
    checkModifiers(
        i,
        Set.of(
            "b", "p", "v2", "v4", "trap", "clamp", "zero", "ca", "cg", "cs", "cv", "wb", "wt",
            "add", "min", "max", "and", "or"));
    ImageKind geometry = geometry(i);
    if (byFormat == i.modifiers().contains("b") || geometry.isCube() || i.types().size() != 1) {
      throw refused(i, "expected .b or .p, a geometry but cubes, and a type");
    }
    PtxType type = i.type();
    int elements = i.modifiers().contains("v4") ? 4 : i.modifiers().contains("v2") ? 2 : 1;
    if (byFormat && type.size() != Integer.BYTES) {
      throw refused(i, "accesses by format have words: no surface has channels of 64 bits");
    }
    if (type.size() * elements > 16) {
      throw refused(i, "more than 16 bytes");
    }
    Boundary boundary = Boundary.valueOf(one(i, BOUNDARIES).toUpperCase(Locale.ROOT));
    int at = kind == Kind.LOAD ? 1 : 0;
    List<Operand> parts = parts(i, at);
    List<Operand> words =
        new ArrayList<>(
            vector(i, parts.get(1), ImageOperation.coordinates(geometry), "the coordinates"));
    if (kind != Kind.LOAD) {
      words.addAll(vector(i, operand(i, 1), elements, "the elements"));
    }
    ImageOperation operation =
        new ImageOperation(
            byFormat ? formatted(kind) : kind,
            geometry,
            boundary.ordinal(),
            true,
            false,
            0,
            type.size(),
            elements,
            kind == Kind.REDUCE ? reduction(i, type) : Reduction.ADD);
    List<Operand> results = kind == Kind.LOAD ? results(i, elements) : List.of();
    return new ImageForm(operation, results, null, parts.getFirst(), words);
  }

  private static Kind formatted(Kind kind) {
    return kind == Kind.STORE ? Kind.STORE_FORMATTED : Kind.REDUCE_FORMATTED;
  }

  private static Reduction reduction(Instruction i, PtxType type) {
    if (type.size() < 4) {
      throw refused(i, "expected a type of 32 or 64 bits");
    }
    return switch (one(i, Set.of("add", "min", "max", "and", "or"))) {
      case "add" -> Reduction.ADD;
      case "min" -> type.isSigned() ? Reduction.MIN_SIGNED : Reduction.MIN_UNSIGNED;
      case "max" -> type.isSigned() ? Reduction.MAX_SIGNED : Reduction.MAX_UNSIGNED;
      case "and" -> Reduction.AND;
      default -> Reduction.OR;
    };
  }

  // ---- operands

  private static Operand operand(Instruction i, int index) {
    if (index >= i.operands().size()) {
      throw refused(i, "an operand is missing");
    }
    return i.operand(index);
  }

  /** The object and the coordinates. */
  private static List<Operand> parts(Instruction i, int index) {
    if (!(operand(i, index) instanceof Operand.CompositeAddress address)) {
      throw refused(i, "expected an object and coordinates, in brackets");
    }
    if (address.parts().size() == 3) {
      throw refused(i, "samplers apart from their texture");
    }
    if (address.parts().size() != 2) {
      throw refused(i, "expected an object and coordinates, in brackets");
    }
    object(i, address.parts().getFirst());
    return address.parts();
  }

  private static Operand object(Instruction i, Operand given) {
    if (given instanceof Operand.Symbol) {
      throw refused(i, "named references: only objects, whose number is in a register");
    }
    if (!(given instanceof Register r) || r.type().size() != 8) {
      throw refused(i, "expected the object in a register of 64 bits");
    }
    return given;
  }

  /** The first elements of a vector, which may be padded; a single one may stand alone. */
  private static List<Operand> vector(Instruction i, Operand given, int count, String what) {
    List<Operand> all = given instanceof Operand.Vector v ? v.elements() : List.of(given);
    if (all.size() < count) {
      throw refused(i, "expected " + count + " registers for " + what + ", given " + all.size());
    }
    return all.subList(0, count);
  }

  private static List<Operand> results(Instruction i, int count) {
    Operand to = i.operand(0) instanceof Operand.Pair p ? p.first() : i.operand(0);
    List<Operand> results = vector(i, to, count, "the result");
    for (Operand result : results) {
      if (!(result instanceof Register || result instanceof Operand.Sink)) {
        throw refused(i, "expected a register for the result " + result.text());
      }
    }
    return results;
  }

  private static Register predicate(Instruction i, Operand.Pair pair) {
    if (pair.second() instanceof Register r && r.type() == PtxType.PRED) {
      return r;
    }
    throw refused(i, "expected a predicate behind '|'");
  }
}
