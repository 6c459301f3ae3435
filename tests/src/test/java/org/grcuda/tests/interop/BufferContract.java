package org.grcuda.tests.interop;

import static org.grcuda.tests.interop.InteropContract.INTEROP;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InvalidBufferOffsetException;
import java.nio.ByteOrder;
import java.util.Arrays;

/** What interop demands of objects with buffer elements; here they can all be written. */
final class BufferContract {

  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
  private static final ByteOrder BIG = ByteOrder.BIG_ENDIAN;

  private BufferContract() {}

  static void check(Object object, InteropContract contract) throws InteropException {
    if (!INTEROP.hasBufferElements(object)) {
      return;
    }
    long size = INTEROP.getBufferSize(object);
    contract.demand(size > 0, "the buffer size is " + size);
    contract.demand(INTEROP.isBufferWritable(object), "a buffer that cannot be written");
    bounds(object, size, contract);
    bulk(object, (int) size, contract);
    if (size >= Long.BYTES) {
      byteOrders(object, contract);
    }
  }

  private static void bounds(Object object, long size, InteropContract contract)
      throws InteropException {
    INTEROP.writeBufferByte(object, size - 1, INTEROP.readBufferByte(object, size - 1));
    for (long offset : new long[] {-1, size, Long.MIN_VALUE, Long.MAX_VALUE}) {
      outside(contract, "byte", offset, () -> INTEROP.readBufferByte(object, offset));
      outside(contract, "byte", offset, () -> INTEROP.writeBufferByte(object, offset, (byte) 0));
    }
    long half = size - 1;
    outside(contract, "short", half, () -> INTEROP.readBufferShort(object, LITTLE, half));
    outside(
        contract, "short", half, () -> INTEROP.writeBufferShort(object, LITTLE, half, (short) 0));
    long three = size - 3;
    outside(contract, "int", three, () -> INTEROP.readBufferInt(object, LITTLE, three));
    outside(contract, "int", three, () -> INTEROP.writeBufferInt(object, LITTLE, three, 0));
    outside(contract, "float", three, () -> INTEROP.readBufferFloat(object, LITTLE, three));
    outside(contract, "float", three, () -> INTEROP.writeBufferFloat(object, LITTLE, three, 0));
    long seven = size - 7;
    outside(contract, "long", seven, () -> INTEROP.readBufferLong(object, LITTLE, seven));
    outside(contract, "long", seven, () -> INTEROP.writeBufferLong(object, LITTLE, seven, 0));
    outside(contract, "double", seven, () -> INTEROP.readBufferDouble(object, LITTLE, seven));
    outside(contract, "double", seven, () -> INTEROP.writeBufferDouble(object, LITTLE, seven, 0));
  }

  private static void outside(
      InteropContract contract, String what, long offset, InteropContract.Message message) {
    contract.refuses(what + " at " + offset, message, InvalidBufferOffsetException.class);
  }

  private static void bulk(Object object, int size, InteropContract contract)
      throws InteropException {
    byte[] all = new byte[size + 4];
    Arrays.fill(all, (byte) 77);
    INTEROP.readBuffer(object, 0, all, 2, size);
    contract.demand(all[1] == 77 && all[size + 2] == 77, "a bulk read writes beyond its range");
    for (int i = 0; i < size; i++) {
      contract.demand(all[i + 2] == INTEROP.readBufferByte(object, i), "a bulk read differs");
    }
    outside(contract, "bulk", 1, () -> INTEROP.readBuffer(object, 1, all, 0, size));
    outside(contract, "bulk", -1, () -> INTEROP.readBuffer(object, -1, all, 0, 1));
  }

  private static void byteOrders(Object object, InteropContract contract) throws InteropException {
    long kept = INTEROP.readBufferLong(object, LITTLE, 0);
    contract.demand(
        INTEROP.readBufferLong(object, BIG, 0) == Long.reverseBytes(kept), "byte order of long");
    INTEROP.writeBufferInt(object, BIG, 0, 0x01020304);
    contract.demand(INTEROP.readBufferByte(object, 0) == 1, "byte order of a written int");
    contract.demand(INTEROP.readBufferInt(object, LITTLE, 0) == 0x04030201, "byte order of int");
    INTEROP.writeBufferShort(object, BIG, 0, (short) 0x0506);
    contract.demand(INTEROP.readBufferShort(object, LITTLE, 0) == 0x0605, "byte order of short");
    for (ByteOrder order : new ByteOrder[] {LITTLE, BIG}) {
      INTEROP.writeBufferFloat(object, order, 0, 1.5f);
      contract.demand(INTEROP.readBufferFloat(object, order, 0) == 1.5f, "a float in " + order);
      INTEROP.writeBufferDouble(object, order, 0, -2.5);
      contract.demand(INTEROP.readBufferDouble(object, order, 0) == -2.5, "a double in " + order);
    }
    INTEROP.writeBufferLong(object, LITTLE, 0, kept);
  }
}
