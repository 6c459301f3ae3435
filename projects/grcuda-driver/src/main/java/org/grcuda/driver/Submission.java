package org.grcuda.driver;

import java.util.Arrays;

/**
 * A compact command buffer: the unit that the runtime hands to {@link Device#submit}, so that a
 * backend can execute it in one native crossing. Commands are appended by one thread, read by a
 * {@link Reader}, and the buffer is reused after {@link #clear}.
 *
 * <p>Layout: per command a word with its {@link Command}, then its integers in {@link #words}; its
 * handles, in order, in {@link #handles}. The stream is there only if it differs from the previous
 * command's, since storing a reference costs more than storing a number. Addresses are device
 * addresses; sizes are bytes.
 */
public final class Submission {

  /** The kinds of command. */
  public enum Command {
    /**
     * handles: stream, event. The stream's later commands wait for the event as it was last
     * recorded when this command is enqueued; a later record does not count. A failure that the
     * event carries does not stop the stream.
     */
    WAIT("cuStreamWaitEvent"),
    /**
     * words: destination, source, bytes, {@link #EXTERNAL_DESTINATION} and {@link
     * #EXTERNAL_SOURCE}. handles: stream. Any mix of host and device memory.
     */
    COPY("cuMemcpyAsync"),
    /** words: destination, pattern, width (1, 2, 4 or 8), count of elements. handles: stream. */
    FILL("cuMemsetD8Async"),
    /** words: address, bytes, place (a device ordinal, or -1 for the host). handles: stream. */
    PREFETCH("cuMemPrefetchAsync"),
    /**
     * words: address, bytes, {@link MemoryAdvice#code}, place (as of a prefetch). handles: stream.
     * A hint: it changes no contents, and may take effect as soon as it is enqueued.
     */
    ADVISE("cuMemAdvise"),
    /** words: address, bytes, {@link AttachMode#code}. handles: stream. Changes no contents. */
    ATTACH("cuStreamAttachMemAsync"),
    /**
     * words: pairs of 32 bits, the lower half first: grid x and y, grid z and block x, block y and
     * z, dynamic shared bytes and parameter bytes; the blocks of a cluster, 10 bits for each
     * dimension; then the parameter block, 8 bytes a word, little-endian. After it, for a simulated
     * driver: the bits of the four doubles of {@link #cost}, and the number of growths; for each
     * {@link #growth} the address, bytes, and the bits of four doubles; then for each access the
     * address, bytes, and {@link #READS} and {@link #WRITES}. Or, if it {@link Reader#hasImages}:
     * for each image its two words. handles: stream, function.
     */
    LAUNCH("cuLaunchKernel"),
    /** handles: stream, event. */
    RECORD("cuEventRecord");

    private final String call;

    Command(String call) {
      this.call = call;
    }

    /** The CUDA driver call that does the same, for a {@link DriverException}. */
    public String call() {
      return call;
    }
  }

  /** Flag of an access of a launch: it needs the contents. */
  public static final int READS = 1;

  /** Flag of an access of a launch: it may change the contents. */
  public static final int WRITES = 2;

  /** Flag of a copy: the destination is host memory that the driver did not allocate. */
  public static final int EXTERNAL_DESTINATION = 1;

  /** Flag of a copy: the source is host memory that the driver did not allocate. */
  public static final int EXTERNAL_SOURCE = 2;

  /** Operands of a LAUNCH before its parameter block. */
  public static final int LAUNCH_WORDS = 5;

  /** Words of the cost of a LAUNCH: four doubles, and the number of growths. */
  public static final int COST_WORDS = 5;

  /** Words of a growth of a LAUNCH. */
  public static final int GROWTH_WORDS = 6;

  /** Words of an access of a LAUNCH. */
  public static final int ACCESS_WORDS = 3;

  /** Words of an image of a LAUNCH. */
  public static final int IMAGE_WORDS = 2;

  private static final Command[] COMMANDS = Command.values();

  // Bits of the word with the command, below the number of its operands.
  private static final int COMMAND = 0x1f;
  private static final int IMAGES = 0x20;
  private static final int KIND = COMMAND | IMAGES;
  private static final int OTHER_STREAM = 0x40;
  private static final int SECOND_HANDLE = 0x80;

  private long[] words = new long[32];
  private int wordCount;
  private Object[] handles = new Object[8];
  private int handleCount;
  // First word of the last command.
  private int last;

  /** The word with the number of growths of the last launch. */
  private int growthsAt;

  /** Where the stream of the last command is among the handles. */
  private int streamAt;

  /** An empty buffer. */
  public Submission() {}

  /** Makes {@code stream} wait for {@code event} (cuStreamWaitEvent). */
  public void waitFor(Stream stream, Event event) {
    begin(Command.WAIT, 0, stream, event);
  }

  /** Copies {@code bytes} bytes; the two ranges do not overlap (cuMemcpyAsync). */
  public void copy(Stream stream, long destination, long source, long bytes) {
    copy(stream, destination, source, bytes, 0);
  }

  /**
   * As the other copy, also from and to memory of the process that the driver did not allocate.
   * Such memory must stay valid until the copy has completed; it is not checked.
   *
   * @param external {@link #EXTERNAL_DESTINATION}, {@link #EXTERNAL_SOURCE}, both or neither
   */
  public void copy(Stream stream, long destination, long source, long bytes, int external) {
    int at = begin(Command.COPY, 4, stream, null);
    words[at] = destination;
    words[at + 1] = source;
    words[at + 2] = bytes;
    words[at + 3] = external;
  }

  /**
   * Stores {@code count} times the low {@code width} bytes of {@code pattern} (cuMemsetD8Async,
   * D16, D32; a backend without a fill of 8 bytes launches a kernel). The destination is aligned to
   * {@code width}.
   */
  public void fill(Stream stream, long destination, long pattern, int width, long count) {
    int at = begin(Command.FILL, 4, stream, null);
    words[at] = destination;
    words[at + 1] = pattern;
    words[at + 2] = width;
    words[at + 3] = count;
  }

  /** Moves managed memory to {@code place}, a device ordinal or -1 (cuMemPrefetchAsync). */
  public void prefetch(Stream stream, long address, long bytes, int place) {
    int at = begin(Command.PREFETCH, 3, stream, null);
    words[at] = address;
    words[at + 1] = bytes;
    words[at + 2] = place;
  }

  /**
   * Says how managed memory will be used (cuMemAdvise).
   *
   * @param place the place that the advice is about, a device ordinal or -1
   */
  public void advise(Stream stream, long address, long bytes, MemoryAdvice advice, int place) {
    int at = begin(Command.ADVISE, 4, stream, null);
    words[at] = address;
    words[at + 1] = bytes;
    words[at + 2] = advice.code();
    words[at + 3] = place;
  }

  /** Says who may use managed memory once it is this command's turn (cuStreamAttachMemAsync). */
  public void attach(Stream stream, long address, long bytes, AttachMode mode) {
    int at = begin(Command.ATTACH, 3, stream, null);
    words[at] = address;
    words[at + 1] = bytes;
    words[at + 2] = mode.code();
  }

  /**
   * Launches a kernel (cuLaunchKernel).
   *
   * @param parameters the parameter block: each parameter at its natural alignment, in order, as
   *     PTX lays them out; {@code parameterBytes} of it are used. Copied.
   */
  public void launch(
      Stream stream, Function function, LaunchShape shape, long[] parameters, int parameterBytes) {
    int parameterWords = (parameterBytes + 7) >>> 3;
    int at = begin(Command.LAUNCH, LAUNCH_WORDS + parameterWords, stream, function);
    words[at] = pair(shape.gridX(), shape.gridY());
    words[at + 1] = pair(shape.gridZ(), shape.blockX());
    words[at + 2] = pair(shape.blockY(), shape.blockZ());
    words[at + 3] = pair(shape.dynamicSharedBytes(), parameterBytes);
    words[at + 4] = shape.cluster().word();
    System.arraycopy(parameters, 0, words, at + LAUNCH_WORDS, parameterWords);
  }

  private static long pair(int low, int high) {
    return low & 0xffff_ffffL | (long) high << Integer.SIZE;
  }

  private static int high(long pair) {
    return (int) (pair >>> Integer.SIZE);
  }

  /** The shape in the operands of a LAUNCH, whose first operand is {@code words[at]}. */
  public static LaunchShape shape(long[] words, int at) {
    return new LaunchShape(
        (int) words[at],
        high(words[at]),
        (int) words[at + 1],
        high(words[at + 1]),
        (int) words[at + 2],
        high(words[at + 2]),
        (int) words[at + 3],
        ClusterSize.of(words[at + 4]));
  }

  /** Size in bytes of the parameter block in the operands of a LAUNCH, as {@link #shape}. */
  public static int parameterBytes(long[] words, int at) {
    return high(words[at + 3]);
  }

  /**
   * Says what the last appended launch costs, for drivers of simulated devices ({@link
   * Driver#hasVirtualTime}). Follow it with a {@link #growth} for each integer that the cost
   * depends on, then an {@link #access} for each range that the kernel uses.
   *
   * @param flops floating-point operations in single precision; NaN where unknown
   * @param doubleFlops the same in double precision
   * @param bytes bytes read and written in device memory; NaN where unknown
   * @param latency nanoseconds that pass besides
   */
  public void cost(double flops, double doubleFlops, double bytes, double latency) {
    int at = extend(COST_WORDS);
    putDoubles(at, flops, doubleFlops, bytes, latency);
    words[at + COST_WORDS - 1] = 0;
    growthsAt = at + COST_WORDS - 1;
  }

  /**
   * Says what the last appended launch costs besides, each time that an integer grows by one;
   * called after its {@link #cost}.
   *
   * @param address of the integer, in the memory of the device or of managed memory
   * @param bytes 4 or 8, at a multiple of which the address is
   */
  public void growth(
      long address, int bytes, double flops, double doubleFlops, double moved, double latency) {
    int at = extend(GROWTH_WORDS);
    words[at] = address;
    words[at + 1] = bytes;
    putDoubles(at + 2, flops, doubleFlops, moved, latency);
    words[growthsAt]++;
  }

  private void putDoubles(int at, double... values) {
    for (int i = 0; i < values.length; i++) {
      words[at + i] = Double.doubleToRawLongBits(values[i]);
    }
  }

  /** Says what the last appended launch accesses; called after its {@link #cost} and growths. */
  public void access(long address, long bytes, boolean reads, boolean writes) {
    int at = extend(ACCESS_WORDS);
    words[at] = address;
    words[at + 1] = bytes;
    words[at + 2] = (reads ? READS : 0) | (writes ? WRITES : 0);
  }

  /** The last appended launch, without a cost, takes an image: {@link Device#addImage}. */
  public void image(long image, long contents) {
    int at = extend(IMAGE_WORDS);
    words[last] |= IMAGES;
    words[at] = image;
    words[at + 1] = contents;
  }

  /** Room for more operands of the last command. */
  private int extend(int operands) {
    if (wordCount == 0 || command(last) != Command.LAUNCH) {
      throw new IllegalStateException("the last command is not a launch");
    }
    reserve(operands);
    int at = wordCount;
    wordCount += operands;
    words[last] += (long) operands << 8;
    return at;
  }

  private Command command(int header) {
    return COMMANDS[(int) (words[header] & COMMAND)];
  }

  private void reserve(int more) {
    if (wordCount + more > words.length) {
      words = Arrays.copyOf(words, Math.max(2 * words.length, wordCount + more));
    }
  }

  /** Records {@code event} (cuEventRecord). */
  public void record(Stream stream, Event event) {
    begin(Command.RECORD, 0, stream, event);
  }

  /** Forgets every command and handle; capacity stays. */
  public void clear() {
    Arrays.fill(handles, 0, handleCount, null);
    wordCount = 0;
    handleCount = 0;
  }

  /**
   * Whether all its commands but waits and records tell the driver about managed memory:
   * prefetches, advice and attachments, of which there is at least one.
   */
  public boolean hasOnlyHints() {
    boolean found = false;
    for (int from = 0; from < wordCount; from += 1 + operandCount(words[from])) {
      switch (command(from)) {
        case PREFETCH, ADVISE, ATTACH -> found = true;
        case WAIT, RECORD -> {}
        default -> {
          return false;
        }
      }
    }
    return found;
  }

  /** Whether there is no command. */
  public boolean isEmpty() {
    return wordCount == 0;
  }

  /** The words from {@code begin} to before {@code end}: see {@link Reader#position}. */
  public long[] copyOfWords(int begin, int end) {
    return Arrays.copyOfRange(words, begin, end);
  }

  /** Number of words. */
  public int wordCount() {
    return wordCount;
  }

  /** Number of handles. */
  public int handleCount() {
    return handleCount;
  }

  /** The words of the commands, for drivers that read them without a {@link Reader}; no copy. */
  public long[] words() {
    return words;
  }

  /** The handles of the commands, as {@link #words}. */
  public Object[] handles() {
    return handles;
  }

  /** Number of operands of a command whose first word is {@code header}. */
  public static int operandCount(long header) {
    return (int) (header >>> 8);
  }

  /**
   * Position among {@link Command#values} of the command whose first word is {@code header}; of a
   * launch with images another number.
   */
  public static int kind(long header) {
    return (int) (header & KIND);
  }

  /** Whether the command whose first word is {@code header} has a stream among the handles. */
  public static boolean isOtherStream(long header) {
    return (header & OTHER_STREAM) != 0;
  }

  /** Reads the commands from the first. */
  public Reader reader() {
    Reader reader = new Reader();
    reader.restart(this);
    return reader;
  }

  private int begin(Command command, int operands, Stream stream, Object second) {
    reserve(operands + 1);
    if (handleCount + 2 > handles.length) {
      handles = Arrays.copyOf(handles, 2 * handles.length);
    }
    int header = command.ordinal();
    if (handleCount == 0 || handles[streamAt] != stream) {
      header |= OTHER_STREAM;
      streamAt = handleCount;
      handles[handleCount++] = stream;
    }
    if (second != null) {
      header |= SECOND_HANDLE;
      handles[handleCount++] = second;
    }
    words[wordCount] = ((long) operands << 8) | header;
    last = wordCount;
    int at = wordCount + 1;
    wordCount = at + operands;
    return at;
  }

  /** A cursor over the commands of a submission that is not changed meanwhile. */
  public static final class Reader {

    private long[] words;
    private Object[] handles;
    private int end;
    private int header;
    private int next;
    private int stream;
    private int nextHandle;

    /** The word with the current command. */
    private long current;

    /** A reader for submissions one after the other: {@link #restart} comes first. */
    public Reader() {}

    /** Begins to read {@code submission}, before its first command. */
    public void restart(Submission submission) {
      words = submission.words;
      handles = submission.handles;
      end = submission.wordCount;
      header = -1;
      next = 0;
      stream = 0;
      nextHandle = 0;
      current = 0;
    }

    /** Moves to the next command, the first at the first call; false after the last. */
    public boolean next() {
      header = next;
      if (next >= end) {
        return false;
      }
      current = words[next];
      next += 1 + wordCount();
      if ((current & OTHER_STREAM) != 0) {
        stream = nextHandle++;
      }
      if ((current & SECOND_HANDLE) != 0) {
        nextHandle++;
      }
      return true;
    }

    /** The current command. */
    public Command command() {
      return COMMANDS[(int) (current & COMMAND)];
    }

    /** Index of the first word of the current command; after the last, the number of words. */
    public int position() {
      return header;
    }

    /** Number of integer operands of the current command. */
    public int wordCount() {
      return operandCount(current);
    }

    /** A copy of the integer operands of the current command. */
    public long[] words() {
      return Arrays.copyOfRange(words, header + 1, header + 1 + wordCount());
    }

    /** Operand {@code index} of the current command, as {@link Command} lists them. */
    public long word(int index) {
      return words[header + 1 + index];
    }

    /** The stream of the current command. */
    public Stream stream() {
      return (Stream) handles[stream];
    }

    /** The event of a WAIT or RECORD. */
    public Event event() {
      return (Event) handles[nextHandle - 1];
    }

    /** The kernel of a LAUNCH. */
    public Function function() {
      return (Function) handles[nextHandle - 1];
    }

    /** Grid, block and shared memory of a LAUNCH. */
    public LaunchShape shape() {
      return Submission.shape(words, header + 1);
    }

    /** The parameter block of a LAUNCH: a copy, 8 bytes a word, little-endian. */
    public long[] parameters() {
      int from = header + 1 + LAUNCH_WORDS;
      return Arrays.copyOfRange(words, from, from + (parameterBytes() + 7) / 8);
    }

    /** Size in bytes of the parameter block of a LAUNCH. */
    public int parameterBytes() {
      return Submission.parameterBytes(words, header + 1);
    }

    /** Whether it is a LAUNCH that takes images: {@link Submission#image}. */
    public boolean hasImages() {
      return (current & IMAGES) != 0;
    }
  }
}
