package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.List;

/** Parses a variable's initialiser into flat elements (PTX ISA 5.4.4). */
final class InitializerParser {

  private final Lexer lexer;
  private final PtxType type;
  private final List<Long> dimensions;
  private final long[] strides;
  private final Budget budget;
  private final List<InitialValue> values = new ArrayList<>();

  /**
   * @param dimensions of the variable; an unsized first one is set to what the initialiser has
   * @param budget of elements that are spelled or implied, of the module
   */
  InitializerParser(
      Lexer lexer, PtxType type, int vectorWidth, List<Long> dimensions, Budget budget) {
    this.budget = budget;
    this.lexer = lexer;
    this.type = type;
    this.dimensions = dimensions;
    int levels = dimensions.size() + (vectorWidth > 1 ? 1 : 0);
    this.strides = new long[levels];
    long stride = 1;
    for (int level = levels - 1; level >= 0; level--) {
      strides[level] = stride;
      stride *= level < dimensions.size() ? dimensions.get(level) : vectorWidth;
    }
  }

  List<InitialValue> parse() {
    if (strides.length == 0) {
      values.add(value());
      return values;
    }
    braces(0, Long.MAX_VALUE);
    if (!dimensions.isEmpty()) {
      long count = (values.size() + strides[0] - 1) / Math.max(1, strides[0]);
      if (dimensions.get(0) == 0) {
        dimensions.set(0, count);
      } else if (count > dimensions.get(0)) {
        throw lexer.error("initialiser has more elements than the array");
      }
    }
    return values;
  }

  private void braces(int level, long end) {
    if (level == strides.length) {
      throw lexer.expected("a constant");
    }
    lexer.expect("{");
    if (lexer.accept("}")) {
      return;
    }
    do {
      if (lexer.is("{")) {
        long next = values.size() + strides[level];
        braces(level + 1, next);
        pad(next);
      } else {
        add(value());
      }
      if (values.size() > end) {
        throw lexer.error("initialiser has more elements than the array");
      }
    } while (lexer.accept(","));
    lexer.expect("}");
  }

  private void pad(long size) {
    take(Math.max(0, size - values.size()));
    while (values.size() < size) {
      values.add(new InitialValue.Constant(0));
    }
  }

  private void add(InitialValue value) {
    take(1);
    values.add(value);
  }

  private void take(long count) {
    if (!budget.take(count)) {
      throw lexer.error("initialisers have more than " + budget.most() + " elements");
    }
  }

  private InitialValue value() {
    if (lexer.kind() == Lexer.Kind.FLOAT) {
      return floating(false);
    }
    if (lexer.kind() == Lexer.Kind.IDENTIFIER && !lexer.text().equals("WARP_SZ")) {
      return address(-1);
    }
    Lexer.Mark mark = lexer.mark();
    boolean negative = lexer.is("-");
    if (lexer.accept("-") || lexer.accept("+")) {
      if (lexer.kind() == Lexer.Kind.FLOAT) {
        return floating(negative);
      }
      lexer.rewind(mark);
    }
    long value = ConstantExpression.parse(lexer);
    if (lexer.is("(")) {
      if (value == 0) {
        throw lexer.error("the mask of an address is zero");
      }
      lexer.next();
      InitialValue masked = address(value);
      lexer.expect(")");
      return masked;
    }
    return new InitialValue.Constant(type.isFloat() ? encode(value) : truncate(value));
  }

  private InitialValue floating(boolean negative) {
    long bits = lexer.bits();
    boolean single = lexer.floatType() == PtxType.F32;
    double value = single ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    if (!type.isFloat() && (type.kind() != PtxType.Kind.BITS || type.size() != (single ? 4 : 8))) {
      throw lexer.expected("an integer constant");
    }
    lexer.next();
    boolean exact = !type.isFloat() || type == (single ? PtxType.F32 : PtxType.F64);
    long sign = !negative ? 0 : single ? 1L << 31 : Long.MIN_VALUE;
    return new InitialValue.Constant(exact ? bits ^ sign : encode(negative ? -value : value));
  }

  private long encode(double value) {
    return switch (type) {
      case F64 -> Double.doubleToRawLongBits(value);
      case F32 -> Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL;
      case F16 -> Float.floatToFloat16((float) value) & 0xFFFFL;
      default ->
          throw lexer.error("a ." + type.ptxName() + " variable cannot be initialised by a number");
    };
  }

  private long truncate(long value) {
    return type.size() >= 8 ? value : value & ((1L << type.bits()) - 1);
  }

  private InitialValue address(long mask) {
    String name = lexer.expectIdentifier("a constant or a symbol");
    boolean generic = name.equals("generic") && lexer.accept("(");
    if (generic) {
      name = lexer.expectIdentifier("a symbol");
    }
    long offset = offset();
    if (generic) {
      lexer.expect(")");
      offset += offset();
    }
    return new InitialValue.SymbolAddress(name, offset, generic, mask);
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
}
