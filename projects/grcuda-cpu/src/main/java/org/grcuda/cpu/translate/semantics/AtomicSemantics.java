package org.grcuda.cpu.translate.semantics;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Atomic read-modify-write operations (PTX ISA 9.7.13.5 atom, 9.7.13.6 red). Addresses are native
 * and have been checked. Every operation gives the value that was there before. Those on 128 bits
 * are atomic among themselves.
 */
public final class AtomicSemantics {

  private static final MemorySegment MEMORY = NativeMemory.ALL;
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  /** The JVM has no atomics of 16 bytes: an address has one of these locks. */
  private static final Object[] LOCKS = Stream.generate(Object::new).limit(64).toArray();

  /** What {@link #high128} gives to a thread. */
  private static final ThreadLocal<long[]> HIGH = ThreadLocal.withInitial(() -> new long[1]);

  private AtomicSemantics() {}

  /** {@code atom.add.u32}. */
  public static int add32(long address, int value) {
    return (int) INT.getAndAdd(MEMORY, address, value);
  }

  /** {@code atom.add.u64}. */
  public static long add64(long address, long value) {
    return (long) LONG.getAndAdd(MEMORY, address, value);
  }

  /** {@code atom.add.f32}. */
  public static float addF32(long address, float value) {
    int before;
    int after;
    do {
      before = (int) INT.getVolatile(MEMORY, address);
      after = Float.floatToRawIntBits(Float.intBitsToFloat(before) + value);
    } while (!(boolean) INT.weakCompareAndSet(MEMORY, address, before, after));
    return Float.intBitsToFloat(before);
  }

  /** {@code atom.add.f64}. */
  public static double addF64(long address, double value) {
    long before;
    long after;
    do {
      before = (long) LONG.getVolatile(MEMORY, address);
      after = Double.doubleToRawLongBits(Double.longBitsToDouble(before) + value);
    } while (!(boolean) LONG.weakCompareAndSet(MEMORY, address, before, after));
    return Double.longBitsToDouble(before);
  }

  /** {@code atom.add.noftz.f16}. */
  public static int addF16(long address, int value) {
    return update16(address, bits -> half(bits, value, Float::sum));
  }

  /** {@code atom.add.noftz.bf16}. */
  public static int addBF16(long address, int value) {
    return update16(address, bits -> bfloat(bits, value, Float::sum));
  }

  /** {@code atom.add.noftz.f16x2}: each part is atomic, here both are together. */
  public static int addF16X2(long address, int value) {
    return parts(address, value, (a, b) -> half(a, b, Float::sum));
  }

  /** {@code atom.add.noftz.bf16x2}. */
  public static int addBF16X2(long address, int value) {
    return parts(address, value, (a, b) -> bfloat(a, b, Float::sum));
  }

  /** {@code atom.v2.f16.min}, an element: of a NaN and a number the number. */
  public static int minF16(long address, int value) {
    return update16(address, bits -> half(bits, value, FloatSemantics::min));
  }

  /** {@code atom.v2.f16.max}, an element. */
  public static int maxF16(long address, int value) {
    return update16(address, bits -> half(bits, value, FloatSemantics::max));
  }

  /** {@code atom.v2.bf16.min}, an element. */
  public static int minBF16(long address, int value) {
    return update16(address, bits -> bfloat(bits, value, FloatSemantics::min));
  }

  /** {@code atom.v2.bf16.max}, an element. */
  public static int maxBF16(long address, int value) {
    return update16(address, bits -> bfloat(bits, value, FloatSemantics::max));
  }

  /** {@code atom.v2.f16x2.min}, an element. */
  public static int minF16X2(long address, int value) {
    return parts(address, value, (a, b) -> half(a, b, FloatSemantics::min));
  }

  /** {@code atom.v2.f16x2.max}, an element. */
  public static int maxF16X2(long address, int value) {
    return parts(address, value, (a, b) -> half(a, b, FloatSemantics::max));
  }

  /** {@code atom.v2.bf16x2.min}, an element. */
  public static int minBF16X2(long address, int value) {
    return parts(address, value, (a, b) -> bfloat(a, b, FloatSemantics::min));
  }

  /** {@code atom.v2.bf16x2.max}, an element. */
  public static int maxBF16X2(long address, int value) {
    return parts(address, value, (a, b) -> bfloat(a, b, FloatSemantics::max));
  }

  private static int parts(long address, int value, IntBinaryOperator update) {
    return update32(
        address,
        bits ->
            ConvertSemantics.pack16(
                update.applyAsInt(bits & 0xffff, value & 0xffff),
                update.applyAsInt(bits >>> 16, value >>> 16)));
  }

  /** An operation on two floats. */
  @FunctionalInterface
  private interface FloatOperator {
    float of(float a, float b);
  }

  private static int half(int a, int b, FloatOperator operator) {
    return ConvertSemantics.halfOf(
        operator.of(ConvertSemantics.floatOfHalf(a), ConvertSemantics.floatOfHalf(b)));
  }

  private static int bfloat(int a, int b, FloatOperator operator) {
    return ConvertSemantics.bfloatOf(
        operator.of(ConvertSemantics.floatOfBfloat(a), ConvertSemantics.floatOfBfloat(b)));
  }

  /** {@code atom.exch.b16}. */
  public static int exch16(long address, int value) {
    return update16(address, bits -> value & 0xffff);
  }

  /** {@code atom.cas.b16}. */
  public static int cas16(long address, int expected, int value) {
    return update16(address, bits -> bits == (expected & 0xffff) ? value & 0xffff : bits);
  }

  private static int update32(long address, IntUnaryOperator update) {
    int before;
    do {
      before = (int) INT.getVolatile(MEMORY, address);
    } while (!(boolean) INT.weakCompareAndSet(MEMORY, address, before, update.applyAsInt(before)));
    return before;
  }

  /** Exchanges a half of the aligned word that holds it: the JVM has no atomics of 16 bits. */
  private static int update16(long address, IntUnaryOperator update) {
    int shift = (int) (address & 2) * 8;
    int word =
        update32(
            address & -4,
            bits -> {
              int after = update.applyAsInt(bits >>> shift & 0xffff);
              return bits & ~(0xffff << shift) | (after & 0xffff) << shift;
            });
    return word >>> shift & 0xffff;
  }

  /** {@code atom.and.b32}. */
  public static int and32(long address, int value) {
    return (int) INT.getAndBitwiseAnd(MEMORY, address, value);
  }

  /** {@code atom.and.b64}. */
  public static long and64(long address, long value) {
    return (long) LONG.getAndBitwiseAnd(MEMORY, address, value);
  }

  /** {@code atom.or.b32}. */
  public static int or32(long address, int value) {
    return (int) INT.getAndBitwiseOr(MEMORY, address, value);
  }

  /** {@code atom.or.b64}. */
  public static long or64(long address, long value) {
    return (long) LONG.getAndBitwiseOr(MEMORY, address, value);
  }

  /** {@code atom.xor.b32}. */
  public static int xor32(long address, int value) {
    return (int) INT.getAndBitwiseXor(MEMORY, address, value);
  }

  /** {@code atom.xor.b64}. */
  public static long xor64(long address, long value) {
    return (long) LONG.getAndBitwiseXor(MEMORY, address, value);
  }

  /** {@code atom.exch.b32}. */
  public static int exch32(long address, int value) {
    return (int) INT.getAndSet(MEMORY, address, value);
  }

  /** {@code atom.exch.b64}. */
  public static long exch64(long address, long value) {
    return (long) LONG.getAndSet(MEMORY, address, value);
  }

  /** {@code atom.cas.b32}. */
  public static int cas32(long address, int expected, int value) {
    return (int) INT.compareAndExchange(MEMORY, address, expected, value);
  }

  /** {@code atom.cas.b64}. */
  public static long cas64(long address, long expected, long value) {
    return (long) LONG.compareAndExchange(MEMORY, address, expected, value);
  }

  /** {@code atom.exch.b128}: the lower half; {@link #high128} gives the upper. */
  public static long exch128(long address, long low, long high) {
    synchronized (lock(address)) {
      return set128(address, low, high);
    }
  }

  /**
   * {@code atom.cas.b128}: as {@link #exch128}. Stores nothing unless that changes what is there: a
   * load is one such operation, and a narrower store beside it must not be lost.
   */
  public static long cas128(
      long address, long expectedLow, long expectedHigh, long low, long high) {
    synchronized (lock(address)) {
      long thereLow = (long) LONG.getVolatile(MEMORY, address);
      long thereHigh = (long) LONG.getVolatile(MEMORY, address + Long.BYTES);
      boolean equal = thereLow == expectedLow && thereHigh == expectedHigh;
      if (equal && (low != thereLow || high != thereHigh)) {
        return set128(address, low, high);
      }
      HIGH.get()[0] = thereHigh;
      return thereLow;
    }
  }

  private static long set128(long address, long low, long high) {
    HIGH.get()[0] = (long) LONG.getAndSet(MEMORY, address + Long.BYTES, high);
    return (long) LONG.getAndSet(MEMORY, address, low);
  }

  private static Object lock(long address) {
    return LOCKS[(int) (address >>> 4) & LOCKS.length - 1];
  }

  /** The upper half of what was there before the last operation of this thread on 128 bits. */
  public static long high128() {
    return HIGH.get()[0];
  }

  /** {@code atom.min.s32}. */
  public static int minS32(long address, int value) {
    int before = (int) INT.getVolatile(MEMORY, address);
    while (value < before) {
      int seen = cas32(address, before, value);
      if (seen == before) {
        break;
      }
      before = seen;
    }
    return before;
  }

  /** {@code atom.max.s32}. */
  public static int maxS32(long address, int value) {
    int before = (int) INT.getVolatile(MEMORY, address);
    while (value > before) {
      int seen = cas32(address, before, value);
      if (seen == before) {
        break;
      }
      before = seen;
    }
    return before;
  }

  /** {@code atom.min.u32}. */
  public static int minU32(long address, int value) {
    int before = (int) INT.getVolatile(MEMORY, address);
    while (Integer.compareUnsigned(value, before) < 0) {
      int seen = cas32(address, before, value);
      if (seen == before) {
        break;
      }
      before = seen;
    }
    return before;
  }

  /** {@code atom.max.u32}. */
  public static int maxU32(long address, int value) {
    int before = (int) INT.getVolatile(MEMORY, address);
    while (Integer.compareUnsigned(value, before) > 0) {
      int seen = cas32(address, before, value);
      if (seen == before) {
        break;
      }
      before = seen;
    }
    return before;
  }

  /** {@code atom.min.s64}. */
  public static long minS64(long address, long value) {
    long before = (long) LONG.getVolatile(MEMORY, address);
    while (value < before) {
      long seen = cas64(address, before, value);
      if (seen == before) {
        break;
      }
      before = seen;
    }
    return before;
  }

  /** {@code atom.max.s64}. */
  public static long maxS64(long address, long value) {
    long before = (long) LONG.getVolatile(MEMORY, address);
    while (value > before) {
      long seen = cas64(address, before, value);
      if (seen == before) {
        break;
      }
      before = seen;
    }
    return before;
  }

  /** {@code atom.min.u64}. */
  public static long minU64(long address, long value) {
    long before = (long) LONG.getVolatile(MEMORY, address);
    while (Long.compareUnsigned(value, before) < 0) {
      long seen = cas64(address, before, value);
      if (seen == before) {
        break;
      }
      before = seen;
    }
    return before;
  }

  /** {@code atom.max.u64}. */
  public static long maxU64(long address, long value) {
    long before = (long) LONG.getVolatile(MEMORY, address);
    while (Long.compareUnsigned(value, before) > 0) {
      long seen = cas64(address, before, value);
      if (seen == before) {
        break;
      }
      before = seen;
    }
    return before;
  }

  /** {@code atom.inc.u32}: up to and including {@code limit}, then 0. */
  public static int inc32(long address, int limit) {
    int before;
    int after;
    do {
      before = (int) INT.getVolatile(MEMORY, address);
      after = Integer.compareUnsigned(before, limit) >= 0 ? 0 : before + 1;
    } while (!(boolean) INT.weakCompareAndSet(MEMORY, address, before, after));
    return before;
  }

  /** {@code atom.dec.u32}: down to 0, then {@code limit}. */
  public static int dec32(long address, int limit) {
    int before;
    int after;
    do {
      before = (int) INT.getVolatile(MEMORY, address);
      after = before == 0 || Integer.compareUnsigned(before, limit) > 0 ? limit : before - 1;
    } while (!(boolean) INT.weakCompareAndSet(MEMORY, address, before, after));
    return before;
  }
}
