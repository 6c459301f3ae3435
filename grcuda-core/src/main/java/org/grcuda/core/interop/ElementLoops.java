package org.grcuda.core.interop;

import com.oracle.truffle.api.CallTarget;

/** Loops over elements that the compiler sees as guest code, in steps. */
final class ElementLoops {

  private static final int STEP = 1 << 14;

  private final GuestContext context;

  ElementLoops(GuestContext context) {
    this.context = context;
  }

  /** Stores all elements of list {@code source} in row {@code target}. */
  void read(DeviceArray target, Object source) {
    run(context.loops().readList(), target, source);
  }

  /** Stores all elements of row {@code source} in list {@code target}. */
  void write(DeviceArray source, Object target) {
    run(context.loops().writeList(), source, target);
  }

  private static void run(CallTarget loop, DeviceArray array, Object list) {
    for (long from = 0; from < array.length(); from += STEP) {
      loop.call(array, list, from, Math.min(array.length(), from + STEP));
    }
  }

  /** Copies {@code bytes} bytes from {@code address} into a guest buffer. */
  void writeBuffer(GuestBuffer target, long address, long bytes) {
    CallTarget loop = context.loops().writeBuffer();
    for (long from = 0; from < bytes; from += 8 * STEP) {
      long step = Math.min(8 * STEP, bytes - from);
      loop.call(target.buffer(), target.offset() + from, address + from, step);
    }
  }
}
