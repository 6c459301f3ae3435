package org.grcuda.core.node;

import com.oracle.truffle.api.frame.VirtualFrame;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/** An array in C order: {@code float[28][28]}. */
final class ArrayAllocationNode extends ExpressionNode {

  private final ElementType type;
  private final long[] shape;

  ArrayAllocationNode(ElementType type, long[] shape) {
    this.type = type;
    this.shape = shape;
  }

  @Override
  Object execute(VirtualFrame frame) {
    GuestContext context = Evaluation.current(this).context();
    try {
      return new DeviceArray(context, context.session().allocate(type, shape, Order.C));
    } catch (GrCudaException e) {
      throw GuestException.of(e, this);
    }
  }
}
