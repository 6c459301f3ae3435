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
import org.grcuda.driver.queue.SubmissionCheck;

/**
 * Writes submissions as the native library reads them (submit.c): 8-byte words. For each command
 * these are its kind, its stream if that differs from the previous one, and its operands. Used with
 * the lock of its GPU held.
 */
final class SubmissionWriter {

  private static final int COOPERATIVE = 0x100;
  private static final int OTHER_STREAM = 0x200;
  private static final int MIRRORS = 0x400;

  private static final int WAIT = Command.WAIT.ordinal();
  private static final int LAUNCH = Command.LAUNCH.ordinal();
  private static final int RECORD = Command.RECORD.ordinal();

  // Kinds that follow those of Submission.Command.
  private static final int COPY_ON_HOST = Command.values().length;
  private static final int COPY_STAGED = COPY_ON_HOST + 1;
  private static final int CALL = COPY_STAGED + 1;

  private static final int CALL_WORDS = 7;

  /** Words of any command, with its stream, without its parameter block. */
  private static final int MOST_WORDS = 2 + CALL_WORDS;

  private Arena arena = Arena.ofShared();
  private long address;
  private int capacity;
  private CudaEvent[] records = new CudaEvent[4];
  private int recordCount;
  private CudaStream[] launchStreams = new CudaStream[2];
  private int launchCount;
  private List<CudaEvent> guests = List.of();
  private Runnable missing;

  /** The stream of the command written last; null if there is none. */
  private CudaStream written;

  SubmissionWriter() {
    allocate(256);
  }

  /** Where the words are. */
  long address() {
    return address;
  }

  /**
   * Checks all commands, and writes those that the device executes; returns the number of words.
   *
   * @throws org.grcuda.driver.UsageException if an event of another GPU was closed
   * @throws RuntimeException what the check throws
   */
  int write(Submission submission, CudaDevice device, SubmissionCheck check) {
    int words = writePlain(submission, device);
    if (words >= 0) {
      return words;
    }
    check.run(submission, device.driver());
    begin();
    Submission.Reader reader = submission.reader();
    int at = 0;
    while (reader.next()) {
      reserve(at, MOST_WORDS + reader.wordCount());
      CudaStream stream = (CudaStream) reader.stream();
      switch (reader.command()) {
        case LAUNCH -> at = launch(at, reader, stream);
        case WAIT -> {
          CudaEvent event = (CudaEvent) reader.event();
          keepIfGuest(event, device);
          at = event(at, WAIT, stream, event);
        }
        case RECORD -> {
          CudaEvent event = (CudaEvent) reader.event();
          noteRecord(event);
          at = event(at, RECORD, stream, event);
        }
        case COPY -> at = copy(at, reader, stream);
        case FILL -> at = fill(at, reader, stream, device.fillKernel());
        case PREFETCH, ADVISE, ATTACH -> at = managed(at, reader, stream, device);
      }
    }
    return at;
  }

  private void begin() {
    recordCount = 0;
    launchCount = 0;
    missing = null;
    written = null;
  }

  /**
   * As {@link #write}, for submissions that have only waits, launches and records, whose handles
   * are open and belong to the device, and whose kernels were last checked in the same shape. Most
   * submissions are like that, and this costs only a part. Returns -1 for any other submission,
   * which is not written.
   */
  private int writePlain(Submission submission, CudaDevice device) {
    begin();
    long[] words = submission.words();
    Object[] handles = submission.handles();
    int end = submission.wordCount();
    reserve(0, end + submission.handleCount());
    int at = 0;
    int handle = 0;
    CudaStream stream = null;
    for (int from = 0; from < end; from += 1 + Submission.operandCount(words[from])) {
      long header = words[from];
      int kind = Submission.kind(header);
      if (Submission.isOtherStream(header)) {
        if (!(handles[handle++] instanceof CudaStream own) || !own.isUsableOn(device)) {
          return -1;
        }
        stream = own;
      }
      if (kind == WAIT || kind == RECORD) {
        if (!(handles[handle++] instanceof CudaEvent event) || !event.isUsableOn(device)) {
          return -1;
        }
        at = event(at, kind, stream, event);
        if (kind == RECORD) {
          noteRecord(event);
        }
      } else if (kind == LAUNCH
          && handles[handle++] instanceof CudaFunction kernel
          && kernel.module().isUsableOn(device)
          && kernel.hasPassed(words, from + 1)) {
        at = launch(at, words, from + 1, stream, kernel);
      } else {
        return -1;
      }
    }
    return at;
  }

  /**
   * Whether a command is executed: CUDA refuses prefetches and advice where managed memory does not
   * move page by page, and these serve only speed.
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

  /** Called before the submission, as a fault of its kernels may be seen at once. */
  void noteLaunches() {
    for (int i = 0; i < launchCount; i++) {
      launchStreams[i].launched();
      launchStreams[i] = null;
    }
  }

  /** Called after the submission: the recorded events now have a new completion to wait for. */
  void noteRecords() {
    for (int i = 0; i < recordCount; i++) {
      records[i].recorded();
      records[i] = null;
    }
  }

  /**
   * Makes what the submission needs and is not there yet, without a lock. The written words cannot
   * be used then. Null if all is there.
   */
  Runnable missing() {
    return missing;
  }

  /** The events of other GPUs that were pinned for the submission. */
  List<CudaEvent> takeGuests() {
    List<CudaEvent> taken = guests;
    if (!taken.isEmpty()) {
      guests = List.of();
    }
    return taken;
  }

  void close() {
    arena.close();
  }

  // Each writes one command from word `at` on, and returns where the next one begins.

  private int event(int at, int kind, CudaStream stream, CudaEvent event) {
    int next = begin(at, kind, stream);
    put(next, event.handle());
    return next + 1;
  }

  private void noteLaunch(CudaStream stream, CudaCallable callable) {
    if (launchCount == launchStreams.length) {
      launchStreams = Arrays.copyOf(launchStreams, 2 * launchCount);
    }
    launchStreams[launchCount++] = stream;
    stream.launching(callable);
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

  /** Copies for which CUDA would make the caller wait are made when their turn has come. */
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
      missing = stream::stage;
    }
    int next = operands(at, reader, COPY_STAGED, stream, 3);
    put(next, stream.staging());
    put(next + 1, CudaStream.STAGING_BYTES);
    put(next + 2, from == Side.DEVICE ? 1 : 0);
    return next + 3;
  }

  /** CUDA has no fill with 8 bytes whose halves differ. */
  private int fill(int at, Submission.Reader reader, CudaStream stream, FillKernel kernel) {
    long value = reader.word(1);
    long count = reader.word(3);
    boolean repeats = (int) value == (int) (value >>> Integer.SIZE);
    if (reader.word(2) != Long.BYTES || repeats || count == 0) {
      return operands(at, reader, Command.FILL.ordinal(), stream, 4);
    }
    if (kernel.function() == null) {
      missing = kernel::load;
      return at;
    }
    long[] launch = kernel.launch(stream, reader.word(0), value, count);
    return launch(at, launch, 1, stream, (CudaFunction) kernel.function());
  }

  private int operands(int at, Submission.Reader reader, int kind, CudaStream stream, int count) {
    int next = begin(at, kind, stream);
    for (int i = 0; i < count; i++) {
      put(next + i, reader.word(i));
    }
    return next + count;
  }

  private int managed(int at, Submission.Reader reader, CudaStream stream, CudaDevice device) {
    Command command = reader.command();
    if (!isWritten(reader, device)) {
      return at;
    }
    if (command != Command.PREFETCH) {
      device.driver().memory().noteHint(reader.word(0));
    }
    int next = begin(at, command.ordinal(), stream);
    put(next++, reader.word(0));
    // Memory is attached as a whole, which a length of 0 means.
    put(next++, command == Command.ATTACH ? 0 : reader.word(1));
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
    return switch ((CudaCallable) reader.function()) {
      case CudaFunction kernel when reader.hasImages() ->
          launchWithMirrors(at, reader.words(), stream, kernel);
      case CudaFunction kernel -> launch(at, reader.words(), 0, stream, kernel);
      case CudaLibraryFunction function -> call(at, reader, stream, function);
    };
  }

  private int call(
      int at, Submission.Reader reader, CudaStream stream, CudaLibraryFunction function) {
    noteLaunch(stream, function);
    CudaLibrary library = function.library();
    int words = (reader.parameterBytes() + 7) >>> 3;
    int next = begin(at, CALL, stream);
    put(next, function.address());
    put(next + 1, library.handle());
    put(next + 2, library.setStream());
    put(next + 3, library.setPointerMode());
    put(next + 4, function.byValue() == 0 ? 1 : 0);
    put(next + 5, function.arguments() | (long) words << Integer.SIZE);
    put(next + 6, function.byValue());
    for (int i = 0; i < words; i++) {
      put(next + CALL_WORDS + i, reader.word(Submission.LAUNCH_WORDS + i));
    }
    return next + CALL_WORDS + words;
  }

  /** A launch with the operands from {@code words[from]} on. */
  private int launch(int at, long[] words, int from, CudaStream stream, CudaFunction kernel) {
    noteLaunch(stream, kernel);
    int next = begin(at, LAUNCH | (kernel.isCooperative() ? COOPERATIVE : 0), stream);
    return operands(next, words, from, kernel);
  }

  /** A launch with the operands {@code words}, of which the last are those of its mirrors. */
  private int launchWithMirrors(int at, long[] words, CudaStream stream, CudaFunction kernel) {
    noteLaunch(stream, kernel);
    int next = begin(at, LAUNCH | MIRRORS | (kernel.isCooperative() ? COOPERATIVE : 0), stream);
    int first = Submission.LAUNCH_WORDS + ((Submission.parameterBytes(words, 0) + 7) >>> 3);
    put(next++, (words.length - first) / Submission.IMAGE_WORDS);
    for (int i = first; i < words.length; i++) {
      put(next++, words[i]);
    }
    return operands(next, words, 0, kernel);
  }

  private int operands(int at, long[] words, int from, CudaFunction kernel) {
    int next = at;
    put(next++, kernel.handle());
    put(next, words[from]);
    put(next + 1, words[from + 1]);
    put(next + 2, words[from + 2]);
    put(next + 3, words[from + 3]);
    put(next + 4, words[from + 4]);
    int count = Submission.LAUNCH_WORDS + ((Submission.parameterBytes(words, from) + 7) >>> 3);
    for (int i = Submission.LAUNCH_WORDS; i < count; i++) {
      put(next + i, words[from + i]);
    }
    return next + count;
  }

  /** If several commands in a row are for one stream, only the first names it. */
  private int begin(int at, int kind, CudaStream stream) {
    if (stream == written) {
      put(at, kind);
      return at + 1;
    }
    written = stream;
    put(at, kind | OTHER_STREAM);
    put(at + 1, stream.handle());
    return at + 2;
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
