package org.grcuda.core.language;

import com.oracle.truffle.api.frame.VirtualFrame;
import org.grcuda.ElementType;
import org.grcuda.GrCudaException;
import org.grcuda.Order;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.GuestException;

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
    GuestContext context = GrCudaLanguage.context(this);
    try {
      return new DeviceArray(context, context.session().allocate(type, shape, Order.C));
    } catch (GrCudaException e) {
      throw GuestException.of(e, this);
    }
  }
}
