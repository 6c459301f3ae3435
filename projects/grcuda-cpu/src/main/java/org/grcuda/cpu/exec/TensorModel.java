package org.grcuda.cpu.exec;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How tensor cores add products of floats.
 *
 * <p>GPUs add the products of a block and the sum of the blocks before at once: each is cut off
 * below a bit that depends on the largest of them, and so is the sum. Khattak and Mikaitis,
 * "Accurate Models of NVIDIA Tensor Cores" (arXiv 2512.07004), found the numbers here; their models
 * have given the bits of a V100, A100 and H100 for random matrices. FMA is no GPU's: a chain of
 * fused multiply-adds, each rounded to nearest.
 */
public enum TensorModel {
  /** One product after the other. */
  FMA(1, 0),
  /** Compute capability 7.0: blocks of 4. */
  VOLTA(4, 0),
  /** 8.0: blocks of 8, of {@code tf32} 4. */
  AMPERE(8, 1),
  /** 9.0: blocks of 16, of {@code tf32} 8. */
  HOPPER(16, 2);

  private static final String MODIFIER = "sums::";

  private final int block;
  private final int extraBits;

  TensorModel(int block, int extraBits) {
    this.block = block;
    this.extraBits = extraBits;
  }

  /** The values as users write them. */
  public static List<String> names() {
    return Arrays.stream(values()).map(TensorModel::text).toList();
  }

  /** The value that a user wrote. */
  public static TensorModel of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  private String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The modifier of products that a pass made for this model. */
  public String modifier() {
    return MODIFIER + text();
  }

  /** The model of a product that a pass made. */
  public static TensorModel of(List<String> modifiers) {
    return modifiers.stream()
        .filter(m -> m.startsWith(MODIFIER))
        .map(m -> of(m.substring(MODIFIER.length())))
        .findFirst()
        .orElse(FMA);
  }

  /**
   * Products that are added at once.
   *
   * @param bits of an element
   */
  public int block(int bits) {
    return bits == Integer.SIZE && this != VOLTA ? block / 2 : block;
  }

  /** Bits that are kept below the 24 of the largest number of a block. */
  public int extraBits() {
    return extraBits;
  }
}
