package org.grcuda.cpu.translate.matrix;

import java.util.Arrays;
import org.grcuda.cpu.translate.semantics.NarrowSemantics;

/**
 * Products of the matrices in the registers of a warp (PTX ISA 9.7.14.5 and 9.7.14.6). Each element
 * of the result is the element of C, to which the products are added with k ascending: {@code acc =
 * fma(a, b, acc)} in f32, to nearest, subnormal numbers kept; products of the types with fewer bits
 * are exact in f32. A result in f16 is rounded once, at the end. NaN is 0x7fffffff, of f16 0x7fff.
 * Integers wrap around at the end, or are clamped there. Elements that a sparse A does not have are
 * not multiplied: infinities of B beside them have no effect. With another {@link
 * org.grcuda.cpu.exec.TensorModel} {@link BlockSums} add floats up.
 */
public final class MatrixSemantics {

  private static final int WARP = 32;
  private static final int TF32_BITS = ~0x1fff;
  private static final int NAN = 0x7fff_ffff;

  private final MatrixForm form;
  private final long[] words;
  private final int first;

  private MatrixSemantics(MatrixForm form, long[] words, int first) {
    this.form = form;
    this.words = words;
    this.first = first;
  }

  /**
   * Multiplies.
   *
   * @param words for each lane {@link MatrixForm#MOST_REGISTERS}: the registers of A, of B and of
   *     C, and metadata of a sparse A; then those of D
   * @param first index of the warp's first word
   * @param lanes those that take part; the registers of others are 0, as the ISA wants all of them
   */
  public static void multiply(MatrixForm form, long[] words, int first, int lanes) {
    for (int rest = ~lanes; rest != 0; rest &= rest - 1) {
      int at = first + Integer.numberOfTrailingZeros(rest) * MatrixForm.MOST_REGISTERS;
      Arrays.fill(words, at, at + MatrixForm.MOST_REGISTERS, 0);
    }
    MatrixSemantics product = new MatrixSemantics(form, words, first);
    if (form.isOfQuarters()) {
      product.quarters();
      return;
    }
    switch (form.a().kind()) {
      case FLOAT -> product.floats();
      case DOUBLE -> product.doubles();
      case INTEGER -> product.integers();
      case BIT -> product.bits();
    }
  }

  private int word(int lane, int register) {
    return (int) words[at(lane, register)];
  }

  private int at(int lane, int register) {
    return first + lane * MatrixForm.MOST_REGISTERS + register;
  }

  private int placeOfC() {
    return form.registersA() + form.registersB();
  }

  // ---- elements

  private static float floatOf(Element type, int word, int e) {
    return switch (type) {
      case F16 -> Float.float16ToFloat((short) (word >> 16 * e));
      case BF16 -> Float.intBitsToFloat(word >>> 16 * e << 16);
      case TF32 -> Float.intBitsToFloat(word & TF32_BITS);
      case E4M3 -> NarrowSemantics.floatOfE4m3(word >> 8 * e & 0xff);
      case E5M2 -> NarrowSemantics.floatOfE5m2(word >> 8 * e & 0xff);
      default -> Float.intBitsToFloat(word);
    };
  }

  private static int integerOf(Element type, int word, int e) {
    int above = Integer.SIZE - type.bits();
    int aligned = word << above - e * type.bits();
    return type.isSigned() ? aligned >> above : aligned >>> above;
  }

  private float elementOfC(int lane, int e) {
    int per = form.c().perRegister();
    return floatOf(form.c(), word(lane, placeOfC() + e / per), e % per);
  }

  private void elementOfD(int lane, int e, float value) {
    if (form.d() == Element.F32) {
      words[at(lane, e)] = (Float.isNaN(value) ? NAN : Float.floatToRawIntBits(value)) & -1L >>> 32;
      return;
    }
    int half = Float.isNaN(value) ? 0x7fff : Float.floatToFloat16(value) & 0xffff;
    int at = at(lane, e / 2);
    words[at] = e % 2 == 0 ? half : words[at] | (long) half << 16;
  }

  /**
   * For each row and column of A the number of its element among those of the row in registers; -1
   * if a sparse A does not have it. If two are to be in one place, it is the second one.
   */
  private int[] stored() {
    int stored = form.storedK();
    int metadata = placeOfC() + form.registersC();
    int[] numbers = new int[form.m() * form.k()];
    Arrays.fill(numbers, -1);
    for (int row = 0; row < form.m(); row++) {
      for (int j = 0; j < stored; j++) {
        Sparsity sparsity = form.sparsity();
        int column =
            sparsity == null ? j : sparsity.column(row, j, word(sparsity.lane(row, j), metadata));
        numbers[row * form.k() + column] = j;
      }
    }
    return numbers;
  }

  /** The sum of a row of A, a column of B and C. */
  private float sum(float[] a, float[] b, int[] stored, int row, int column, float c) {
    int k = form.k();
    int first = row * form.storedK();
    if (form.addsBlocks()) {
      return inBlocks(a, b, stored, row, column, c);
    }
    float sum = c;
    for (int j = 0; j < k; j++) {
      int number = stored[row * k + j];
      if (number >= 0) {
        sum = Math.fma(a[first + number], b[column * k + j], sum);
      }
    }
    return sum;
  }

  private float inBlocks(float[] a, float[] b, int[] stored, int row, int column, float c) {
    int k = form.k();
    float[] factors = new float[form.storedK()];
    float[] others = new float[form.storedK()];
    int count = 0;
    for (int j = 0; j < k; j++) {
      int number = stored[row * k + j];
      if (number >= 0) {
        factors[count] = a[row * form.storedK() + number];
        others[count++] = b[column * k + j];
      }
    }
    boolean half = form.d() == Element.F16;
    return new BlockSums(form.model(), form.a(), half).sum(factors, others, c);
  }

  // ---- products of a warp

  /**
   * Takes element e of a register; its place is {@code row k + column}, of A with {@link
   * MatrixForm#storedK} columns, of B that of B's transpose.
   */
  @FunctionalInterface
  private interface Elements {
    void take(int place, int word, int e);
  }

  private void ofA(Elements elements) {
    for (int lane = 0; lane < WARP; lane++) {
      for (int r = 0; r < form.registersA(); r++) {
        for (int e = 0; e < form.a().perRegister(); e++) {
          int place = form.rowOfA(lane, r) * form.storedK() + form.columnOfA(lane, r, e);
          elements.take(place, word(lane, r), e);
        }
      }
    }
  }

  private void ofB(Elements elements) {
    for (int lane = 0; lane < WARP; lane++) {
      for (int r = 0; r < form.registersB(); r++) {
        for (int e = 0; e < form.b().perRegister(); e++) {
          int place = (lane >> 2) * form.k() + form.rowOfB(lane, r, e);
          elements.take(place, word(lane, form.registersA() + r), e);
        }
      }
    }
  }

  private void floats() {
    int k = form.k();
    int stored = form.storedK();
    float[] a = new float[form.m() * stored];
    float[] b = new float[form.n() * k];
    int[] numbers = stored();
    ofA((place, word, e) -> a[place] = floatOf(form.a(), word, e));
    ofB((place, word, e) -> b[place] = floatOf(form.b(), word, e));
    float[] c = new float[form.m() * form.n() / WARP];
    for (int lane = 0; lane < WARP; lane++) {
      for (int e = 0; e < c.length; e++) {
        c[e] = elementOfC(lane, e);
      }
      for (int e = 0; e < c.length; e++) {
        int row = MatrixForm.rowOfC(lane, e);
        int column = MatrixForm.columnOfC(lane, e);
        elementOfD(lane, e, sum(a, b, numbers, row, column, c[e]));
      }
    }
  }

  private void doubles() {
    int k = form.k();
    double[] a = new double[form.m() * k];
    double[] b = new double[form.n() * k];
    for (int lane = 0; lane < WARP; lane++) {
      for (int r = 0; r < form.registersA(); r++) {
        a[form.rowOfA(lane, r) * k + form.columnOfA(lane, r, 0)] =
            Double.longBitsToDouble(words[at(lane, r)]);
      }
      for (int r = 0; r < form.registersB(); r++) {
        b[(lane >> 2) * k + form.rowOfB(lane, r, 0)] =
            Double.longBitsToDouble(words[at(lane, form.registersA() + r)]);
      }
    }
    for (int lane = 0; lane < WARP; lane++) {
      for (int e = 0; e < form.registersC(); e++) {
        int row = MatrixForm.rowOfC(lane, e);
        int column = MatrixForm.columnOfC(lane, e);
        double sum = Double.longBitsToDouble(words[at(lane, placeOfC() + e)]);
        for (int j = 0; j < k; j++) {
          sum = Math.fma(a[row * k + j], b[column * k + j], sum);
        }
        words[at(lane, e)] = Double.doubleToLongBits(sum);
      }
    }
  }

  private void integers() {
    int k = form.k();
    int stored = form.storedK();
    int[] a = new int[form.m() * stored];
    int[] b = new int[form.n() * k];
    int[] numbers = stored();
    ofA((place, word, e) -> a[place] = integerOf(form.a(), word, e));
    ofB((place, word, e) -> b[place] = integerOf(form.b(), word, e));
    for (int lane = 0; lane < WARP; lane++) {
      for (int e = 0; e < form.registersC(); e++) {
        int row = MatrixForm.rowOfC(lane, e);
        int column = MatrixForm.columnOfC(lane, e);
        long sum = word(lane, placeOfC() + e);
        for (int j = 0; j < k; j++) {
          int number = numbers[row * k + j];
          sum += number < 0 ? 0 : a[row * stored + number] * b[column * k + j];
        }
        words[at(lane, e)] = result(sum);
      }
    }
  }

  private long result(long sum) {
    long inRange =
        form.saturates() ? Math.clamp(sum, Integer.MIN_VALUE, Integer.MAX_VALUE) : (int) sum;
    return inRange & -1L >>> 32;
  }

  /** Words of 32 bits in the place of elements. */
  private void bits() {
    int k = form.k() / WARP;
    int[] a = new int[form.m() * k];
    int[] b = new int[form.n() * k];
    for (int lane = 0; lane < WARP; lane++) {
      for (int r = 0; r < form.registersA(); r++) {
        a[form.rowOfA(lane, r) * k + form.columnOfA(lane, r, 0) / WARP] = word(lane, r);
      }
      for (int r = 0; r < form.registersB(); r++) {
        b[(lane >> 2) * k + form.rowOfB(lane, r, 0) / WARP] = word(lane, form.registersA() + r);
      }
    }
    for (int lane = 0; lane < WARP; lane++) {
      for (int e = 0; e < form.registersC(); e++) {
        int row = MatrixForm.rowOfC(lane, e);
        int column = MatrixForm.columnOfC(lane, e);
        long sum = word(lane, placeOfC() + e);
        for (int j = 0; j < k; j++) {
          int x = a[row * k + j];
          int y = b[column * k + j];
          sum += Integer.bitCount(form.exclusive() ? x ^ y : x & y);
        }
        words[at(lane, e)] = result(sum);
      }
    }
  }

  // ---- m8n8k4 of f16: lanes 4q to 4q + 3 and 16 + 4q to 16 + 4q + 3 multiply

  private void quarters() {
    for (int q = 0; q < 4; q++) {
      quarter(q);
    }
  }

  private void quarter(int q) {
    float[] a = new float[8 * 4];
    float[] b = new float[8 * 4];
    float[] c = new float[8 * 8];
    int[] numbers = stored();
    for (int l = 0; l < 8; l++) {
      int lane = 16 * (l >> 2) + 4 * q + (l & 3);
      int half = 4 * (l >> 2);
      for (int i = 0; i < 8; i++) {
        c[place(form.c(), lane, i)] = elementOfC(lane, i);
      }
      for (int i = 0; i < 4; i++) {
        float x = floatOf(Element.F16, word(lane, i / 2), i % 2);
        float y = floatOf(Element.F16, word(lane, 2 + i / 2), i % 2);
        if (form.columnA()) {
          a[(i + half) * 4 + (lane & 3)] = x;
        } else {
          a[((lane & 3) + half) * 4 + i] = x;
        }
        if (form.rowB()) {
          b[(i + half) * 4 + (lane & 3)] = y;
        } else {
          b[((lane & 3) + half) * 4 + i] = y;
        }
      }
    }
    for (int l = 0; l < 8; l++) {
      int lane = 16 * (l >> 2) + 4 * q + (l & 3);
      for (int i = 0; i < 8; i++) {
        int place = place(form.d(), lane, i);
        elementOfD(lane, i, sum(a, b, numbers, place / 8, place % 8, c[place]));
      }
    }
  }

  /** Row and column, as {@code 8 row + column}, of an element of C or D. */
  private static int place(Element type, int lane, int i) {
    int half = 4 * (lane >> 4);
    return type == Element.F16
        ? 8 * ((lane & 3) + half) + i
        : 8 * ((lane & 1) + (i & 2) + half) + (i & 4) + (lane & 2) + (i & 1);
  }
}
