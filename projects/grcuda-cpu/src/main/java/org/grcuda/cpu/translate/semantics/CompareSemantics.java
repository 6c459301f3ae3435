package org.grcuda.cpu.translate.semantics;

/**
 * Comparisons that are not a single JVM jump (PTX ISA 9.7.5.2, setp). Ordered ones are false if an
 * operand is NaN, unordered ones true.
 */
public final class CompareSemantics {

  private CompareSemantics() {}

  /** {@code ne.f32}: both numbers, and different. */
  public static boolean ne(float a, float b) {
    return a < b || a > b;
  }

  /** {@code ne.f64}. */
  public static boolean ne(double a, double b) {
    return a < b || a > b;
  }

  /** {@code equ.f32}: equal or unordered. */
  public static boolean equ(float a, float b) {
    return !ne(a, b);
  }

  /** {@code equ.f64}. */
  public static boolean equ(double a, double b) {
    return !ne(a, b);
  }

  /** {@code num.f32}: both are numbers. */
  public static boolean num(float a, float b) {
    return a == a && b == b;
  }

  /** {@code num.f64}. */
  public static boolean num(double a, double b) {
    return a == a && b == b;
  }

  /** {@code nan.f32}: one is not a number. */
  public static boolean nan(float a, float b) {
    return !num(a, b);
  }

  /** {@code nan.f64}. */
  public static boolean nan(double a, double b) {
    return !num(a, b);
  }

  /** {@code isspacep}: whether an address lies in {@code [base, base + bytes)}. */
  public static boolean inside(long address, long base, long bytes) {
    return Long.compareUnsigned(address - base, bytes) < 0;
  }
}
