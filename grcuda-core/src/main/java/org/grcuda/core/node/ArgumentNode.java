package org.grcuda.core.node;

import com.oracle.truffle.api.frame.VirtualFrame;

/** An argument of the parsed expression (Env.parsePublic with argument names). */
final class ArgumentNode extends ExpressionNode {

  private final int index;

  ArgumentNode(int index) {
    this.index = index;
  }

  @Override
  Object execute(VirtualFrame frame) {
    return frame.getArguments()[index];
  }
}
