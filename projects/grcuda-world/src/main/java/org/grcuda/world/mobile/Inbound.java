package org.grcuda.world.mobile;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.transfer.Transfers;

/** Reads the values of records about objects. Their arrays arrive by themselves. */
final class Inbound {

  private final GrCuda cuda;
  private final Transfers transfers;

  Inbound(GrCuda cuda, Transfers transfers) {
    this.cuda = cuda;
    this.transfers = transfers;
  }

  /** The values that {@link Outbound#post} has written; arrays are new. */
  List<Object> values(int source, RecordReader record) {
    return values(
        record, (type, order, shape, number) -> receive(source, type, order, shape, number));
  }

  private static List<Object> values(RecordReader record, ValueReader.ArrayReceiver receiver) {
    ValueReader reader = new ValueReader(record, receiver);
    int count = record.readCount(Byte.BYTES);
    List<Object> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(reader.read());
    }
    return values;
  }

  private DeviceArray receive(
      int source, ElementType type, Order order, long[] shape, long number) {
    DeviceArray array = cuda.array(type, order, shape);
    transfers.receiveOwn(source, number, array);
    return array;
  }

  /** The arguments of a call; arrays are new. */
  List<Object> arguments(Invocation call) {
    return values(call.source(), call.arguments());
  }

  /**
   * Receives the array that is the only argument of {@code call} into {@code target}.
   *
   * @throws GrCudaException if it does not fit; it is received all the same, and given up
   */
  void receiveInto(DeviceArray target, Invocation call) {
    String[] problem = {null};
    values(
        call.arguments(),
        (type, order, shape, number) -> {
          long length = 1;
          for (long extent : shape) {
            length *= extent;
          }
          if (type == target.type() && length == target.length()) {
            transfers.receiveOwn(call.source(), number, target);
            return target;
          }
          problem[0] = length + " elements of type " + type + " do not fit " + target;
          return receive(call.source(), type, order, shape, number);
        });
    if (problem[0] != null) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, problem[0]);
    }
  }

  /** Argument {@code index}, an integer. */
  static long integer(List<Object> arguments, int index) {
    if (index < arguments.size() && arguments.get(index) instanceof Long integer) {
      return integer;
    }
    throw new FrameException("argument " + index + " of " + arguments + " is no integer");
  }
}
