package org.grcuda.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.cuda.CudaMemory.Side;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Submission;
import org.grcuda.driver.Submission.Command;

/**
 * Writes submissions as the native library reads them (submit.c): 8-byte words, for each command
 * its kind, its stream, its operands. Used with the lock of its GPU held.
 */
final class CommandWriter {

  private static final int COOPERATIVE = 0x100;

  // Kinds that follow those of Submission.Command.
  private static final int COPY_ON_HOST = Command.values().length;
  private static final int COPY_STAGED = COPY_ON_HOST + 1;
  private static final int CALL = COPY_STAGED + 1;

  private static final int CALL_WORDS = 9;

  /** Words of any command without its parameter block. */
  private static final int MOST_WORDS = CALL_WORDS;

  private Arena arena = Arena.ofShared();
  private long address;
  private int capacity;
  private CudaEvent[] records = new CudaEvent[4];
  private int recordCount;
  private List<CudaEvent> guests = List.of();
  private CudaStream unstaged;

  CommandWriter() {
    allocate(256);
  }

  /** Where the words are. */
  long address() {
    return address;
  }

  /**
   * Writes all commands that the device executes; returns the number of words.
   *
   * @throws IllegalStateException if an event of another GPU was closed
   */
  int write(Submission submission, CudaDevice device) {
    recordCount = 0;
    unstaged = null;
    Submission.Reader reader = submission.reader();
    int at = 0;
    while (reader.next()) {
      reserve(at, MOST_WORDS + reader.wordCount());
      Command command = reader.command();
      CudaStream stream = (CudaStream) reader.stream();
      switch (command) {
        case LAUNCH -> at = launch(at, reader, stream);
        case WAIT -> {
          CudaEvent event = (CudaEvent) reader.event();
          keepIfGuest(event, device);
          at = event(at, command, stream, event);
        }
        case RECORD -> {
          CudaEvent event = (CudaEvent) reader.event();
          noteRecord(event);
          at = event(at, command, stream, event);
        }
        case COPY -> at = copy(at, reader, stream);
        case FILL -> at = operands(at, reader, command.ordinal(), stream, 4);
        case PREFETCH, ADVISE, ATTACH -> {
          if (isWritten(reader, device)) {
            if (command != Command.PREFETCH) {
              device.driver().memory().noteHint(reader.word(0));
            }
            at = managed(at, reader, command, stream, device);
          }
        }
      }
    }
    return at;
  }

  /**
   * Whether a command is executed: prefetches and advice are refused by CUDA where managed memory
   * does not move page by page, and ask for nothing but speed.
   */
  static boolean isWritten(Submission.Reader reader, CudaDevice device) {
    return switch (reader.command()) {
      case PREFETCH -> reader.word(1) > 0 && movesPages(device, (int) reader.word(2));
      case ADVISE -> reader.word(1) > 0 && movesPages(device, (int) reader.word(3));
      case ATTACH, WAIT, COPY, FILL, LAUNCH, RECORD -> true;
    };
  }

  private static boolean movesPages(CudaDevice device, int place) {
    return movesPages(device) && (place < 0 || movesPages(device.driver().cudaDevice(place)));
  }

  private static boolean movesPages(CudaDevice device) {
    return device.attribute(DeviceAttribute.CONCURRENT_MANAGED_ACCESS) != 0;
  }

  /** After the submission: the events recorded have another end to wait for. */
  void noteRecords() {
    for (int i = 0; i < recordCount; i++) {
      records[i].recorded();
      records[i] = null;
    }
  }

  /** The first stream that lacks the memory for a copy; what was written is no use then. */
  CudaStream unstaged() {
    return unstaged;
  }

  /** The events of other GPUs that were pinned for the submission. */
  List<CudaEvent> takeGuests() {
    List<CudaEvent> taken = guests;
    guests = List.of();
    return taken;
  }

  void close() {
    arena.close();
  }

  // Each writes one command from word `at` on, and returns where the next one begins.

  private int event(int at, Command command, CudaStream stream, CudaEvent event) {
    begin(at, command.ordinal(), stream);
    put(at + 2, event.handle());
    return at + 3;
  }

  private void noteRecord(CudaEvent event) {
    if (recordCount == records.length) {
      records = Arrays.copyOf(records, 2 * recordCount);
    }
    records[recordCount++] = event;
  }

  /** An event of another GPU may be destroyed meanwhile, as that GPU's lock is not held. */
  private void keepIfGuest(CudaEvent event, CudaDevice device) {
    if (event.owner().gpu() != device.gpu()) {
      event.pin();
      if (guests.isEmpty()) {
        guests = new ArrayList<>();
      }
      guests.add(event);
    }
  }

  /** Those that CUDA would make the caller wait for are made when their turn has come. */
  private int copy(int at, Submission.Reader reader, CudaStream stream) {
    CudaMemory memory = stream.owner().driver().memory();
    long bytes = reader.word(2);
    long external = reader.word(3);
    CudaDevice device = stream.owner();
    boolean out = (external & Submission.EXTERNAL_DESTINATION) != 0;
    Side to = memory.side(reader.word(0), bytes, out, device);
    boolean in = (external & Submission.EXTERNAL_SOURCE) != 0;
    Side from = memory.side(reader.word(1), bytes, in, device);
    if (to != Side.DEVICE && from != Side.DEVICE) {
      return operands(at, reader, COPY_ON_HOST, stream, 3);
    }
    if (to != Side.PAGEABLE && from != Side.PAGEABLE) {
      return operands(at, reader, Command.COPY.ordinal(), stream, 3);
    }
    if (stream.staging() == 0) {
      unstaged = stream;
    }
    operands(at, reader, COPY_STAGED, stream, 3);
    put(at + 5, stream.staging());
    put(at + 6, CudaStream.STAGING_BYTES);
    put(at + 7, from == Side.DEVICE ? 1 : 0);
    return at + 8;
  }

  private int operands(int at, Submission.Reader reader, int kind, CudaStream stream, int count) {
    begin(at, kind, stream);
    for (int i = 0; i < count; i++) {
      put(at + 2 + i, reader.word(i));
    }
    return at + 2 + count;
  }

  private int managed(
      int at, Submission.Reader reader, Command command, CudaStream stream, CudaDevice device) {
    begin(at, command.ordinal(), stream);
    put(at + 2, reader.word(0));
    // Memory is attached as a whole, which a length of 0 means.
    put(at + 3, command == Command.ATTACH ? 0 : reader.word(1));
    int next = at + 4;
    if (command != Command.PREFETCH) {
      put(next++, reader.word(2));
    }
    if (command != Command.ATTACH) {
      int place = (int) reader.word(command == Command.PREFETCH ? 2 : 3);
      put(next++, place < 0 ? -1 : device.driver().cudaDevice(place).gpu().number());
    }
    return next;
  }

  private int launch(int at, Submission.Reader reader, CudaStream stream) {
    CudaCallable callable = (CudaCallable) reader.function();
    stream.launched(callable);
    return switch (callable) {
      case CudaFunction kernel -> launch(at, reader, stream, kernel);
      case CudaLibraryFunction function -> call(at, reader, stream, function);
    };
  }

  private int call(
      int at, Submission.Reader reader, CudaStream stream, CudaLibraryFunction function) {
    CudaLibrary library = function.library();
    int words = (reader.parameterBytes() + 7) >>> 3;
    begin(at, CALL, stream);
    put(at + 2, function.address());
    put(at + 3, library.handle());
    put(at + 4, library.setStream());
    put(at + 5, library.setPointerMode());
    put(at + 6, function.byValue() == 0 ? 1 : 0);
    put(at + 7, function.arguments() | (long) words << Integer.SIZE);
    put(at + 8, function.byValue());
    for (int i = 0; i < words; i++) {
      put(at + CALL_WORDS + i, reader.word(8 + i));
    }
    return at + CALL_WORDS + words;
  }

  private int launch(int at, Submission.Reader reader, CudaStream stream, CudaFunction function) {
    begin(at, Command.LAUNCH.ordinal() | (function.isCooperative() ? COOPERATIVE : 0), stream);
    put(at + 2, function.handle());
    for (int i = 0; i < 4; i++) {
      long pair = reader.word(2 * i) & 0xffff_ffffL | reader.word(2 * i + 1) << Integer.SIZE;
      put(at + 3 + i, pair);
    }
    int parameterWords = (reader.parameterBytes() + 7) >>> 3;
    for (int i = 0; i < parameterWords; i++) {
      put(at + 7 + i, reader.word(8 + i));
    }
    return at + 7 + parameterWords;
  }

  private void begin(int at, int kind, CudaStream stream) {
    put(at, kind);
    put(at + 1, stream.handle());
  }

  private void put(int at, long word) {
    NativeMemory.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address + 8L * at, word);
  }

  private void reserve(int written, int more) {
    if (written + more > capacity) {
      Arena before = arena;
      long from = address;
      arena = Arena.ofShared();
      allocate(Math.max(2 * capacity, written + more));
      MemorySegment.copy(NativeMemory.ALL, from, NativeMemory.ALL, address, 8L * written);
      before.close();
    }
  }

  private void allocate(int count) {
    address = arena.allocate(8L * count, 8).address();
    capacity = count;
  }
}
