package org.grcuda.core.node;

import java.util.List;
import org.grcuda.core.expression.Expression;
import org.grcuda.core.expression.Operator;

/** Turns syntax trees into nodes. */
final class ExpressionTranslator {

  private final List<String> argumentNames;

  /**
   * @param argumentNames names that mean the arguments of the call target
   */
  ExpressionTranslator(List<String> argumentNames) {
    this.argumentNames = argumentNames;
  }

  /** The node of {@code expression}. */
  ExpressionNode translate(Expression expression) {
    return node(expression).at(expression);
  }

  private ExpressionNode node(Expression expression) {
    return switch (expression) {
      case Expression.IntegerLiteral literal -> new LiteralNode(literal.value());
      case Expression.FloatLiteral literal -> new LiteralNode(literal.value());
      case Expression.StringLiteral literal -> new LiteralNode(literal.value());
      case Expression.Name name -> name(name.path());
      case Expression.Call call ->
          new CallNode(
              translate(call.callee()),
              call.arguments().stream().map(this::translate).toArray(ExpressionNode[]::new));
      case Expression.ArrayAllocation array ->
          new ArrayAllocationNode(
              array.type(), array.shape().stream().mapToLong(Long::longValue).toArray());
      case Expression.Binary binary ->
          new ArithmeticNode(
              binary.operator(), translate(binary.left()), translate(binary.right()));
      case Expression.Negation negation ->
          new ArithmeticNode(Operator.MINUS, new LiteralNode(0L), translate(negation.operand()));
    };
  }

  private ExpressionNode name(List<String> path) {
    int argument = path.size() == 1 ? argumentNames.indexOf(path.getFirst()) : -1;
    return argument >= 0 ? new ArgumentNode(argument) : new NameNode(path);
  }
}
