package org.grcuda.tests.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.grcuda.CudaLibrary;
import org.grcuda.DeviceArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The BLAS against definitions in plain Java, over random sizes, increments, leading dimensions,
 * transposes and factors. Results must be equal, and what lies between the elements untouched.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class BlasTest {

  private static final int CASES = 25;

  private final GrCuda cuda =
      Configuration.of("CpuDevices", "2", "DeviceSelectionPolicy", "round-robin").typed().open();

  @AfterAll
  void close() {
    cuda.close();
  }

  /** Where element i of a vector of n elements lies. */
  private static int at(int i, int n, int increment) {
    return increment > 0 ? i * increment : (i - n + 1) * increment;
  }

  private static int room(int n, int increment) {
    return n == 0 ? 1 : 1 + (n - 1) * Math.abs(increment);
  }

  @ParameterizedTest
  @ValueSource(chars = {'S', 'D', 'C', 'Z'})
  void axpy(char type) {
    LibraryRig rig = new LibraryRig(cuda, type);
    for (int test = 0; test < CASES; test++) {
      int n = test == 0 ? 0 : rig.between(1, 300);
      int incx = test == 1 ? 0 : rig.increment();
      int incy = rig.increment();
      Z alpha = rig.anyFactor();
      Z[] x = rig.randoms(room(n, incx));
      Z[] y = rig.randoms(room(n, incy));
      DeviceArray deviceX = rig.array(x);
      DeviceArray deviceY = rig.array(y);
      Object status =
          rig.blas.call(
              "cublas" + type + "axpy", n, rig.factor(alpha), deviceX, incx, deviceY, incy);
      assertEquals(0, status);
      for (int i = 0; i < n; i++) {
        int target = at(i, n, incy);
        Z from = incx == 0 ? x[0] : x[at(i, n, incx)];
        y[target] = y[target].plus(alpha.times(from));
      }
      rig.assertContents(y, deviceY, "n " + n + " incx " + incx + " incy " + incy);
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {'S', 'D', 'C', 'Z'})
  void scal(char type) {
    LibraryRig rig = new LibraryRig(cuda, type);
    for (int test = 0; test < CASES; test++) {
      int n = test == 0 ? 0 : rig.between(1, 300);
      int incx = rig.increment();
      Z alpha = rig.anyFactor();
      Z[] x = rig.randoms(room(n, incx));
      DeviceArray deviceX = rig.array(x);
      rig.blas.call("cublas" + type + "scal", n, rig.factor(alpha), deviceX, incx);
      for (int i = 0; i < n && incx > 0; i++) {
        x[i * incx] = alpha.times(x[i * incx]);
      }
      rig.assertContents(x, deviceX, "n " + n + " incx " + incx);
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {'S', 'D', 'C', 'Z'})
  void dot(char type) {
    LibraryRig rig = new LibraryRig(cuda, type);
    for (int test = 0; test < CASES; test++) {
      int n = test < 2 ? -test : rig.between(1, test == 2 ? 3000 : 300);
      int incx = rig.increment();
      int incy = rig.increment();
      boolean conjugated = rig.isComplex() && test % 2 == 0;
      Z[] x = rig.randoms(room(Math.max(0, n), incx));
      Z[] y = rig.randoms(room(Math.max(0, n), incy));
      DeviceArray result = rig.array(Z.NAN);
      String name = "cublas" + type + "dot" + (rig.isComplex() ? conjugated ? "c" : "u" : "");
      rig.blas.call(name, n, rig.array(x), incx, rig.array(y), incy, result);
      Z expected = Z.ZERO;
      for (int i = 0; i < n; i++) {
        Z left = x[at(i, n, incx)];
        expected = expected.plus((conjugated ? left.conjugate() : left).times(y[at(i, n, incy)]));
      }
      rig.assertContents(new Z[] {expected}, result, name + " n " + n);
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {'S', 'D', 'C', 'Z'})
  void nrm2(char type) {
    LibraryRig rig = new LibraryRig(cuda, type);
    String name = "cublas" + (type == 'C' ? "Sc" : type == 'Z' ? "Dz" : "" + type) + "nrm2";
    for (int test = 0; test < CASES; test++) {
      int n = test == 0 ? 0 : rig.between(1, test == 2 ? 3000 : 300);
      int incx = test == 1 ? -1 : rig.between(1, 3);
      Z[] x = rig.randoms(room(n, incx));
      DeviceArray result = rig.array(Z.NAN);
      rig.blas.call(name, n, rig.array(x), incx, result);
      double squares = 0;
      for (int i = 0; i < n && incx > 0; i++) {
        squares += Math.pow(x[i * incx].re(), 2) + Math.pow(x[i * incx].im(), 2);
      }
      double expected = Math.sqrt(squares);
      assertEquals(rig.isSingle() ? (float) expected : expected, rig.part(result, 0), name);
    }
  }

  /** The squares of these overflow, or vanish, in double precision; the norms do not. */
  @ParameterizedTest
  @ValueSource(doubles = {1e200, 1e-200, 1e-310, 1})
  void nrm2NeitherOverflowsNorUnderflows(double scale) {
    LibraryRig rig = new LibraryRig(cuda, 'D');
    DeviceArray result = rig.array(Z.NAN);
    DeviceArray x = rig.array(new Z(3 * scale, 0), new Z(-4 * scale, 0), Z.ZERO);
    rig.blas.call("cublasDnrm2", 3, x, 1, result);
    assertEquals(5 * scale, rig.part(result, 0), 1e-13 * scale);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void nrm2OfWhatIsNotFinite(double value) {
    LibraryRig rig = new LibraryRig(cuda, 'D');
    DeviceArray result = rig.array(Z.ZERO);
    rig.blas.call("cublasDnrm2", 2, rig.array(new Z(1e300, 0), new Z(value, 0)), 1, result);
    assertEquals(Math.abs(value), rig.part(result, 0));
  }

  /** Sums of floats are made in double precision: nothing is lost in a long one. */
  @Test
  void longSumsOfFloats() {
    int n = 1_000_000;
    FloatArray x = cuda.floatArray(n);
    x.fill(0.1f);
    FloatArray result = cuda.floatArray(1);
    CudaLibrary blas = cuda.library("BLAS");
    blas.call("cublasSdot", n, x, 1, x, 1, result);
    assertEquals((float) (n * (0.1f * (double) 0.1f)), result.get(0));
    blas.call("cublasSgemv", 1, n, 1, 1, x, n, x, 1, 0, result, 1);
    assertEquals((float) (n * (0.1f * (double) 0.1f)), result.get(0));
  }

  private static Z element(Z[] a, int ld, int operation, int i, int j) {
    Z value = operation == 0 ? a[i + j * ld] : a[j + i * ld];
    return operation == 2 ? value.conjugate() : value;
  }

  @ParameterizedTest
  @ValueSource(chars = {'S', 'D', 'C', 'Z'})
  void gemv(char type) {
    LibraryRig rig = new LibraryRig(cuda, type);
    for (int test = 0; test < CASES; test++) {
      int operation = test % 3;
      int m = test < 2 ? test : rig.between(0, 40);
      int n = rig.between(test == 3 ? 0 : 1, 40);
      int lda = Math.max(1, m) + rig.between(0, 3);
      int rows = operation == 0 ? m : n;
      int columns = operation == 0 ? n : m;
      int incx = rig.increment();
      int incy = rig.increment();
      Z alpha = rig.anyFactor();
      Z beta = rig.anyFactor();
      Z[] a = rig.randoms(Math.max(1, lda * (n - 1) + m));
      Z[] x = rig.randoms(room(columns, incx));
      Z[] y = rig.randoms(room(rows, incy));
      if (beta.isZero()) {
        for (int i = 0; i < rows && columns > 0; i++) {
          y[at(i, rows, incy)] = Z.NAN;
        }
      }
      DeviceArray deviceY = rig.array(y);
      rig.blas.call(
          "cublas" + type + "gemv",
          operation,
          m,
          n,
          rig.factor(alpha),
          rig.array(a),
          lda,
          rig.array(x),
          incx,
          rig.factor(beta),
          deviceY,
          incy);
      for (int i = 0; i < rows && columns > 0; i++) {
        Z sum = Z.ZERO;
        for (int j = 0; j < columns; j++) {
          sum = sum.plus(element(a, lda, operation, i, j).times(x[at(j, columns, incx)]));
        }
        int target = at(i, rows, incy);
        y[target] = Z.update(beta, y[target], alpha.times(sum));
      }
      rig.assertContents(y, deviceY, "operation " + operation + " m " + m + " n " + n);
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {'S', 'D', 'C', 'Z'})
  void gemm(char type) {
    LibraryRig rig = new LibraryRig(cuda, type);
    for (int test = 0; test < CASES; test++) {
      product(rig, test, false);
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {'S', 'D', 'C', 'Z'})
  void gemmStridedBatched(char type) {
    LibraryRig rig = new LibraryRig(cuda, type);
    for (int test = 0; test < CASES; test++) {
      product(rig, test, true);
    }
  }

  private static void forget(Z[] c, int m, int n, int ldc, int batches, int strideC) {
    for (int batch = 0; batch < batches; batch++) {
      for (int i = 0; i < m * n; i++) {
        c[batch * strideC + i % m + i / m * ldc] = Z.NAN;
      }
    }
  }

  private static void product(LibraryRig rig, int test, boolean batched) {
    int left = test % 3;
    int right = test / 3 % 3;
    int m = test == 10 ? 0 : rig.between(1, 18);
    int n = rig.between(1, 18);
    int k = test == 11 ? 0 : rig.between(1, 18);
    int batches = batched ? rig.between(0, 4) : 1;
    int lda = Math.max(1, left == 0 ? m : k) + rig.between(0, 3);
    int ldb = Math.max(1, right == 0 ? k : n) + rig.between(0, 3);
    int ldc = Math.max(1, m) + rig.between(0, 3);
    int columnsA = left == 0 ? k : m;
    int columnsB = right == 0 ? n : k;
    int strideA = rig.random.nextBoolean() ? 0 : lda * columnsA;
    int strideB = ldb * columnsB + 1;
    int strideC = ldc * n + rig.between(0, 2);
    Z alpha = rig.anyFactor();
    Z beta = rig.anyFactor();
    Z[] a = rig.randoms(Math.max(1, strideA * batches + lda * columnsA));
    Z[] b = rig.randoms(Math.max(1, strideB * batches + ldb * columnsB));
    Z[] c = rig.randoms(Math.max(1, strideC * batches + ldc * n));
    if (beta.isZero()) {
      forget(c, m, n, ldc, batches, strideC);
    }
    DeviceArray deviceC = rig.array(c);
    Object alphaGiven = rig.factor(alpha);
    Object betaGiven = rig.factor(beta);
    String name = "cublas" + rig.type + (batched ? "gemmStridedBatched" : "gemm");
    DeviceArray deviceA = rig.array(a);
    DeviceArray deviceB = rig.array(b);
    Object[] single = {
      left, right, m, n, k, alphaGiven, deviceA, lda, deviceB, ldb, betaGiven, deviceC, ldc
    };
    Object[] several = {
      left,
      right,
      m,
      n,
      k,
      alphaGiven,
      deviceA,
      lda,
      strideA,
      deviceB,
      ldb,
      strideB,
      betaGiven,
      deviceC,
      ldc,
      strideC,
      batches
    };
    rig.blas.call(name, batched ? several : single);
    for (int batch = 0; batch < batches; batch++) {
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          Z sum = Z.ZERO;
          for (int l = 0; l < k; l++) {
            Z one = element(slice(a, batch * strideA), lda, left, i, l);
            sum = sum.plus(one.times(element(slice(b, batch * strideB), ldb, right, l, j)));
          }
          int target = batch * strideC + i + j * ldc;
          c[target] = Z.update(beta, c[target], alpha.times(sum));
        }
      }
    }
    rig.assertContents(c, deviceC, "ops " + left + right + " m " + m + " n " + n + " k " + k);
  }

  private static Z[] slice(Z[] all, int from) {
    return from == 0 ? all : Arrays.copyOfRange(all, from, all.length);
  }
}
