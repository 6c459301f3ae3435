package org.grcuda.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Submission;
import org.grcuda.driver.Submission.Command;

/**
 * Writes submissions as the native library reads them (submit.c): 8-byte words, for each command
 * its kind, its stream, its operands. Used with the driver locked.
 */
final class CommandWriter {

  private static final int COOPERATIVE = 0x100;

  /** Words of any command without its parameter block. */
  private static final int MOST_WORDS = 8;

  private Arena arena = Arena.ofShared();
  private long address;
  private int capacity;
  private int words;
  private CudaEvent[] records = new CudaEvent[4];
  private int recordCount;

  CommandWriter() {
    allocate(256);
  }

  /** Where the words are. */
  long address() {
    return address;
  }

  /** Writes all commands that the device executes; returns the number of words. */
  int write(Submission submission, CudaDevice device) {
    words = 0;
    recordCount = 0;
    Submission.Reader reader = submission.reader();
    while (reader.next()) {
      reserve(MOST_WORDS + reader.wordCount());
      Command command = reader.command();
      CudaStream stream = (CudaStream) reader.stream();
      switch (command) {
        case LAUNCH -> launch(reader, stream);
        case WAIT, RECORD -> event(reader, command, stream);
        case COPY, FILL -> operands(reader, command, stream, command == Command.COPY ? 3 : 4);
        case PREFETCH, ADVISE, ATTACH -> {
          if (isWritten(reader, device)) {
            managed(reader, command, stream, device);
          }
        }
      }
    }
    return words;
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

  void close() {
    arena.close();
  }

  private void event(Submission.Reader reader, Command command, CudaStream stream) {
    CudaEvent event = (CudaEvent) reader.event();
    begin(command.ordinal(), stream);
    put(event.handle());
    if (command == Command.RECORD) {
      if (recordCount == records.length) {
        records = Arrays.copyOf(records, 2 * recordCount);
      }
      records[recordCount++] = event;
    }
  }

  private void operands(Submission.Reader reader, Command command, CudaStream stream, int count) {
    begin(command.ordinal(), stream);
    for (int i = 0; i < count; i++) {
      put(reader.word(i));
    }
  }

  private void managed(
      Submission.Reader reader, Command command, CudaStream stream, CudaDevice device) {
    begin(command.ordinal(), stream);
    put(reader.word(0));
    // Memory is attached as a whole, which a length of 0 means.
    put(command == Command.ATTACH ? 0 : reader.word(1));
    if (command != Command.PREFETCH) {
      put(reader.word(2));
    }
    if (command != Command.ATTACH) {
      int place = (int) reader.word(command == Command.PREFETCH ? 2 : 3);
      put(place < 0 ? -1 : device.driver().cudaDevice(place).gpu().number());
    }
  }

  private void launch(Submission.Reader reader, CudaStream stream) {
    CudaFunction function = (CudaFunction) reader.function();
    stream.launched(function);
    begin(Command.LAUNCH.ordinal() | (function.isCooperative() ? COOPERATIVE : 0), stream);
    put(function.handle());
    for (int i = 0; i < 8; i += 2) {
      put(reader.word(i) & 0xffff_ffffL | reader.word(i + 1) << Integer.SIZE);
    }
    int parameterWords = (reader.parameterBytes() + 7) >>> 3;
    for (int i = 0; i < parameterWords; i++) {
      put(reader.word(8 + i));
    }
  }

  private void begin(int kind, CudaStream stream) {
    put(kind);
    put(stream.handle());
  }

  private void put(long word) {
    NativeMemory.ALL.set(ValueLayout.JAVA_LONG, address + 8L * words++, word);
  }

  private void reserve(int more) {
    if (words + more > capacity) {
      Arena before = arena;
      long from = address;
      arena = Arena.ofShared();
      allocate(Math.max(2 * capacity, words + more));
      MemorySegment.copy(NativeMemory.ALL, from, NativeMemory.ALL, address, 8L * words);
      before.close();
    }
  }

  private void allocate(int count) {
    address = arena.allocate(8L * count, 8).address();
    capacity = count;
  }
}
