package org.grcuda.cpu.differential;

import java.util.List;
import java.util.Objects;
import org.grcuda.ptx.PtxType;

/** One instruction with its modifiers and types, as the ISA lists it. */
final class InstructionForm {

  private final String section;
  private final String pattern;
  private final String mnemonic;
  private final List<String> operands;
  private final List<String> parts;
  private final List<PtxType> types;

  /**
   * Takes apart what the catalogue says.
   *
   * @param section number and title in PTX ISA 8.8
   * @param pattern the line of the catalogue that it comes from
   * @param mnemonic such as {@code mul.wide.u16}
   * @param operands descriptions, see the catalogue; one text in quotes for whole statements
   */
  InstructionForm(String section, String pattern, String mnemonic, List<String> operands) {
    this.section = section;
    this.pattern = pattern;
    this.mnemonic = mnemonic;
    this.operands = List.copyOf(operands);
    this.parts = List.of(mnemonic.split("\\."));
    this.types = parts.stream().map(PtxType::ofName).filter(Objects::nonNull).toList();
  }

  /** The section of the ISA. */
  String section() {
    return section;
  }

  /** Whether a section is counted apart. */
  static boolean isApart(String section) {
    return section.endsWith("(apart)");
  }

  /** The line of the catalogue. */
  String pattern() {
    return pattern;
  }

  /** The name with all modifiers. */
  String mnemonic() {
    return mnemonic;
  }

  /** Descriptions of the operands. */
  List<String> operands() {
    return operands;
  }

  /** The opcode. */
  String opcode() {
    return parts.get(0);
  }

  /** Whether it has a modifier. */
  boolean has(String modifier) {
    return parts.contains(modifier);
  }

  /** Types named, in order. */
  List<PtxType> types() {
    return types;
  }

  /** Whether its operands can be written from their descriptions. */
  boolean isWritable() {
    return !operands.contains("...") && !isText();
  }

  /** Whether it is given as whole statements. */
  boolean isText() {
    return !operands.isEmpty() && operands.get(0).startsWith("\"");
  }

  /** Elements of its vector operand, 1 if there is none. */
  int vectorWidth() {
    return has("v8") ? 8 : has("v4") ? 4 : has("v2") ? 2 : 1;
  }

  /** Whether it accesses memory of its own. */
  boolean accessesMemory() {
    return operands.stream().anyMatch(o -> o.startsWith("@"));
  }

  /** Whether threads of a warp or block meet at it. */
  boolean synchronizes() {
    return switch (opcode()) {
      case "bar", "barrier", "shfl", "vote", "match", "activemask", "redux", "elect" -> true;
      case "mma", "wmma", "ldmatrix", "stmatrix", "movmatrix" -> true;
      default -> false;
    };
  }

  /** Whether only targets before sm_70 have it. */
  boolean isLegacy() {
    return (opcode().equals("vote") || opcode().equals("shfl")) && !has("sync");
  }

  /** Whether it leaves the straight path. */
  boolean controls() {
    return switch (opcode()) {
      case "bra", "brx", "call", "ret", "exit", "trap", "brkpt" -> true;
      default -> false;
    };
  }

  /** Whether it reads or writes the carry flag. */
  boolean carries() {
    return has("cc") || opcode().equals("addc") || opcode().equals("subc");
  }
}
