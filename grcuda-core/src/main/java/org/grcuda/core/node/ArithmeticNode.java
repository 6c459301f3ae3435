package org.grcuda.core.node;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import org.grcuda.core.expression.Operator;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.Values;
import org.grcuda.types.GrCudaException;

/** Arithmetic of two values that are not both literals. */
final class ArithmeticNode extends ExpressionNode {

  private final Operator operator;
  @Child private ExpressionNode left;
  @Child private ExpressionNode right;

  ArithmeticNode(Operator operator, ExpressionNode left, ExpressionNode right) {
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  Object execute(VirtualFrame frame) {
    return apply(left.execute(frame), right.execute(frame));
  }

  @TruffleBoundary
  private Object apply(Object a, Object b) {
    InteropLibrary interop = InteropLibrary.getUncached();
    try {
      if (interop.fitsInLong(a) && interop.fitsInLong(b)) {
        return operator.apply(interop.asLong(a), interop.asLong(b));
      }
      if (interop.fitsInDouble(a) && interop.fitsInDouble(b)) {
        return operator.apply(interop.asDouble(a), interop.asDouble(b));
      }
    } catch (ArithmeticException e) {
      throw refused(GrCudaException.Kind.VALUE, e.getMessage());
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("a number that cannot be read", e);
    }
    throw refused(
        GrCudaException.Kind.TYPE,
        "'"
            + operator
            + "' needs two numbers, given "
            + Values.describe(a)
            + " and "
            + Values.describe(b));
  }

  private GuestException refused(GrCudaException.Kind kind, String message) {
    return GuestException.of(new GrCudaException(kind, message), this);
  }
}
