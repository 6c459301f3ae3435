package org.grcuda.cpu.translate.semantics;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.image.ImageAccess;
import org.grcuda.cpu.image.ImageFault;

/**
 * The functions that the CUDA runtime provides to kernels (CUDA C++ Programming Guide, Formatted
 * Output, Assertion, Trap function).
 */
public final class SystemCalls {

  /** More than what CUDA prints in one call (cudaLimitPrintfFifoSize). */
  private static final int LONGEST_STRING = 1 << 20;

  private static final MemorySegment MEMORY = NativeMemory.ALL;

  private SystemCalls() {}

  /**
   * {@code vprintf}: formats and hands the text to the launch's output.
   *
   * @param format address of the format, zero-terminated
   * @param arguments address of the arguments: integers of 4 or 8 bytes, doubles and pointers of 8,
   *     each at its natural alignment
   * @return the number of arguments, as CUDA says
   */
  public static int vprintf(Launch launch, long format, long arguments) {
    PrintfFormat parsed = PrintfFormat.parse(string(launch, format));
    launch.output.accept(parsed.format(new Arguments(launch, arguments)));
    return parsed.arguments();
  }

  /** {@code __assertfail}: always throws. */
  public static void assertFail(Launch launch, long text, long file, int line, long function) {
    throw new KernelFault(
        KernelFault.Kind.ASSERT,
        "%s:%d: %s: assertion `%s` failed"
            .formatted(string(launch, file), line, string(launch, function), string(launch, text)));
  }

  /** {@code malloc}: memory of the device's heap for kernels, 0 if there is none left. */
  public static long malloc(Launch launch, long bytes) {
    return launch.heap.allocate(bytes);
  }

  /** {@code free}: frees memory of the heap. */
  public static void free(Launch launch, long address) {
    if (address != 0 && !launch.heap.free(address)) {
      throw new KernelFault(
          KernelFault.Kind.ILLEGAL_ADDRESS,
          address,
          AddressSemantics.translatedLine(),
          "free of 0x%x, which malloc did not give or which was freed".formatted(address));
    }
  }

  /** An instruction on an image, as {@link ImageAccess#execute} takes it. */
  public static long image(
      Launch launch,
      long code,
      long handle,
      int word0,
      int word1,
      int word2,
      int word3,
      long buffer) {
    try {
      return ImageAccess.execute(launch, code, handle, word0, word1, word2, word3, buffer);
    } catch (ImageFault fault) {
      throw new KernelFault(
          KernelFault.Kind.ILLEGAL_ADDRESS,
          fault.address(),
          AddressSemantics.translatedLine(),
          fault.getMessage());
    }
  }

  /** The results of such an instruction from the third on, as {@link ImageAccess} says. */
  public static long furtherResults(long buffer) {
    return ImageAccess.furtherResults(buffer);
  }

  /** Zeroes memory of the device, which is not checked. */
  public static void clear(long address, long bytes) {
    MEMORY.asSlice(address, bytes).fill((byte) 0);
  }

  /** A call through a pointer that is not the address of a function with such parameters. */
  public static void invalidCallee(Launch launch, long address) {
    throw new KernelFault(
        KernelFault.Kind.INVALID_PC,
        address,
        AddressSemantics.translatedLine(),
        "call through a pointer to no function of that type: 0x%x".formatted(address));
  }

  /** Checks that a function's frame starts where it still fits. */
  public static void checkStack(long frame, long last) {
    if (frame > last) {
      throw new KernelFault(
          KernelFault.Kind.STACK_OVERFLOW,
          0,
          AddressSemantics.translatedLine(),
          "local memory is exhausted by nested calls");
    }
  }

  /** {@code trap}: the fault to throw. */
  public static KernelFault trap() {
    return trapAt(AddressSemantics.translatedLine());
  }

  /** {@code trap} at a line of the PTX: the fault to throw. */
  public static KernelFault trapAt(int line) {
    return new KernelFault(KernelFault.Kind.TRAP, 0, line, "trap");
  }

  /** The zero-terminated UTF-8 string at an address. */
  private static String string(Launch launch, long address) {
    long end = address;
    while (read8(launch, end) != 0) {
      end++;
      if (end - address > LONGEST_STRING) {
        throw new KernelFault(
            KernelFault.Kind.ILLEGAL_ADDRESS,
            address,
            AddressSemantics.translatedLine(),
            "the string at 0x%x has no end within %,d bytes".formatted(address, LONGEST_STRING));
      }
    }
    byte[] bytes = new byte[Math.toIntExact(end - address)];
    MemorySegment.copy(MEMORY, ValueLayout.JAVA_BYTE, address, bytes, 0, bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte read8(Launch launch, long address) {
    AddressSemantics.check1(address, launch.arenaBase, launch.arenaBytes);
    return MEMORY.get(ValueLayout.JAVA_BYTE, address);
  }

  /** The argument list of one printf, read in order. */
  private static final class Arguments implements PrintfFormat.Arguments {

    private final Launch launch;
    private long next;

    Arguments(Launch launch, long start) {
      this.launch = launch;
      this.next = start;
    }

    @Override
    public int nextInt() {
      long at = AddressSemantics.check4(next, launch.arenaBase, launch.arenaBytes);
      next += 4;
      return MEMORY.get(ValueLayout.JAVA_INT, at);
    }

    @Override
    public long nextLong() {
      long at = AddressSemantics.check8(next + 7 & -8, launch.arenaBase, launch.arenaBytes);
      next = at + 8;
      return MEMORY.get(ValueLayout.JAVA_LONG, at);
    }

    @Override
    public double nextDouble() {
      return Double.longBitsToDouble(nextLong());
    }

    @Override
    public String nextString() {
      long address = nextLong();
      return address == 0 ? "(null)" : string(launch, address);
    }
  }
}
