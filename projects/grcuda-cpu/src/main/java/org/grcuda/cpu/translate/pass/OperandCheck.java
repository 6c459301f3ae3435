package org.grcuda.cpu.translate.pass;

import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.RegisterUse;

/** Checks that an operand matches the {@link org.grcuda.ptx.OperandForm} at its position. */
final class OperandCheck {

  private static final Set<String> PARTS = Set.of("b0", "b1", "b2", "b3", "h0", "h1");
  private static final int WORD = 4;

  private final Instruction i;
  private final boolean isDestination;
  private final boolean takesPair;
  private char letter;

  private OperandCheck(Instruction i, boolean isDestination, char letter) {
    this.i = i;
    this.isDestination = isDestination;
    this.takesPair = Character.isUpperCase(letter);
    this.letter = Character.toLowerCase(letter);
  }

  /**
   * Checks one operand.
   *
   * @param letter of the form
   */
  static void run(Instruction i, int position, char letter) {
    boolean isDestination = position == 0 && RegisterUse.hasDestination(i);
    new OperandCheck(i, isDestination, letter).check(i.operand(position));
  }

  private void check(Operand operand) {
    if (letter == 'c' && !(operand instanceof Operand.IntegerImmediate)) {
      throw wrong(operand, "an integer constant");
    }
    if (letter == 's' && !(operand instanceof Operand.IntegerImmediate n && isCopied(n.value()))) {
      throw wrong(operand, "4, 8 or 16");
    }
    if (letter == 'o') {
      letter = isPredicate(operand) ? 'p' : 'i';
    }
    if ((letter == 'a') != operand instanceof Operand.Address && letter != 'n') {
      throw wrong(operand, letter == 'a' ? "an address in brackets" : "no address");
    }
    boolean isVector = i.is(Trait.TAKES_VECTOR) && letter == 't' && i.movedParts() > 1;
    boolean isWholeSink = isDestination && operand instanceof Operand.Sink;
    if (isVector && !isWholeSink && !(operand instanceof Operand.Vector)) {
      throw wrong(operand, "a vector of " + i.movedParts() + " elements");
    }
    switch (operand) {
      case Register register -> checkRegister(register, letter, 1);
      case Operand.Address address -> checkBase(address);
      case Operand.Vector vector -> checkVector(vector);
      case Operand.Pair pair -> checkPair(pair);
      case Operand.Element element -> {
        if (!i.is(Trait.TAKES_PART)) {
          throw wrong(operand, "no part of a register");
        }
        if (!PARTS.contains(element.selector())) {
          throw wrong(operand, "a part .b0, .b1, .b2, .b3, .h0 or .h1");
        }
        checkRegister(element.register(), 'i', 1);
      }
      case Operand.Sink sink -> {
        if (!isDestination) {
          throw wrong(operand, "a value");
        }
      }
      case Operand.Negated negated -> {
        if (letter != 'p' || isDestination) {
          throw wrong(operand, expected());
        }
      }
      case Operand.CompositeAddress address -> requireAny(operand);
      case Operand.LabelReference label -> requireAny(operand);
      case Operand.ArgumentList list -> requireAny(operand);
      default -> {
        if (isDestination) {
          throw wrong(operand, "a register");
        }
      }
    }
  }

  /** PTX ISA 9.7.9.25.3. */
  private static boolean isCopied(long bytes) {
    return bytes == 4 || bytes == 8 || bytes == 16;
  }

  private static boolean isPredicate(Operand operand) {
    return operand instanceof Operand.Negated
        || operand instanceof Register register && register.type() == PtxType.PRED;
  }

  private void requireAny(Operand operand) {
    if (letter != 'n' || isDestination) {
      throw wrong(operand, expected());
    }
  }

  private void checkBase(Operand.Address address) {
    if (address.base() instanceof Register base) {
      PtxType type = base.type();
      if (!type.isInteger() || type.size() < WORD || type.size() > 2 * WORD) {
        throw wrong(address, "an address in a register of 32 or 64 bits");
      }
    }
  }

  private void checkVector(Operand.Vector vector) {
    if (!i.is(Trait.TAKES_VECTOR)) {
      throw wrong(vector, "no vector");
    }
    boolean packs = i.opcode() == Opcode.MOV && i.movedParts() == 1;
    if (packs && i.type().kind() != PtxType.Kind.BITS) {
      throw wrong(vector, "no vector, but with .b16, .b32, .b64 or .b128");
    }
    if (packs && i.operands().stream().allMatch(o -> o instanceof Operand.Vector)) {
      throw wrong(vector, "one vector, the other operand being no vector");
    }
    int parts = packs ? vector.elements().size() : i.type() == PtxType.B128 ? 2 : 1;
    if (!packs && vector.elements().size() != i.movedParts()) {
      throw wrong(vector, i.movedParts() == 1 ? "no vector" : i.movedParts() + " elements");
    }
    for (Operand element : vector.elements()) {
      switch (element) {
        case Register register -> checkRegister(register, letter, parts);
        case Operand.IntegerImmediate n when !isDestination -> {}
        case Operand.FloatImmediate f when !isDestination -> {}
        case Operand.Sink sink when isDestination -> {}
        default -> throw wrong(vector, "registers");
      }
    }
  }

  private void checkPair(Operand.Pair pair) {
    if (!takesPair) {
      throw wrong(pair, "no pair");
    }
    if (pair.first() instanceof Register first) {
      checkRegister(first, letter, 1);
    }
    if (pair.second() instanceof Register second) {
      checkRegister(second, 'p', 1);
    }
  }

  /**
   * @param parts how many registers make the value together
   */
  private void checkRegister(Register register, char expected, int parts) {
    if (expected == 'n') {
      return;
    }
    PtxType type = expected == 'u' ? i.sourceType() : i.type();
    boolean predicate = expected == 'p' || expected != 'i' && type == PtxType.PRED;
    if (predicate != (register.type() == PtxType.PRED)) {
      throw wrong(register, predicate ? "a predicate" : "no predicate");
    }
    if (predicate) {
      return;
    }
    int bytes = (expected == 'i' ? WORD : expected == 'w' ? 2 * type.size() : type.size()) / parts;
    int own = register.type().size();
    if (own < bytes || own > bytes && !takesWider()) {
      throw wrong(register, 8 * bytes + " bits");
    }
  }

  /** PTX ISA 9.4.1, operand size exceeding type size. */
  private boolean takesWider() {
    boolean packs =
        i.opcode() == Opcode.MOV
            && i.operands().stream().anyMatch(o -> o instanceof Operand.Vector);
    return packs || i.is(Trait.TAKES_WIDER);
  }

  private String expected() {
    return switch (letter) {
      case 'p' -> "a predicate";
      case 'a' -> "an address in brackets";
      default -> "a value";
    };
  }

  private RuntimeException wrong(Operand operand, String wanted) {
    return WellFormed.malformed(i, "has %s where it takes %s", operand.text(), wanted);
  }
}
