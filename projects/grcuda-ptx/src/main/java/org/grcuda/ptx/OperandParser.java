package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.List;

/** Parses the operands of instructions (PTX ISA 6). */
final class OperandParser {

  /** Gives names their meaning. */
  interface Names {

    /**
     * What a name stands for: a register, or a symbol, perhaps of a label declared later.
     *
     * @param line of the name, for a later complaint that nothing declares it
     * @param column of the name
     */
    Operand resolve(String name, int line, int column);
  }

  /** The elements of a vector (PTX ISA 6.4.3). */
  static final String ELEMENTS = "xyzw";

  private static final String COLOURS = "rgba";
  private static final long SIGN_OF_FLOAT = 1L << 31;

  private final Lexer lexer;
  private final Names names;

  OperandParser(Lexer lexer, Names names) {
    this.lexer = lexer;
    this.names = names;
  }

  /** Operands up to the semicolon, which is taken. */
  List<Operand> parseList() {
    List<Operand> operands = new ArrayList<>(4);
    if (lexer.accept(";")) {
      return operands;
    }
    do {
      operands.add(parse());
    } while (lexer.accept(","));
    lexer.expect(";");
    return operands;
  }

  /** The operands of {@code call}, normalised, and the semicolon. */
  List<Operand> parseCall() {
    List<Operand> operands = new ArrayList<>(4);
    Operand results = new Operand.ArgumentList(List.of());
    if (lexer.is("(")) {
      results = argumentList();
      lexer.expect(",");
    }
    operands.add(results);
    Operand callee = parse();
    if (!(callee instanceof Register || callee instanceof Operand.Symbol)) {
      throw lexer.error("cannot call " + callee.text() + ": expected a function or a register");
    }
    operands.add(callee);
    Operand arguments = new Operand.ArgumentList(List.of());
    Operand prototype = null;
    while (lexer.accept(",")) {
      if (lexer.is("(") && operands.size() == 2) {
        arguments = argumentList();
        operands.add(arguments);
      } else if (prototype == null) {
        prototype = prototype();
      } else {
        throw lexer.expected("';'");
      }
    }
    lexer.expect(";");
    if (operands.size() == 2) {
      operands.add(arguments);
    }
    if (prototype != null) {
      operands.add(prototype);
    }
    return operands;
  }

  private Operand prototype() {
    int line = lexer.line();
    int column = lexer.column();
    String name = lexer.expectIdentifier("a prototype or target list");
    Operand meaning = names.resolve(name, line, column);
    if (!(meaning instanceof Operand.Symbol)) {
      throw new PtxSyntaxException(line, column, "'" + name + "' is not a prototype");
    }
    return meaning;
  }

  private Operand argumentList() {
    lexer.expect("(");
    List<Operand> arguments = new ArrayList<>(4);
    if (!lexer.accept(")")) {
      do {
        Operand argument = parse();
        if (argument instanceof Operand.Vector vector) {
          arguments.addAll(vector.elements());
        } else {
          arguments.add(argument);
        }
      } while (lexer.accept(","));
      lexer.expect(")");
    }
    return new Operand.ArgumentList(arguments);
  }

  private Operand parse() {
    Operand operand =
        lexer.is("[") ? address() : lexer.is("{") ? vector() : lexer.is("!") ? negated() : scalar();
    if (!lexer.is("|")) {
      return operand;
    }
    if (operand instanceof Register
        || operand instanceof Operand.Sink
        || operand instanceof Operand.Vector) {
      lexer.next();
      return new Operand.Pair(operand, single());
    }
    throw lexer.error("only registers can be paired with '|'");
  }

  /** An operand that is no vector. */
  private Operand single() {
    int line = lexer.line();
    int column = lexer.column();
    Operand operand = scalar();
    if (operand instanceof Operand.Vector) {
      throw new PtxSyntaxException(line, column, "expected one register, found a vector of them");
    }
    return operand;
  }

  private Operand scalar() {
    return switch (lexer.kind()) {
      case IDENTIFIER -> lexer.text().equals("WARP_SZ") ? integer() : named();
      case FLOAT -> floating(false);
      case INTEGER -> integer();
      case PUNCTUATION -> signed();
      default -> throw lexer.expected("an operand");
    };
  }

  private Operand integer() {
    return new Operand.IntegerImmediate(ConstantExpression.parse(lexer));
  }

  private Operand floating(boolean negative) {
    PtxType type = lexer.floatType();
    long sign = !negative ? 0 : type == PtxType.F32 ? SIGN_OF_FLOAT : Long.MIN_VALUE;
    Operand result = new Operand.FloatImmediate(type, lexer.bits() ^ sign);
    lexer.next();
    return result;
  }

  private Operand signed() {
    if (!ConstantExpression.startsAt(lexer)) {
      throw lexer.expected("an operand");
    }
    Lexer.Mark mark = lexer.mark();
    boolean negative = lexer.is("-");
    if (lexer.accept("-") || lexer.accept("+")) {
      if (lexer.kind() == Lexer.Kind.FLOAT) {
        return floating(negative);
      }
      lexer.rewind(mark);
    }
    return integer();
  }

  private Operand negated() {
    Lexer.Mark mark = lexer.mark();
    lexer.expect("!");
    if (lexer.kind() == Lexer.Kind.IDENTIFIER) {
      int line = lexer.line();
      int column = lexer.column();
      String name = lexer.text();
      if (named() instanceof Register register) {
        return new Operand.Negated(register);
      }
      throw new PtxSyntaxException(line, column, "'" + name + "' is not a predicate register");
    }
    lexer.rewind(mark);
    return integer();
  }

  private Operand named() {
    String name = lexer.text();
    int line = lexer.line();
    int column = lexer.column();
    lexer.next();
    if (name.equals("_")) {
      return new Operand.Sink();
    }
    Operand meaning = names.resolve(name, line, column);
    return switch (meaning) {
      case Register register ->
          lexer.kind() == Lexer.Kind.DOTTED
              ? new Operand.Element(register, lexer.expectDotted("a selector"))
              : register;
      case Operand.Vector vector -> lexer.kind() == Lexer.Kind.DOTTED ? element(vector) : vector;
      case Operand.SpecialRegister special -> component(special);
      case Operand.Symbol symbol -> new Operand.Symbol(symbol.name(), offset());
      default -> meaning;
    };
  }

  private Operand element(Operand.Vector vector) {
    String name = lexer.text();
    int index = Math.max(ELEMENTS.indexOf(name), COLOURS.indexOf(name));
    if (name.length() != 1 || index < 0 || index >= vector.elements().size()) {
      throw lexer.expected("an element of a vector of " + vector.elements().size());
    }
    lexer.next();
    return vector.elements().get(index);
  }

  private Operand component(Operand.SpecialRegister special) {
    if (SpecialRegisters.isVector(special.name()) && lexer.kind() == Lexer.Kind.DOTTED) {
      if (!lexer.text().matches("[xyzw]")) {
        throw lexer.expected("a component .x, .y, .z or .w");
      }
      return new Operand.SpecialRegister(special.name() + "." + lexer.expectDotted("a component"));
    }
    return special;
  }

  private long offset() {
    long offset = 0;
    while (lexer.is("+") || lexer.is("-")) {
      boolean negative = lexer.is("-");
      lexer.next();
      long term = ConstantExpression.parseTerm(lexer);
      offset += negative ? -term : term;
    }
    return offset;
  }

  private Operand address() {
    lexer.expect("[");
    Operand first = addressPart();
    if (lexer.accept("]")) {
      return first instanceof Operand.Address
          ? first
          : new Operand.CompositeAddress(List.of(first));
    }
    List<Operand> parts = new ArrayList<>();
    parts.add(part(first));
    while (lexer.accept(",")) {
      parts.add(part(addressPart()));
    }
    lexer.expect("]");
    return new Operand.CompositeAddress(parts);
  }

  private Operand addressPart() {
    if (lexer.is("{")) {
      return vector();
    }
    Operand base = scalar();
    return switch (base) {
      case Operand.Symbol symbol ->
          new Operand.Address(new Operand.Symbol(symbol.name(), 0), symbol.offset());
      case Register register -> new Operand.Address(register, offset());
      case Operand.IntegerImmediate immediate -> new Operand.Address(immediate, 0);
      case Operand.Vector vector -> vector;
      default ->
          throw lexer.error(
              "cannot address "
                  + base.text()
                  + ": expected a register, a variable or an integer constant");
    };
  }

  private Operand part(Operand part) {
    if (!(part instanceof Operand.Address address)) {
      return part;
    }
    if (address.base() instanceof Operand.Symbol symbol) {
      return new Operand.Symbol(symbol.name(), address.offset());
    }
    if (address.offset() != 0) {
      throw lexer.error("an offset is not supported in an address of several parts");
    }
    return address.base();
  }

  private Operand vector() {
    lexer.expect("{");
    List<Operand> elements = new ArrayList<>(4);
    do {
      elements.add(single());
    } while (lexer.accept(","));
    lexer.expect("}");
    return new Operand.Vector(elements);
  }
}
