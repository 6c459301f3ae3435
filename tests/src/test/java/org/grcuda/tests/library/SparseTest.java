package org.grcuda.tests.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.LongArray;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sparse routines against definitions in plain Java, over random matrices in both formats. */
@TestInstance(Lifecycle.PER_CLASS)
final class SparseTest {

  private static final int CASES = 24;

  private final GrCuda cuda =
      Configuration.of("CpuDevices", "2", "DeviceSelectionPolicy", "round-robin").typed().open();

  @AfterAll
  void close() {
    cuda.close();
  }

  /** A random matrix: dense, and the positions that are no zeros, row after row. */
  private record Matrix(int rows, int columns, Z[][] dense, int[] rowOf, int[] columnOf) {

    static Matrix random(LibraryRig rig, int rows, int columns) {
      Z[][] dense = new Z[rows][columns];
      int[] rowOf = new int[rows * columns];
      int[] columnOf = new int[rows * columns];
      int count = 0;
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          boolean there = rig.random.nextInt(3) == 0;
          dense[i][j] = there ? rig.number() : Z.ZERO;
          if (there) {
            rowOf[count] = i;
            columnOf[count++] = j;
          }
        }
      }
      return new Matrix(
          rows, columns, dense, Arrays.copyOf(rowOf, count), Arrays.copyOf(columnOf, count));
    }

    Z[] values() {
      return IntStream.range(0, rowOf.length)
          .mapToObj(q -> dense[rowOf[q]][columnOf[q]])
          .toArray(Z[]::new);
    }

    int[] rowStarts() {
      return IntStream.rangeClosed(0, rows)
          .map(i -> (int) Arrays.stream(rowOf).filter(row -> row < i).count())
          .toArray();
    }

    Z of(int operation, int i, int j) {
      Z value = operation == 0 ? dense[i][j] : dense[j][i];
      return operation == 2 ? value.conjugate() : value;
    }
  }

  private DeviceArray indices(int[] values, int base, boolean isLong) {
    if (isLong) {
      LongArray array = cuda.longArray(Math.max(1, values.length));
      for (int i = 0; i < values.length; i++) {
        array.set(i, values[i] + base);
      }
      return array;
    }
    IntArray array = cuda.intArray(Math.max(1, values.length));
    for (int i = 0; i < values.length; i++) {
      array.set(i, values[i] + base);
    }
    return array;
  }

  @ParameterizedTest
  @ValueSource(chars = {'S', 'D', 'C', 'Z'})
  void matrixTimesVector(char type) {
    LibraryRig rig = new LibraryRig(cuda, type);
    for (int test = 0; test < CASES; test++) {
      int operation = test % 3;
      boolean csr = test / 3 % 2 == 0;
      boolean isLong = test / 6 % 2 == 1;
      int base = rig.between(0, 1);
      Matrix a = Matrix.random(rig, rig.between(1, 30), rig.between(1, 30));
      int made = operation == 0 ? a.rows : a.columns;
      int given = operation == 0 ? a.columns : a.rows;
      Z alpha = rig.anyFactor();
      Z beta = rig.anyFactor();
      Z[] x = rig.randoms(given);
      Z[] y = rig.randoms(made);
      if (beta.isZero()) {
        Arrays.fill(y, Z.NAN);
      }
      DeviceArray deviceY = rig.array(y);
      rig.sparse.call(
          "cusparseSpMV",
          operation,
          rig.factor(alpha),
          a.rows,
          a.columns,
          a.rowOf.length,
          indices(csr ? a.rowStarts() : a.rowOf, base, isLong),
          indices(a.columnOf, base, isLong),
          rig.array(a.values()),
          isLong ? 3 : 2,
          base,
          rig.dataType(),
          rig.array(x),
          rig.dataType(),
          rig.factor(beta),
          deviceY,
          0,
          csr ? 1 : 0);
      for (int i = 0; i < made; i++) {
        Z sum = Z.ZERO;
        for (int j = 0; j < given; j++) {
          sum = sum.plus(a.of(operation, i, j).times(x[j]));
        }
        y[i] = Z.update(beta, y[i], alpha.times(sum));
      }
      rig.assertContents(y, deviceY, "operation " + operation + " csr " + csr);
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {'S', 'D', 'C', 'Z'})
  void matrixTimesMatrix(char type) {
    LibraryRig rig = new LibraryRig(cuda, type);
    for (int test = 0; test < 2 * CASES; test++) {
      int left = test % 3;
      int right = test / 3 % 3;
      boolean csr = test / 9 % 2 == 0;
      boolean rowMajor = test / 18 % 2 == 1;
      Matrix a = Matrix.random(rig, rig.between(1, 12), rig.between(1, 12));
      int made = left == 0 ? a.rows : a.columns;
      int inner = left == 0 ? a.columns : a.rows;
      int n = rig.between(1, 6);
      int rowsB = right == 0 ? inner : n;
      int columnsB = right == 0 ? n : inner;
      int ldb = (rowMajor ? columnsB : rowsB) + rig.between(0, 2);
      int ldc = (rowMajor ? n : made) + rig.between(0, 2);
      Z alpha = rig.anyFactor();
      Z beta = rig.anyFactor();
      Z[] b = rig.randoms(ldb * (rowMajor ? rowsB : columnsB));
      Z[] c = rig.randoms(ldc * (rowMajor ? made : n));
      DeviceArray deviceC = rig.array(c);
      rig.sparse.call(
          "cusparseSpMM",
          left,
          right,
          rig.factor(alpha),
          a.rows,
          a.columns,
          a.rowOf.length,
          indices(csr ? a.rowStarts() : a.rowOf, 0, false),
          indices(a.columnOf, 0, false),
          rig.array(a.values()),
          2,
          0,
          rig.dataType(),
          n,
          rig.array(b),
          ldb,
          rig.factor(beta),
          deviceC,
          ldc,
          rowMajor ? 2 : 1,
          0,
          csr ? 1 : 0);
      for (int i = 0; i < made; i++) {
        for (int j = 0; j < n; j++) {
          Z sum = Z.ZERO;
          for (int l = 0; l < inner; l++) {
            int row = right == 0 ? l : j;
            int column = right == 0 ? j : l;
            Z other = b[rowMajor ? row * ldb + column : row + column * ldb];
            sum = sum.plus(a.of(left, i, l).times(right == 2 ? other.conjugate() : other));
          }
          int target = rowMajor ? i * ldc + j : i + j * ldc;
          c[target] = Z.update(beta, c[target], alpha.times(sum));
        }
      }
      rig.assertContents(c, deviceC, "ops " + left + right + " csr " + csr + " row " + rowMajor);
    }
  }

  /** In GrCUDA all four called the single-precision routine. */
  @ParameterizedTest
  @ValueSource(chars = {'S', 'D', 'C', 'Z'})
  void everyGemviIsOfItsOwnType(char type) {
    LibraryRig rig = new LibraryRig(cuda, type);
    for (int test = 0; test < CASES; test++) {
      int operation = test % 3;
      int base = rig.between(0, 1);
      int m = rig.between(1, 20);
      int n = rig.between(1, 20);
      int lda = m + rig.between(0, 2);
      int made = operation == 0 ? m : n;
      int given = operation == 0 ? n : m;
      int[] positions = rig.random.ints(0, given).distinct().limit(rig.between(0, given)).toArray();
      Z alpha = rig.anyFactor();
      Z beta = rig.anyFactor();
      Z[] a = rig.randoms(lda * n);
      Z[] x = rig.randoms(positions.length);
      Z[] y = rig.randoms(made);
      DeviceArray deviceY = rig.array(y);
      Object[] arguments = {
        operation,
        m,
        n,
        rig.factor(alpha),
        rig.array(a),
        lda,
        positions.length,
        rig.array(x),
        indices(positions, base, false),
        rig.factor(beta),
        deviceY,
        base,
        "" + type
      };
      // GrCUDA's programs give the letter of the type once more; it is not needed.
      Object[] given12 = test % 2 == 0 ? arguments : Arrays.copyOf(arguments, 12);
      rig.sparse.call("cusparse" + type + "gemvi", given12);
      for (int i = 0; i < made; i++) {
        Z sum = Z.ZERO;
        for (int q = 0; q < positions.length; q++) {
          int j = positions[q];
          Z element = operation == 0 ? a[i + j * lda] : a[j + i * lda];
          sum = sum.plus((operation == 2 ? element.conjugate() : element).times(x[q]));
        }
        y[i] = Z.update(beta, y[i], alpha.times(sum));
      }
      rig.assertContents(y, deviceY, "operation " + operation + " nnz " + positions.length);
    }
  }

  @Test
  void doubleGemviKeepsDoublePrecision() {
    LibraryRig rig = new LibraryRig(cuda, 'D');
    double third = 1 / 3.0;
    DeviceArray y = rig.array(Z.ZERO);
    rig.sparse.call(
        "cusparseDgemvi",
        0,
        1,
        1,
        1,
        rig.array(new Z(third, 0)),
        1,
        1,
        rig.array(new Z(1, 0)),
        indices(new int[1], 0, false),
        0,
        y,
        0);
    assertEquals(third, rig.part(y, 0));
  }

  @Test
  void formats() {
    LibraryRig rig = new LibraryRig(cuda, 'S');
    for (int base = 0; base < 2; base++) {
      for (int test = 0; test < 5; test++) {
        Matrix a = Matrix.random(rig, rig.between(1, 40), rig.between(1, 10));
        int nonZeros = a.rowOf.length;
        DeviceArray rowOf = indices(a.rowOf, base, false);
        IntArray starts = cuda.intArray(a.rows + 1);
        rig.sparse.call("cusparseXcoo2csr", rowOf, nonZeros, a.rows, starts, base);
        int shift = base;
        int[] expected = Arrays.stream(a.rowStarts()).map(start -> start + shift).toArray();
        assertArrayEquals(expected, starts.toArray());
        IntArray back = cuda.intArray(Math.max(1, nonZeros));
        rig.sparse.call("cusparseXcsr2coo", starts, nonZeros, a.rows, back, base);
        int[] rows = Arrays.stream(a.rowOf).map(row -> row + shift).toArray();
        assertArrayEquals(rows, Arrays.copyOf(back.toArray(), nonZeros));
      }
    }
  }
}
