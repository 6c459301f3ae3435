package org.grcuda.bench.crossing;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** The ways from Java to {@code grcuda_submit}, the C function that executes a submission. */
final class Crossings {

  private static final int SESSION = 0;
  private static final int CONTEXT = 1;
  private static final int WORDS = 2;
  private static final int COUNT = 3;

  /** By JNA's interface mapping. */
  private interface Mapped extends Library {
    long grcuda_submit(long session, long context, long words, int count);
  }

  /** By JNA's direct mapping. */
  private static final class Direct {
    private Direct() {}

    static native long grcuda_submit(long session, long context, long words, int count);
  }

  /**
   * By java.lang.foreign. The handle is a constant for the JIT compiler. The class is initialised
   * after the library is loaded.
   */
  private static final class Foreign {
    @SuppressWarnings("restricted")
    private static final MethodHandle SUBMIT =
        Linker.nativeLinker()
            .downcallHandle(
                SymbolLookup.loaderLookup().find("grcuda_submit").orElseThrow(),
                FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT));

    private Foreign() {}

    static long submit(long session, long context, long words, int count) {
      try {
        return (long) SUBMIT.invokeExact(session, context, words, count);
      } catch (Throwable e) {
        throw new IllegalStateException("grcuda_submit", e);
      }
    }
  }

  private final long session;
  private final long context;
  private final long words;
  private final int count;
  private final Mapped mapped;

  /**
   * Loads the library and prepares the submission.
   *
   * @param library the native library
   * @param driver the driver library that it loads
   */
  @SuppressWarnings("restricted")
  Crossings(Path library, Path driver) {
    System.load(library.toString());
    try (Arena arena = Arena.ofConfined()) {
      long status =
          prepare(
              arena.allocateFrom(driver.toString()).address(),
              arena.allocateFrom(CrossingBenchmark.KERNEL).address());
      if (status != 0) {
        throw new IllegalStateException("the double refuses a call: status " + status);
      }
    }
    session = handle(SESSION);
    context = handle(CONTEXT);
    words = handle(WORDS);
    count = (int) handle(COUNT);
    mapped = Native.load(library.toString(), Mapped.class);
    Native.register(Direct.class, NativeLibrary.getInstance(library.toString()));
  }

  /**
   * Makes the same four calls of the driver in a loop in C. Returns the nanoseconds of processor
   * time per round.
   */
  static native double direct(int rounds);

  void jni(int rounds) {
    for (int i = 0; i < rounds; i++) {
      submit(session, context, words, count);
    }
  }

  void foreign(int rounds) {
    for (int i = 0; i < rounds; i++) {
      Foreign.submit(session, context, words, count);
    }
  }

  void jnaDirect(int rounds) {
    for (int i = 0; i < rounds; i++) {
      Direct.grcuda_submit(session, context, words, count);
    }
  }

  void jnaMapped(int rounds) {
    for (int i = 0; i < rounds; i++) {
      mapped.grcuda_submit(session, context, words, count);
    }
  }

  private static native long prepare(long driver, long kernel);

  private static native long handle(int which);

  private static native long submit(long session, long context, long words, int count);
}
