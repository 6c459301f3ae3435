package org.grcuda.cpu.translate.semantics;

/**
 * Logic, shift and bit-field instructions (PTX ISA 9.7.1 bfe, bfi, bfind..., 9.7.8 Logic and Shift
 * Instructions, 9.7.9.8 prmt).
 */
public final class BitSemantics {

  private BitSemantics() {}

  /** {@code shl.b32}: amounts above 31 give 0. */
  public static int shl32(int a, int n) {
    return Integer.compareUnsigned(n, 31) > 0 ? 0 : a << n;
  }

  /** {@code shr.u32}. */
  public static int shrU32(int a, int n) {
    return Integer.compareUnsigned(n, 31) > 0 ? 0 : a >>> n;
  }

  /** {@code shr.s32}: amounts above 31 fill with the sign; also {@code shr.s16}. */
  public static int shrS32(int a, int n) {
    return a >> (Integer.compareUnsigned(n, 31) > 0 ? 31 : n);
  }

  /** {@code shl.b64}: amounts above 63 give 0. */
  public static long shl64(long a, int n) {
    return Integer.compareUnsigned(n, 63) > 0 ? 0 : a << n;
  }

  /** {@code shr.u64}. */
  public static long shrU64(long a, int n) {
    return Integer.compareUnsigned(n, 63) > 0 ? 0 : a >>> n;
  }

  /** {@code shr.s64}. */
  public static long shrS64(long a, int n) {
    return a >> (Integer.compareUnsigned(n, 63) > 0 ? 63 : n);
  }

  /** {@code shf.l.clamp.b32}: upper word of {@code hi:lo << min(n, 32)}. */
  public static int shfLeftClamp(int lo, int hi, int n) {
    int shift = IntegerSemantics.minU32(n, 32);
    return (int) ((pair(lo, hi) << shift) >>> 32);
  }

  /** {@code shf.l.wrap.b32}. */
  public static int shfLeftWrap(int lo, int hi, int n) {
    return (int) ((pair(lo, hi) << (n & 31)) >>> 32);
  }

  /** {@code shf.r.clamp.b32}: lower word of {@code hi:lo >> min(n, 32)}. */
  public static int shfRightClamp(int lo, int hi, int n) {
    return (int) (pair(lo, hi) >>> IntegerSemantics.minU32(n, 32));
  }

  /** {@code shf.r.wrap.b32}. */
  public static int shfRightWrap(int lo, int hi, int n) {
    return (int) (pair(lo, hi) >>> (n & 31));
  }

  private static long pair(int lo, int hi) {
    return (long) hi << 32 | lo & 0xffff_ffffL;
  }

  /**
   * {@code bfe.u32}: {@code length} bits of {@code a} from bit {@code position}, both modulo 256.
   */
  public static int bfeU32(int a, int position, int length) {
    return (int) bfeU64(a & 0xffff_ffffL, position, length);
  }

  /** {@code bfe.s32}: as for u32, filled with the field's sign bit. */
  public static int bfeS32(int a, int position, int length) {
    return (int) bfeS64(a, position, length);
  }

  /** {@code bfe.u64}. */
  public static long bfeU64(long a, int position, int length) {
    int pos = position & 0xff;
    int len = length & 0xff;
    long field = pos > 63 ? 0 : a >>> pos;
    return len > 63 ? field : field & ((1L << len) - 1);
  }

  /** {@code bfe.s64}. */
  public static long bfeS64(long a, int position, int length) {
    int pos = Math.min(position & 0xff, 63);
    int len = length & 0xff;
    long field = a >> pos;
    return len == 0 ? 0 : len > 63 ? field : field << 64 - len >> 64 - len;
  }

  /** {@code bfi.b32}: {@code b} with {@code length} bits from {@code position} replaced by a's. */
  public static int bfi32(int a, int b, int position, int length) {
    return (int) bfi64(a & 0xffff_ffffL, b & 0xffff_ffffL, position, length);
  }

  /** {@code bfi.b64}. */
  public static long bfi64(long a, long b, int position, int length) {
    int pos = position & 0xff;
    int len = length & 0xff;
    if (pos > 63) {
      return b;
    }
    long mask = (len > 63 ? -1L : (1L << len) - 1) << pos;
    return b & ~mask | a << pos & mask;
  }

  /** {@code bfind.u32}: position of the highest 1 bit, -1 if there is none. */
  public static int bfindU32(int a) {
    return 31 - Integer.numberOfLeadingZeros(a);
  }

  /** {@code bfind.s32}: position of the highest bit that differs from the sign. */
  public static int bfindS32(int a) {
    return bfindU32(a < 0 ? ~a : a);
  }

  /** {@code bfind.u64}. */
  public static int bfindU64(long a) {
    return 63 - Long.numberOfLeadingZeros(a);
  }

  /** {@code bfind.s64}. */
  public static int bfindS64(long a) {
    return bfindU64(a < 0 ? ~a : a);
  }

  /** {@code bfind.shiftamt}: the shift that brings the bit found to the top, -1 if none was. */
  public static int shiftAmount(int found, int top) {
    return found < 0 ? -1 : top - found;
  }

  /** {@code cnot}: 1 for zero, else 0. */
  public static int cnot(int a) {
    return a == 0 ? 1 : 0;
  }

  /** {@code cnot.b64}. */
  public static long cnot(long a) {
    return a == 0 ? 1 : 0;
  }

  /** {@code bmsk.clamp.b32}: {@code length} ones from bit {@code position}. */
  public static int bmskClamp(int position, int length) {
    int pos = IntegerSemantics.minU32(position, 32);
    int len = IntegerSemantics.minU32(length, 32);
    return (int) ((1L << len) - 1 << pos);
  }

  /** {@code bmsk.wrap.b32}. */
  public static int bmskWrap(int position, int length) {
    return (1 << (length & 31)) - 1 << (position & 31);
  }

  /** {@code szext.clamp.u32}: the low {@code n} bits. */
  public static int szextU32(int a, int n) {
    return Integer.compareUnsigned(n, 31) > 0 ? a : a & (1 << n) - 1;
  }

  /** {@code szext.clamp.s32}: the low {@code n} bits, sign-extended. */
  public static int szextS32(int a, int n) {
    return n == 0 ? 0 : Integer.compareUnsigned(n, 31) > 0 ? a : a << 32 - n >> 32 - n;
  }

  /**
   * {@code szext.wrap} takes its amount modulo 32.
   *
   * @param signed whether to extend with the sign
   */
  public static int szextWrap(int a, int n, boolean signed) {
    return signed ? szextS32(a, n & 31) : szextU32(a, n & 31);
  }

  /** {@code lop3.b32}: the function of three bits whose truth table is {@code table}. */
  public static int lop3(int a, int b, int c, int table) {
    int result = 0;
    for (int row = 0; row < 8; row++) {
      if ((table >> row & 1) != 0) {
        result |= ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
      }
    }
    return result;
  }

  /** The predicate of {@code lop3.or.b32}. */
  public static boolean lop3Or(int result, int predicate) {
    return result != 0 || predicate != 0;
  }

  /** The predicate of {@code lop3.and.b32}. */
  public static boolean lop3And(int result, int predicate) {
    return result != 0 && predicate != 0;
  }

  /** {@code prmt.b32}: four bytes chosen from the eight of {@code b:a}. */
  public static int prmt(int a, int b, int selector) {
    long bytes = pair(a, b);
    int result = 0;
    for (int i = 0; i < 4; i++) {
      int choice = selector >> 4 * i;
      int value = (byte) (bytes >>> 8 * (choice & 7));
      int picked = (choice & 8) != 0 ? value >> 7 : value;
      result |= (picked & 0xff) << 8 * i;
    }
    return result;
  }

  /** {@code prmt.b32.f4e}: four bytes upwards from byte {@code selector}. */
  public static int prmtF4e(int a, int b, int selector) {
    return (int) Long.rotateRight(pair(a, b), 8 * (selector & 3));
  }

  /** {@code prmt.b32.b4e}: four bytes downwards from byte {@code selector}. */
  public static int prmtB4e(int a, int b, int selector) {
    int s = selector & 3;
    return prmt(a, b, s | (s - 1 & 7) << 4 | (s - 2 & 7) << 8 | (s - 3 & 7) << 12);
  }

  /** {@code prmt.b32.rc8}: one byte of {@code a}, four times. */
  public static int prmtRc8(int a, int b, int selector) {
    return (a >>> 8 * (selector & 3) & 0xff) * 0x01010101;
  }

  /** {@code prmt.b32.ecl}: each byte clamped from the left. */
  public static int prmtEcl(int a, int b, int selector) {
    int s = selector & 3;
    return prmt(a, b, s | Math.max(s, 1) << 4 | Math.max(s, 2) << 8 | 3 << 12);
  }

  /** {@code prmt.b32.ecr}: each byte clamped from the right. */
  public static int prmtEcr(int a, int b, int selector) {
    int s = selector & 3;
    return prmt(a, b, Math.min(s, 1) << 4 | Math.min(s, 2) << 8 | s << 12);
  }

  /** {@code prmt.b32.rc16}: one half-word of {@code a}, twice. */
  public static int prmtRc16(int a, int b, int selector) {
    return (a >>> 16 * (selector & 1) & 0xffff) * 0x00010001;
  }

  /**
   * {@code fns.b32}: position of the {@code offset}-th set bit from {@code base}, upwards if
   * positive, downwards if negative; for 0 {@code base} if that bit is set. All ones if there is
   * none, or if {@code base}, which the ISA leaves open, is not below 32.
   */
  public static int fns(int mask, int base, int offset) {
    if (offset == 0) {
      return base >= 0 && base < 32 && (mask >>> base & 1) != 0 ? base : -1;
    }
    int step = Integer.signum(offset);
    int left = Math.abs(offset);
    for (int bit = base; bit >= 0 && bit < 32; bit += step) {
      if ((mask >>> bit & 1) != 0 && --left == 0) {
        return bit;
      }
    }
    return -1;
  }
}
