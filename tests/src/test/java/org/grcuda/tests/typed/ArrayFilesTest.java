package org.grcuda.tests.typed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.grcuda.DeviceArray;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files, other element types and transposed views of typed arrays. */
final class ArrayFilesTest {

  @TempDir private Path folder;

  private static FloatArray matrix(GrCuda cuda) {
    return cuda.array(new float[] {1, 2.5f, 3, -4, 5, 6}).reshape(2, 3);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    try (GrCuda cuda = GrCuda.open()) {
      FloatArray matrix = matrix(cuda);
      cuda.files().save(folder.resolve("m.npy"), matrix);
      var loaded = (FloatArray) cuda.files().load(folder.resolve("m.npy"));
      assertArrayEquals(new long[] {2, 3}, loaded.shape());
      assertArrayEquals(matrix.toArray(), loaded.toArray());

      cuda.files().toFile(folder.resolve("m.bin"), matrix.transpose());
      var row = (FloatArray) cuda.files().fromFile(folder.resolve("m.bin"), ElementType.FLOAT);
      assertArrayEquals(new float[] {1, -4, 2.5f, 5, 3, 6}, row.toArray());

      cuda.files().saveText(folder.resolve("m.csv"), matrix, "%.2f", ",");
      assertEquals("1.00,2.50,3.00\n-4.00,5.00,6.00\n", Files.readString(folder.resolve("m.csv")));
    }
  }

  @Test
  void textOfCommasWithNamesOfColumns() throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n# no row\n3,4.5\n");
    try (GrCuda cuda = GrCuda.open()) {
      var table = (DoubleArray) cuda.files().loadText(file, ElementType.DOUBLE, ',', 1);
      assertArrayEquals(new long[] {2, 2}, table.shape());
      assertArrayEquals(new double[] {1, 2, 3, 4.5}, table.toArray());
    }
  }

  @Test
  void filesThatAreNotThereAreNamed() {
    try (GrCuda cuda = GrCuda.open()) {
      Path none = folder.resolve("none.npy");
      var refused = assertThrows(GrCudaException.class, () -> cuda.files().load(none));
      assertTrue(refused.getMessage().contains(none.toString()), refused.getMessage());
    }
  }

  @Test
  void otherElementTypes() {
    try (GrCuda cuda = GrCuda.open();
        GrCuda other = GrCuda.open()) {
      var whole = (IntArray) cuda.astype(matrix(cuda), ElementType.INT);
      assertArrayEquals(new int[] {1, 2, 3, -4, 5, 6}, whole.toArray());
      assertArrayEquals(new long[] {2, 3}, whole.shape());
      DeviceArray foreign = matrix(other);
      var refused =
          assertThrows(GrCudaException.class, () -> cuda.astype(foreign, ElementType.INT));
      assertTrue(refused.getMessage().endsWith("belongs to another context"), refused.getMessage());
    }
  }

  @Test
  void aTransposedViewSharesTheMemory() {
    try (GrCuda cuda = GrCuda.open()) {
      FloatArray matrix = matrix(cuda);
      FloatArray transposed = matrix.transpose();
      assertArrayEquals(new long[] {3, 2}, transposed.shape());
      assertEquals(-4, transposed.get(0, 1));
      transposed.set(2, 1, 9);
      assertEquals(9, matrix.get(1, 2));
    }
  }
}
