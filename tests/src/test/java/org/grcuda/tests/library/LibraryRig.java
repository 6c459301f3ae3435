package org.grcuda.tests.library;

import java.util.Map;
import java.util.Random;
import org.grcuda.CudaLibrary;
import org.grcuda.DeviceArray;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.junit.jupiter.api.Assertions;

/** The routines of one element type over the typed API, on arrays of complex numbers. */
final class LibraryRig {

  final GrCuda cuda;
  final char type;
  final CudaLibrary blas;
  final CudaLibrary sparse;
  final Random random;

  LibraryRig(GrCuda cuda, char type) {
    this.cuda = cuda;
    this.type = type;
    this.blas = cuda.library("BLAS");
    this.sparse = cuda.library("SPARSE");
    this.random = new Random(type);
  }

  boolean isComplex() {
    return type == 'C' || type == 'Z';
  }

  boolean isSingle() {
    return type == 'S' || type == 'C';
  }

  private int parts() {
    return isComplex() ? 2 : 1;
  }

  /** The number of the type in cudaDataType. */
  int dataType() {
    return Map.of('S', 0, 'D', 1, 'C', 4, 'Z', 5).get(type);
  }

  Z[] randoms(int count) {
    return Z.randoms(random, isComplex(), count);
  }

  Z number() {
    return Z.random(random, isComplex());
  }

  /** A number from {@code least} to {@code most}. */
  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  /** One of 1, 2, 3, and where {@code signed} also -1, -2, -3. */
  int increment() {
    return random.nextBoolean() ? between(1, 3) : -between(1, 3);
  }

  /** A device array with these numbers; of one element if there are none. */
  DeviceArray array(Z... values) {
    double[] flat = new double[Math.max(1, values.length) * parts()];
    for (int i = 0; i < values.length; i++) {
      flat[i * parts()] = values[i].re();
      if (isComplex()) {
        flat[2 * i + 1] = values[i].im();
      }
    }
    if (!isSingle()) {
      DoubleArray array = cuda.doubleArray(flat.length);
      array.copyFrom(flat);
      return array;
    }
    float[] single = new float[flat.length];
    for (int i = 0; i < flat.length; i++) {
      single[i] = (float) flat[i];
    }
    FloatArray array = cuda.floatArray(flat.length);
    array.copyFrom(single);
    return array;
  }

  IntArray indices(int... values) {
    IntArray array = cuda.intArray(Math.max(1, values.length));
    for (int i = 0; i < values.length; i++) {
      array.set(i, values[i]);
    }
    return array;
  }

  /** A factor such as alpha, as a program may give it: in an array, or as a number. */
  Object factor(Z value) {
    if (random.nextBoolean()) {
      return array(value);
    }
    return isComplex() ? new double[] {value.re(), value.im()} : (Object) value.re();
  }

  /** 0, 1, or another number. */
  Z anyFactor() {
    return switch (random.nextInt(4)) {
      case 0 -> Z.ZERO;
      case 1 -> new Z(1, 0);
      default -> number();
    };
  }

  double part(DeviceArray array, int index) {
    return array instanceof FloatArray floats
        ? floats.get(index)
        : ((DoubleArray) array).get(index);
  }

  Z get(DeviceArray array, int index) {
    return isComplex()
        ? new Z(part(array, 2 * index), part(array, 2 * index + 1))
        : new Z(part(array, index), 0);
  }

  /** Holds the whole of an array against what is expected, 0 and -0 alike. */
  void assertContents(Z[] expected, DeviceArray array, String what) {
    for (int i = 0; i < expected.length; i++) {
      Z actual = get(array, i);
      boolean same = same(expected[i].re(), actual.re()) && same(expected[i].im(), actual.im());
      int at = i;
      Assertions.assertTrue(
          same, () -> what + ", element " + at + ": expected " + expected[at] + ", got " + actual);
    }
  }

  private boolean same(double expected, double actual) {
    double rounded = isSingle() ? (float) expected : expected;
    return rounded == actual || Double.isNaN(rounded) && Double.isNaN(actual);
  }
}
