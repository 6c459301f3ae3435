package org.grcuda.core.node;

import com.oracle.truffle.api.frame.VirtualFrame;

/** A number or a string. */
final class LiteralNode extends ExpressionNode {

  private final Object value;

  LiteralNode(Object value) {
    this.value = value;
  }

  @Override
  Object execute(VirtualFrame frame) {
    return value;
  }
}
