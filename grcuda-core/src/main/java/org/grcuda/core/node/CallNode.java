package org.grcuda.core.node;

import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.Values;
import org.grcuda.types.GrCudaException;

/** A call of a function. */
final class CallNode extends ExpressionNode {

  @Child private ExpressionNode callee;
  @Children private final ExpressionNode[] arguments;
  @Child private InteropLibrary interop = InteropLibrary.getFactory().createDispatched(3);

  CallNode(ExpressionNode callee, ExpressionNode[] arguments) {
    this.callee = callee;
    this.arguments = arguments;
  }

  @Override
  @ExplodeLoop
  Object execute(VirtualFrame frame) {
    Object function = callee.execute(frame);
    Object[] values = new Object[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      values[i] = arguments[i].execute(frame);
    }
    try {
      return interop.execute(function, values);
    } catch (UnsupportedMessageException e) {
      throw refused(Values.describe(function) + " cannot be called");
    } catch (UnsupportedTypeException | ArityException e) {
      throw refused(e.getMessage());
    }
  }

  private GuestException refused(String message) {
    return GuestException.of(new GrCudaException(GrCudaException.Kind.TYPE, message), this);
  }
}
