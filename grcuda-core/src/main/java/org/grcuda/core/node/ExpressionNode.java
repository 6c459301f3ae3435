package org.grcuda.core.node;

import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;
import org.grcuda.core.expression.Expression;

/** A node of an expression. */
abstract class ExpressionNode extends Node {

  private int start;
  private int length;

  /** Sets the range in the source that errors point at. */
  final ExpressionNode at(Expression expression) {
    start = expression.start();
    length = expression.length();
    return this;
  }

  /** The value: an interop value. */
  abstract Object execute(VirtualFrame frame);

  @Override
  public SourceSection getSourceSection() {
    Source source = getRootNode() instanceof GrCudaRootNode root ? root.source() : null;
    return source == null ? null : source.createSection(start, length);
  }
}
