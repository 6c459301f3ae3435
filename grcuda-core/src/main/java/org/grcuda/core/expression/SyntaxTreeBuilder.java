package org.grcuda.core.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.graalvm.shadowed.org.antlr.v4.runtime.ParserRuleContext;
import org.graalvm.shadowed.org.antlr.v4.runtime.Token;
import org.graalvm.shadowed.org.antlr.v4.runtime.misc.IntervalSet;
import org.graalvm.shadowed.org.antlr.v4.runtime.tree.TerminalNode;
import org.grcuda.core.expression.Expression.ArrayAllocation;
import org.grcuda.core.expression.Expression.Call;
import org.grcuda.core.expression.Expression.IntegerLiteral;
import org.grcuda.core.expression.Expression.Name;
import org.grcuda.core.expression.Expression.StringLiteral;
import org.grcuda.core.grammar.ExpressionGrammarLexer;
import org.grcuda.core.grammar.ExpressionGrammarParser;
import org.grcuda.core.grammar.ExpressionGrammarParser.ArgumentsContext;
import org.grcuda.core.grammar.ExpressionGrammarParser.DimensionContext;
import org.grcuda.core.grammar.ExpressionGrammarParser.FactorContext;
import org.grcuda.core.grammar.ExpressionGrammarParser.NameContext;
import org.grcuda.core.grammar.ExpressionGrammarParser.OperandContext;
import org.grcuda.core.grammar.ExpressionGrammarParser.SumContext;
import org.grcuda.core.grammar.FirstErrorStrategy;
import org.grcuda.core.grammar.FirstErrorStrategy.Expected;
import org.grcuda.core.grammar.StringCharStream;
import org.grcuda.core.grammar.SyntaxError;
import org.grcuda.core.grammar.TokenReader;
import org.grcuda.types.ElementType;
import org.grcuda.types.UnknownTypeException;

/** Turns the generated parser's contexts into the syntax tree, with constants folded. */
final class SyntaxTreeBuilder {

  private static final int MAX_TOKENS = 1000;
  private static final Map<Integer, String> UNTERMINATED =
      Map.of(
          ExpressionGrammarLexer.UNTERMINATED_STRING, "this string has no closing quote",
          ExpressionGrammarLexer.UNTERMINATED_COMMENT, "this comment has no closing '*/'");

  private SyntaxTreeBuilder() {}

  /**
   * The syntax tree of a source text.
   *
   * @throws SyntaxError if it has none
   */
  static Expression build(String source) {
    var lexer = new ExpressionGrammarLexer(new StringCharStream(source));
    var tokens = new TokenReader(MAX_TOKENS, UNTERMINATED).read(lexer);
    var parser = new ExpressionGrammarParser(tokens);
    parser.setErrorHandler(new FirstErrorStrategy(SyntaxTreeBuilder::inWords, "end of input"));
    return sum(parser.program().sum());
  }

  /**
   * What may follow at an error, without operators and postfixes, which may follow nearly
   * everywhere.
   */
  private static Expected inWords(IntervalSet types) {
    List<String> phrases = new ArrayList<>();
    if (types.contains(ExpressionGrammarLexer.INTEGER)) {
      phrases.add("an expression");
    } else if (types.contains(ExpressionGrammarLexer.IDENTIFIER)) {
      phrases.add("a name");
    }
    if (types.contains(ExpressionGrammarLexer.COMMA)) {
      phrases.add("','");
    }
    if (types.contains(ExpressionGrammarLexer.CLOSE)) {
      phrases.add("')'");
    }
    if (types.contains(ExpressionGrammarLexer.CLOSE_BRACKET)) {
      phrases.add("']'");
    }
    if (types.contains(Token.EOF)) {
      phrases.add("end of input");
    }
    return new Expected(phrases, List.of());
  }

  private static Expression sum(SumContext context) {
    return chain(context, child -> chain(child, SyntaxTreeBuilder::factor));
  }

  /** Operands and the operators between them, from left to right. */
  private static Expression chain(ParserRuleContext context, Operand operand) {
    Expression left = operand.build((ParserRuleContext) context.getChild(0));
    for (int i = 1; i < context.getChildCount(); i += 2) {
      Token sign = ((TerminalNode) context.getChild(i)).getSymbol();
      Expression right = operand.build((ParserRuleContext) context.getChild(i + 1));
      left = ConstantFolding.binary(operator(sign), left, right);
    }
    return left;
  }

  @FunctionalInterface
  private interface Operand {
    Expression build(ParserRuleContext context);
  }

  private static Operator operator(Token sign) {
    return switch (sign.getType()) {
      case ExpressionGrammarLexer.PLUS -> Operator.PLUS;
      case ExpressionGrammarLexer.MINUS -> Operator.MINUS;
      case ExpressionGrammarLexer.TIMES -> Operator.TIMES;
      case ExpressionGrammarLexer.DIVIDE -> Operator.DIVIDE;
      default -> Operator.MODULO;
    };
  }

  private static Expression factor(ParserRuleContext context) {
    int signs = context.getChildCount() - 1;
    OperandContext operand = ((FactorContext) context).operand();
    Expression value;
    if (signs > 0 && operand.INTEGER() != null && isMinus(context, signs - 1)) {
      // Its sign belongs to the literal: -9223372036854775808 has no positive counterpart.
      signs--;
      Token minus = ((TerminalNode) context.getChild(signs)).getSymbol();
      value = Literals.integer(minus, operand.INTEGER().getSymbol());
    } else {
      value = operand(operand);
    }
    for (int i = signs - 1; i >= 0; i--) {
      int start = ((TerminalNode) context.getChild(i)).getSymbol().getStartIndex();
      value = ConstantFolding.sign(isMinus(context, i), value, start);
    }
    return value;
  }

  private static boolean isMinus(ParserRuleContext context, int child) {
    TerminalNode sign = (TerminalNode) context.getChild(child);
    return sign.getSymbol().getType() == ExpressionGrammarLexer.MINUS;
  }

  private static Expression operand(OperandContext context) {
    Token first = context.getStart();
    return switch (first.getType()) {
      case ExpressionGrammarLexer.INTEGER -> Literals.integer(null, first);
      case ExpressionGrammarLexer.FLOAT -> Literals.floating(first);
      case ExpressionGrammarLexer.STRING ->
          new StringLiteral(
              StringEscapes.resolve(first.getText(), first.getStartIndex()),
              start(context),
              length(context));
      case ExpressionGrammarLexer.OPEN -> sum(context.sum());
      default -> context.dimension().isEmpty() ? calls(context) : allocation(context);
    };
  }

  private static Expression calls(OperandContext context) {
    NameContext name = context.name();
    List<String> path = name.IDENTIFIER().stream().map(TerminalNode::getText).toList();
    Expression callee = new Name(path, start(name), length(name));
    for (ArgumentsContext arguments : context.arguments()) {
      List<Expression> values = arguments.sum().stream().map(SyntaxTreeBuilder::sum).toList();
      int length = start(arguments) + length(arguments) - start(name);
      callee = new Call(callee, values, start(name), length);
    }
    return callee;
  }

  private static Expression allocation(OperandContext context) {
    NameContext name = context.name();
    try {
      ElementType type = ElementType.parse(name.getText());
      List<Long> shape = context.dimension().stream().map(SyntaxTreeBuilder::size).toList();
      return new ArrayAllocation(type, shape, start(context), length(context));
    } catch (UnknownTypeException unknown) {
      throw new SyntaxError(start(name), length(name), unknown.getMessage());
    }
  }

  private static long size(DimensionContext context) {
    Expression size = sum(context.sum());
    String problem = null;
    if (!(size instanceof IntegerLiteral)) {
      problem = "the size of an array must be a constant integer";
    } else if (((IntegerLiteral) size).value() < 0) {
      problem = "the size of an array must not be negative";
    }
    if (problem != null) {
      throw new SyntaxError(start(context.sum()), length(context.sum()), problem);
    }
    return ((IntegerLiteral) size).value();
  }

  private static int start(ParserRuleContext context) {
    return context.getStart().getStartIndex();
  }

  private static int length(ParserRuleContext context) {
    return context.getStop().getStopIndex() + 1 - start(context);
  }
}
