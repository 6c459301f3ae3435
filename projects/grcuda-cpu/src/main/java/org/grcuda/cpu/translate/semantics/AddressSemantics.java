package org.grcuda.cpu.translate.semantics;

import java.lang.StackWalker.Option;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.KernelFault.Kind;

/**
 * Checks of the address of an access (PTX ISA 6.4.1, Addresses as Operands: natural alignment; 5.1,
 * State Spaces). An access of {@code w} bytes at {@code address} must lie in {@code [base, base +
 * bytes)}, where {@code base} is aligned to 16.
 *
 * <p>Rotated right by log2(w), the offset of a misaligned access has a high bit set: one unsigned
 * comparison finds both errors. Bodies stay below 35 bytes, so that HotSpot inlines them always.
 */
public final class AddressSemantics {

  private AddressSemantics() {}

  /** Checks an access of 1 byte; gives the address. */
  public static long check1(long address, long base, long bytes) {
    if (Long.compareUnsigned(address - base, bytes) >= 0) {
      throw fault(address, base, bytes, 1);
    }
    return address;
  }

  /** Checks an access of 2 bytes; gives the address. */
  public static long check2(long address, long base, long bytes) {
    if (Long.compareUnsigned(Long.rotateRight(address - base, 1), bytes >> 1) >= 0) {
      throw fault(address, base, bytes, 2);
    }
    return address;
  }

  /** Checks an access of 4 bytes; gives the address. */
  public static long check4(long address, long base, long bytes) {
    if (Long.compareUnsigned(Long.rotateRight(address - base, 2), bytes >> 2) >= 0) {
      throw fault(address, base, bytes, 4);
    }
    return address;
  }

  /** Checks an access of 8 bytes; gives the address. */
  public static long check8(long address, long base, long bytes) {
    if (Long.compareUnsigned(Long.rotateRight(address - base, 3), bytes >> 3) >= 0) {
      throw fault(address, base, bytes, 8);
    }
    return address;
  }

  /** Checks an access of 16 bytes; gives the address. */
  public static long check16(long address, long base, long bytes) {
    if (Long.compareUnsigned(Long.rotateRight(address - base, 4), bytes >> 4) >= 0) {
      throw fault(address, base, bytes, 16);
    }
    return address;
  }

  /** Checks an access of 32 bytes, a {@code .v4.b64}; gives the address. */
  public static long check32(long address, long base, long bytes) {
    check16(address, base, bytes);
    return check16(address + 16, base, bytes) - 16;
  }

  private static KernelFault fault(long address, long base, long bytes, int width) {
    return faultAt(address, base, bytes, width, translatedLine());
  }

  /** The fault of an access that a check does not pass, at a line of the PTX. */
  public static KernelFault faultAt(long address, long base, long bytes, int width, int line) {
    long offset = address - base;
    boolean inside = Long.compareUnsigned(offset, bytes) < 0;
    boolean misaligned = inside && (offset & width - 1) != 0;
    return new KernelFault(
        misaligned ? Kind.MISALIGNED_ADDRESS : Kind.ILLEGAL_ADDRESS,
        address,
        line,
        "%s access of %d bytes at 0x%x"
            .formatted(misaligned ? "misaligned" : "out-of-bounds", width, address));
  }

  /** The PTX line that runs now: translated code carries it as its line numbers. */
  static int translatedLine() {
    return StackWalker.getInstance(Option.SHOW_HIDDEN_FRAMES)
        .walk(
            frames ->
                frames
                    .filter(f -> f.getClassName().startsWith(KERNEL_CLASS))
                    .findFirst()
                    .map(f -> f.getLineNumber() + firstLine(f.getClassName()))
                    .orElse(0));
  }

  /** Start of the names of the classes of translated kernels. */
  private static final String KERNEL_CLASS = "org.grcuda.cpu.translate.Kernel$";

  /**
   * The name of the class of a kernel.
   *
   * @param kernel its name
   * @param firstLine the PTX line that is line 0 of the class file, whose numbers end at 65535
   */
  public static String className(String kernel, int firstLine) {
    return KERNEL_CLASS + firstLine + "$" + kernel.replaceAll("\\W", "_");
  }

  /** What {@link #className} was given. */
  public static int firstLine(String className) {
    int start = KERNEL_CLASS.length();
    return Integer.parseInt(className, start, className.indexOf('$', start), 10);
  }
}
