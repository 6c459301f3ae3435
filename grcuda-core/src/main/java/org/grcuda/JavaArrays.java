package org.grcuda;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.Half;

/**
 * The Java arrays from and to which a device array is copied.
 *
 * @param <A> their class
 */
abstract class JavaArrays<A> {

  static final JavaArrays<byte[]> BYTES = new Same<>(byte[]::new, MemorySegment::ofArray);
  static final JavaArrays<short[]> SHORTS = new Same<>(short[]::new, MemorySegment::ofArray);
  static final JavaArrays<char[]> CHARS = new Same<>(char[]::new, MemorySegment::ofArray);
  static final JavaArrays<int[]> INTS = new Same<>(int[]::new, MemorySegment::ofArray);
  static final JavaArrays<long[]> LONGS = new Same<>(long[]::new, MemorySegment::ofArray);
  static final JavaArrays<float[]> FLOATS = new Same<>(float[]::new, MemorySegment::ofArray);
  static final JavaArrays<double[]> DOUBLES = new Same<>(double[]::new, MemorySegment::ofArray);
  static final JavaArrays<boolean[]> BOOLEANS = new Booleans();
  static final JavaArrays<float[]> HALVES = new Halves();

  /** A new array. */
  abstract A allocate(int length);

  /** Stores {@code count} values of {@code source}, from {@code offset} on, at {@code address}. */
  abstract void store(A source, int offset, int count, long address);

  /** Loads {@code count} values at {@code address} into {@code target}, from {@code offset} on. */
  abstract void load(long address, A target, int offset, int count);

  final int length(A array) {
    return Array.getLength(array);
  }

  /** Arrays whose elements lie in memory as those of the device array. */
  private static final class Same<A> extends JavaArrays<A> {

    private final IntFunction<A> allocate;
    private final Function<A, MemorySegment> segment;

    Same(IntFunction<A> allocate, Function<A, MemorySegment> segment) {
      this.allocate = allocate;
      this.segment = segment;
    }

    @Override
    A allocate(int length) {
      return allocate.apply(length);
    }

    @Override
    void store(A source, int offset, int count, long address) {
      MemorySegment from = values(source, offset, count);
      HostMemory.segment(address, from.byteSize()).copyFrom(from);
    }

    @Override
    void load(long address, A target, int offset, int count) {
      MemorySegment to = values(target, offset, count);
      to.copyFrom(HostMemory.segment(address, to.byteSize()));
    }

    private MemorySegment values(A array, int offset, int count) {
      MemorySegment all = segment.apply(array);
      long width = count == 0 ? 1 : all.byteSize() / length(array);
      return all.asSlice(offset * width, count * width);
    }
  }

  /** Truth values: a byte each, 0 or 1; every byte but 0 is true. */
  private static final class Booleans extends JavaArrays<boolean[]> {

    @Override
    boolean[] allocate(int length) {
      return new boolean[length];
    }

    @Override
    void store(boolean[] source, int offset, int count, long address) {
      for (int i = 0; i < count; i++) {
        HostMemory.putByte(address + i, (byte) (source[offset + i] ? 1 : 0));
      }
    }

    @Override
    void load(long address, boolean[] target, int offset, int count) {
      for (int i = 0; i < count; i++) {
        target[offset + i] = HostMemory.getByte(address + i) != 0;
      }
    }
  }

  /** Floats, rounded to binary16 when stored. */
  private static final class Halves extends JavaArrays<float[]> {

    @Override
    float[] allocate(int length) {
      return new float[length];
    }

    @Override
    void store(float[] source, int offset, int count, long address) {
      for (int i = 0; i < count; i++) {
        HostMemory.putShort(address + 2L * i, Half.ofFloat(source[offset + i]));
      }
    }

    @Override
    void load(long address, float[] target, int offset, int count) {
      for (int i = 0; i < count; i++) {
        target[offset + i] = Half.toFloat(HostMemory.getShort(address + 2L * i));
      }
    }
  }
}
