package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.TranslationOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ldmatrix}, {@code stmatrix}, {@code movmatrix} and {@code wmma} on every engine. */
class MatrixMoveTest {

  /** Four matrices in shared memory, whose halves are their own indices. */
  private static final String MOVES =
      """
      .version 8.8
      .target sm_90
      .address_size 64
      .visible .entry k(.param .u64 out)
      {
      .reg .b32 %r<40>; .reg .b64 %rd<4>;
      .shared .align 16 .b8 tile[3072];
      mov.u32 %r0, %tid.x;
      mov.u32 %r1, tile;
      mad.lo.u32 %r2, %r0, 32, %r1;
      mad.lo.u32 %r3, %r0, 16, %r1;
      FILL
      bar.warp.sync -1;
      ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10,%r11,%r12,%r13}, [%r3];
      ldmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16 {%r14,%r15,%r16,%r17}, [%r3];
      movmatrix.sync.aligned.m8n8.trans.b16 %r18, %r11;
      cvt.u64.u32 %rd1, %r3;
      cvta.shared.u64 %rd1, %rd1;
      ldmatrix.sync.aligned.m8n8.x2.b16 {%r19,%r20}, [%rd1+256];
      stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r3+1024], {%r10,%r11,%r12,%r13};
      stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r3+2048], {%r14,%r15,%r16,%r17};
      bar.warp.sync -1;
      ld.param.u64 %rd2, [out];
      mul.wide.u32 %rd3, %r0, 128;
      add.u64 %rd2, %rd2, %rd3;
      STORE
      ret;
      }
      """;

  private static String each(int count, String text) {
    return IntStream.range(0, count)
        .mapToObj(w -> text.replace("#4", "" + 4 * w).replace("#", "" + w))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void movesOfMatrices() {
    String fill =
        each(
            8,
            """
            mad.lo.u32 %r4, %r0, 8, #; mul.lo.u32 %r5, %r4, 131074; add.u32 %r5, %r5, 65536;
            st.shared.b32 [%r2+#4], %r5;
            """);
    StringBuilder store = new StringBuilder();
    for (int r = 10; r < 21; r++) {
      store.append("st.global.b32 [%rd2+" + 4 * (r - 10) + "], %r" + r + ";\n");
    }
    for (int w = 0; w < 16; w++) {
      int from = w < 8 ? 1024 + 4 * w : 2048 + 4 * (w - 8);
      store.append("ld.shared.b32 %r30, [%r2+" + from + "];\n");
      store.append("st.global.b32 [%rd2+" + 4 * (11 + w) + "], %r30;\n");
    }
    String ptx = MOVES.replace("FILL", fill).replace("STORE", store);
    int[] expected = new int[32 * 32];
    for (int lane = 0; lane < 32; lane++) {
      int g = lane / 4;
      int t = lane % 4;
      int at = lane * 32;
      for (int j = 0; j < 4; j++) {
        int row = (8 * j + g) * 8 + 2 * t;
        int column = (8 * j + 2 * t) * 8 + g;
        expected[at + j] = row | row + 1 << 16;
        expected[at + 4 + j] = column | column + 8 << 16;
      }
      expected[at + 8] = expected[at + 5];
      expected[at + 9] = expected[at + 2];
      expected[at + 10] = expected[at + 3];
      // The four matrices are 16 lanes of 8 words; the rest of the copies stays 0.
      for (int w = 0; w < 8 && lane < 16; w++) {
        int word = 2 * (8 * lane + w) | 2 * (8 * lane + w) + 1 << 16;
        expected[at + 11 + w] = word;
        expected[at + 19 + w] = word;
      }
    }
    for (TranslationOptions engine : Product.engines()) {
      try (TestDevice device = new TestDevice(ptx, engine)) {
        long out = device.allocate(4L * expected.length);
        device.launch("k", 1, 32, out);
        assertArrayEquals(expected, device.ints(out, expected.length), engine.toString());
      }
    }
  }

  private static String registers(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(r -> "%" + name + r)
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String wmma(
      String shape, String type, String sum, String layouts, int a, int b, int cd) {
    String rowOfA = layouts.split("\\.")[0];
    String rowOfB = layouts.split("\\.")[1];
    String layout = layouts.split("\\.")[2];
    String register = type.equals("f64") ? "f64" : "b32";
    String types = type.equals("f16") ? "f32.f32" : sum + "." + type + "." + type + "." + sum;
    String start = "wmma.load.%s.sync.aligned.%s." + shape + ".global.%s %s, [%s], %%r%d;\n";
    return """
    .version 8.8
    .target sm_90
    .address_size 64
    .visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd,
        .param .u32 la, .param .u32 lb, .param .u32 lc)
    {
    .reg .b64 %p<4>; .reg .b32 %r<3>;
    ld.param.u64 %p0, [pa]; ld.param.u64 %p1, [pb]; ld.param.u64 %p2, [pc];
    ld.param.u64 %p3, [pd];
    ld.param.u32 %r0, [la]; ld.param.u32 %r1, [lb]; ld.param.u32 %r2, [lc];
    """
        + ".reg ."
        + register
        + " %a<8>, %b<8>; .reg ."
        + (sum.equals("s32") ? "b32" : sum)
        + " %c<8>;\n"
        + start.formatted("a", rowOfA, type, registers("a", a), "%p0", 0)
        + start.formatted("b", rowOfB, type, registers("b", b), "%p1", 1)
        + start.formatted("c", layout, sum, registers("c", cd), "%p2", 2)
        + "wmma.mma.sync.aligned."
        + rowOfA
        + "."
        + rowOfB
        + "."
        + shape
        + "."
        + types
        + " "
        + registers("c", cd)
        + ", "
        + registers("a", a)
        + ", "
        + registers("b", b)
        + ", "
        + registers("c", cd)
        + ";\n"
        + "wmma.store.d.sync.aligned."
        + layout
        + "."
        + shape
        + ".global."
        + sum
        + " [%p3], "
        + registers("c", cd)
        + ", %r2;\nret;\n}\n";
  }

  /** A matrix in memory, with a row or column more than it has, as its layout says. */
  private static ByteBuffer memory(int[][] matrix, String type, boolean row, int stride) {
    ByteBuffer bytes = ByteBuffer.allocate(16384).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix[0].length; j++) {
        int at = row ? i * stride + j : j * stride + i;
        int value = matrix[i][j];
        switch (type) {
          case "f16" -> bytes.putShort(2 * at, Float.floatToFloat16(value));
          case "bf16" -> bytes.putShort(2 * at, (short) (Float.floatToIntBits(value) >> 16));
          case "tf32", "f32" -> bytes.putFloat(4 * at, value);
          case "f64" -> bytes.putDouble(8 * at, value);
          case "s32" -> bytes.putInt(4 * at, value);
          default -> bytes.put(at, (byte) value);
        }
      }
    }
    return bytes;
  }

  private static int[] words(ByteBuffer bytes) {
    int[] words = new int[bytes.capacity() / 4];
    bytes.asIntBuffer().get(words);
    return words;
  }

  private static int[][] random(int rows, int columns, Random random) {
    int[][] matrix = new int[rows][columns];
    for (int[] row : matrix) {
      Arrays.setAll(row, j -> random.nextInt(-3, 4));
    }
    return matrix;
  }

  @ParameterizedTest
  @CsvSource({
    "m16n16k16, f16, f32, row.col.row, 8, 8, 8",
    "m16n16k16, f16, f32, col.row.col, 8, 8, 8",
    "m32n8k16, f16, f32, row.row.col, 8, 8, 8",
    "m8n32k16, f16, f32, col.col.row, 8, 8, 8",
    "m16n16k16, bf16, f32, row.row.row, 4, 4, 8",
    "m8n32k16, bf16, f32, row.col.col, 2, 8, 8",
    "m32n8k16, bf16, f32, col.row.row, 8, 2, 8",
    "m16n16k8, tf32, f32, row.row.row, 4, 4, 8",
    "m16n16k8, tf32, f32, col.col.row, 4, 4, 8",
    "m8n8k4, f64, f64, row.row.row, 1, 1, 2",
    "m8n8k4, f64, f64, col.col.col, 1, 1, 2",
    "m16n16k16, s8, s32, row.col.row, 2, 2, 8",
    "m16n16k16, s8, s32, col.row.col, 2, 2, 8",
    "m32n8k16, s8, s32, col.row.row, 4, 1, 8",
    "m8n32k16, s8, s32, row.row.row, 1, 4, 8"
  })
  void productOfFragments(
      String shape, String type, String sum, String layouts, int a, int b, int cd) {
    String[] sizes = shape.substring(1).split("[nk]");
    int m = Integer.parseInt(sizes[0]);
    int n = Integer.parseInt(sizes[1]);
    int k = Integer.parseInt(sizes[2]);
    Random random = new Random(shape.hashCode());
    int[][] x = random(m, k, random);
    int[][] y = random(k, n, random);
    int[][] z = random(m, n, random);
    int[][] d = new int[m][n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        d[i][j] = z[i][j];
        for (int l = 0; l < k; l++) {
          d[i][j] += x[i][l] * y[l][j];
        }
      }
    }
    String[] layout = layouts.split("\\.");
    int stride = 48;
    int[] expected = words(memory(d, sum, layout[2].equals("row"), stride));
    String ptx = wmma(shape, type, sum, layouts, a, b, cd);
    for (TranslationOptions engine : Product.engines()) {
      try (TestDevice device = new TestDevice(ptx, engine)) {
        long out = device.allocate(4L * expected.length);
        device.launch(
            "k",
            1,
            32,
            device.put(words(memory(x, type, layout[0].equals("row"), stride))),
            device.put(words(memory(y, type, layout[1].equals("row"), stride))),
            device.put(words(memory(z, sum, layout[2].equals("row"), stride))),
            out,
            stride,
            stride,
            stride);
        assertArrayEquals(expected, device.ints(out, expected.length), engine.toString());
      }
    }
  }
}
