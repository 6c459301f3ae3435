package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Parses declarations of variables and parameters (PTX ISA 5.4). */
final class VariableParser {

  /** Most bytes of one variable: more than any device has. */
  private static final long MAX_SIZE = 1L << 40;

  private static final int MAX_DIMENSIONS = 16;

  /** PTX ISA 5.4.2. */
  private static final int MAX_VECTOR_SIZE = 16;

  /**
   * What registers one {@code .reg} takes: a vector those of its elements, {@code .b128} two.
   *
   * @param part type of each
   * @param parts how many
   */
  record RegisterType(PtxType part, int parts) {}

  private final Lexer lexer;
  private final Budget elements;

  /**
   * @param elements of all initialisers of the module
   */
  VariableParser(Lexer lexer, Budget elements) {
    this.lexer = lexer;
    this.elements = elements;
  }

  /** What precedes the name. */
  private static final class Attributes {
    private PtxType type;
    private int vectorWidth = 1;
    private int alignment;
    private boolean managed;
    private Variable.PointerAttribute pointer;
  }

  /**
   * Variables up to the semicolon, which is taken; the current token follows the state space.
   *
   * @param naming called with each name where it is read; gives the name to store
   */
  List<Variable> parseVariables(StateSpace space, Linkage linkage, UnaryOperator<String> naming) {
    Attributes attributes = attributes(false);
    List<Variable> variables = new ArrayList<>(1);
    do {
      variables.add(declarator(space, linkage, attributes, naming, true));
    } while (lexer.accept(","));
    lexer.expect(";");
    return variables;
  }

  /** A parenthesised list of parameters, empty where there are no parentheses. */
  List<Variable> parseParameters(UnaryOperator<String> naming) {
    List<Variable> parameters = new ArrayList<>();
    if (!lexer.accept("(") || lexer.accept(")")) {
      return parameters;
    }
    do {
      StateSpace space;
      if (lexer.acceptDotted("param")) {
        space = StateSpace.PARAM;
      } else if (lexer.acceptDotted("reg")) {
        space = StateSpace.REG;
      } else {
        throw lexer.expected("'.param' or '.reg'");
      }
      Attributes attributes = attributes(true);
      parameters.add(declarator(space, Linkage.INTERNAL, attributes, naming, false));
    } while (lexer.accept(","));
    lexer.expect(")");
    return parameters;
  }

  /** The parameters of a prototype, where each register of a vector is a parameter. */
  List<Variable> parsePrototype() {
    List<Variable> all = new ArrayList<>();
    for (Variable parameter : parseParameters(name -> name)) {
      if (parameter.space() == StateSpace.REG) {
        RegisterType type = registerType(parameter);
        for (int k = 0; k < type.parts(); k++) {
          all.add(parameter.inRegister(new Register(parameter.name(), type.part(), k)));
        }
      } else {
        all.add(parameter);
      }
    }
    return all;
  }

  /** The type of registers, such as {@code .v4 .f32}. */
  RegisterType parseRegisterType() {
    int width = lexer.acceptDotted("v2") ? 2 : lexer.acceptDotted("v4") ? 4 : 1;
    return registerType(parseType(), width);
  }

  /** The type of a parameter in registers. */
  RegisterType registerType(Variable parameter) {
    if (parameter.isArray()) {
      throw lexer.error("parameter " + parameter.name() + " lies in registers and is an array");
    }
    return registerType(parameter.type(), parameter.vectorWidth());
  }

  private RegisterType registerType(PtxType type, int width) {
    if (width > 1 && (type == PtxType.PRED || type.size() * width > MAX_VECTOR_SIZE)) {
      throw lexer.error(
          "there are no vector registers .v%d .%s: at most %d bytes, no predicates"
              .formatted(width, type.ptxName(), MAX_VECTOR_SIZE));
    }
    return type == PtxType.B128 ? new RegisterType(PtxType.B64, 2) : new RegisterType(type, width);
  }

  /** A type such as {@code .b32}. */
  PtxType parseType() {
    PtxType type = lexer.kind() == Lexer.Kind.DOTTED ? PtxType.ofName(lexer.text()) : null;
    if (type == null) {
      throw lexer.expected("a type");
    }
    lexer.next();
    return type;
  }

  private Attributes attributes(boolean isParameter) {
    Attributes attributes = new Attributes();
    while (lexer.kind() == Lexer.Kind.DOTTED) {
      switch (lexer.text()) {
        case "align" -> attributes.alignment = alignment();
        case "v2", "v4", "v8" ->
            attributes.vectorWidth =
                Integer.parseInt(lexer.expectDotted("a vector width").substring(1));
        case "attribute" -> attributes.managed |= parseAttribute();
        case "ptr" -> {
          if (!isParameter || attributes.type == null) {
            throw lexer.expected("a name");
          }
          lexer.next();
          attributes.pointer = pointer();
        }
        default -> {
          if (attributes.type != null) {
            throw lexer.expected("a name");
          }
          attributes.type = parseType();
        }
      }
    }
    if (attributes.type == null) {
      throw lexer.expected("a type");
    }
    return attributes;
  }

  private int alignment() {
    lexer.next();
    long alignment = lexer.kind() == Lexer.Kind.INTEGER ? lexer.bits() : 0;
    if (Long.bitCount(alignment) != 1 || alignment < 0 || alignment > 1 << 20) {
      throw lexer.expected("an alignment, a power of two");
    }
    lexer.next();
    return (int) alignment;
  }

  /** {@code .attribute(.managed, .unified(1, 2))}: true where managed. */
  boolean parseAttribute() {
    lexer.next();
    lexer.expect("(");
    boolean managed = false;
    do {
      managed |= lexer.expectDotted("an attribute").equals("managed");
      if (lexer.accept("(")) {
        do {
          lexer.expectInteger("an integer");
        } while (lexer.accept(","));
        lexer.expect(")");
      }
    } while (lexer.accept(","));
    lexer.expect(")");
    return managed;
  }

  private Variable.PointerAttribute pointer() {
    StateSpace space = StateSpace.GENERIC;
    if (lexer.kind() == Lexer.Kind.DOTTED && !lexer.isDotted("align")) {
      space = StateSpace.ofModifier(lexer.text());
      if (space == null) {
        throw lexer.expected("a state space or '.align'");
      }
      lexer.next();
    }
    return new Variable.PointerAttribute(space, lexer.isDotted("align") ? alignment() : 1);
  }

  private Variable declarator(
      StateSpace space,
      Linkage linkage,
      Attributes attributes,
      UnaryOperator<String> naming,
      boolean mayInitialise) {
    if (lexer.kind() != Lexer.Kind.IDENTIFIER) {
      throw lexer.expected("a name");
    }
    Position position = lexer.position();
    String name = naming.apply(lexer.text());
    lexer.next();
    List<Long> dimensions = dimensions(attributes);
    List<InitialValue> initializer = List.of();
    if (mayInitialise && lexer.is("=")) {
      if (space != StateSpace.GLOBAL && space != StateSpace.CONST) {
        throw lexer.error("only .global and .const variables can be initialised");
      }
      lexer.next();
      initializer =
          new InitializerParser(
                  lexer, attributes.type, attributes.vectorWidth, dimensions, elements)
              .parse();
    }
    int natural = attributes.type.size() * attributes.vectorWidth;
    return new Variable(
        space,
        linkage,
        attributes.type,
        attributes.vectorWidth,
        name,
        attributes.alignment == 0 ? natural : attributes.alignment,
        dimensions,
        initializer,
        attributes.managed,
        attributes.pointer,
        position);
  }

  private List<Long> dimensions(Attributes attributes) {
    List<Long> dimensions = new ArrayList<>(2);
    long size = (long) attributes.type.size() * attributes.vectorWidth;
    while (lexer.is("[")) {
      if (dimensions.size() == MAX_DIMENSIONS) {
        throw lexer.error("more than " + MAX_DIMENSIONS + " dimensions");
      }
      Lexer.Mark mark = lexer.mark();
      lexer.next();
      long dimension = 0;
      if (!lexer.is("]")) {
        dimension = ConstantExpression.parse(lexer);
      } else if (!dimensions.isEmpty()) {
        throw lexer.expected("a dimension: only the first may be empty");
      }
      if (dimension == 0 && !dimensions.isEmpty()) {
        lexer.rewind(mark);
        throw lexer.error("array has a dimension of 0: only the first may be that, or empty");
      }
      if (dimension < 0 || dimension > MAX_SIZE / size) {
        lexer.rewind(mark);
        throw lexer.error("array has a negative dimension or more than 2^40 bytes");
      }
      size *= Math.max(1, dimension);
      lexer.expect("]");
      dimensions.add(dimension);
    }
    return dimensions;
  }
}
