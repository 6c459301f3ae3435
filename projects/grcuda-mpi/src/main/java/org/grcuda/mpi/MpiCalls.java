package org.grcuda.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.grcuda.transport.TransportException;

/**
 * The functions of {@code load.c} and {@code calls.c}. They take and return numbers and addresses
 * only.
 */
@SuppressWarnings("restricted")
final class MpiCalls {

  private static final int TEXT = 8192;

  // The handles take the function's address, so that they are constants, whichever library it is.
  private static final MethodHandle START = handle(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
  private static final MethodHandle OPEN = handle(ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle SEND = handle(JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle PAYLOAD =
      handle(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle POLL = handle(JAVA_INT);
  private static final MethodHandle DESCRIBE =
      Linker.nativeLinker()
          .downcallHandle(FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
  private static final MethodHandle ERROR =
      Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle ABORT =
      Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(JAVA_INT));
  private static final MethodHandle CLOSE =
      Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid());

  private final MemorySegment describe;
  private final MemorySegment open;
  private final MemorySegment send;
  private final MemorySegment payload;
  private final MemorySegment poll;
  private final MemorySegment error;
  private final MemorySegment abort;
  private final MemorySegment close;

  private MpiCalls(SymbolLookup library) {
    this.describe = library.findOrThrow("grcuda_mpi_describe");
    this.open = library.findOrThrow("grcuda_mpi_open");
    this.send = library.findOrThrow("grcuda_mpi_send");
    this.payload = library.findOrThrow("grcuda_mpi_payload");
    this.poll = library.findOrThrow("grcuda_mpi_poll");
    this.error = library.findOrThrow("grcuda_mpi_error");
    this.abort = library.findOrThrow("grcuda_mpi_abort");
    this.close = library.findOrThrow("grcuda_mpi_close");
  }

  /** Who this process is. */
  record Self(int rank, int size, String library) {}

  private static MethodHandle handle(MemoryLayout result, MemoryLayout... parameters) {
    return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(result, parameters));
  }

  /** Loads the libraries and starts MPI (MPI_Init_thread). */
  static MpiCalls start(Path loader, Path calls) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment start =
          SymbolLookup.libraryLookup(loader, Arena.global()).findOrThrow("grcuda_mpi_start");
      MemorySegment problem = arena.allocate(TEXT);
      int result =
          (int)
              START.invokeExact(start, arena.allocateFrom(calls.toString()), problem, (long) TEXT);
      if (result != 0) {
        throw new TransportException("MPI cannot be started: " + line(problem));
      }
      return new MpiCalls(SymbolLookup.libraryLookup(calls, Arena.global()));
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  Self describe() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment numbers = arena.allocate(JAVA_INT, 2);
      MemorySegment text = arena.allocate(TEXT);
      DESCRIBE.invokeExact(
          describe, numbers, numbers.asSlice(JAVA_INT.byteSize()), text, (long) TEXT);
      return new Self(numbers.getAtIndex(JAVA_INT, 0), numbers.getAtIndex(JAVA_INT, 1), line(text));
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Prepares for frames; returns the {@code bytes} bytes that are shared with {@code calls.c}. */
  MemorySegment open(int frameBytes, long bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment problem = arena.allocate(TEXT);
      MemorySegment shared =
          (MemorySegment) OPEN.invokeExact(open, frameBytes, problem, (long) TEXT);
      if (shared.address() == 0) {
        throw new TransportException("MPI cannot be used: " + line(problem));
      }
      return shared.reinterpret(bytes);
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Sends the frame that lies where there is room. */
  void send(int target, int bytes) {
    try {
      check((int) SEND.invokeExact(send, target, bytes));
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  void sendPayload(int target, long id, long address, long bytes) {
    begin(1, target, id, address, bytes);
  }

  void receivePayload(int source, long id, long address, long bytes) {
    begin(0, source, id, address, bytes);
  }

  private void begin(int sends, int rank, long id, long address, long bytes) {
    try {
      check((int) PAYLOAD.invokeExact(payload, sends, rank, id, address, bytes));
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Makes progress; returns the number of events that are shared. */
  int poll() {
    try {
      return (int) POLL.invokeExact(poll);
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Ends all ranks. */
  void abort(int code) {
    try {
      ABORT.invokeExact(abort, code);
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Ends MPI (MPI_Finalize). */
  void close() {
    try {
      CLOSE.invokeExact(close);
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** MPI's text on a code. */
  TransportException error(int code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(TEXT);
      ERROR.invokeExact(error, code, text, (long) TEXT);
      return new TransportException(line(text));
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  private void check(int code) {
    if (code != 0) {
      throw error(code);
    }
  }

  private static String line(MemorySegment text) {
    return String.join(" ", text.getString(0).strip().split("\\s+"));
  }

  private static RuntimeException failure(Throwable error) {
    return switch (error) {
      case RuntimeException unchecked -> unchecked;
      case Error fatal -> throw fatal;
      default -> new IllegalStateException(error); // the functions throw nothing
    };
  }
}
