package org.grcuda.mpi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.transport.Transport;
import org.grcuda.transport.TransportException;

/** One rank of the program that {@code mpirun} has started. */
final class MpiTransport implements Transport {

  /** Kinds of events, as in {@code calls.c}. */
  private static final int FRAME = 1;

  private static final int SENT = 2;
  private static final int RECEIVED = 3;
  private static final int LARGER = 4;
  private static final int SMALLER = 5;
  private static final int FAILED = 6;

  /** Offsets and sizes of what is shared with {@code calls.c}, in bytes. */
  private static final int ROOM = 0;

  private static final int BUSY = 8;
  private static final int EVENTS = 16;
  private static final int EVENT = 40;
  private static final int SHARED = EVENTS + 80 * EVENT;

  private static final Pattern NAME =
      Pattern.compile("(Open MPI|MPICH|Intel\\(R\\) MPI|MVAPICH)\\D*([0-9][0-9.]*)");

  private final MpiThread thread;
  private final MpiCalls calls;
  private final MpiCalls.Self self;
  private final MemorySegment shared;

  /** The events of the last poll that are not told yet are those from {@code told} on. */
  private int told;

  private int events;

  /** After the end, the functions of {@code calls.c} would end the process. */
  private boolean closed;

  private MpiTransport(MpiThread thread, MpiCalls.Self self) {
    this.thread = thread;
    this.calls = thread.calls();
    this.self = self;
    this.shared = calls.open(FRAME_BYTES, SHARED);
  }

  /**
   * Starts MPI.
   *
   * @throws TransportException if MPI cannot be started, or does not know the other ranks
   */
  static Transport open(Launch launch, Shim shim) {
    MpiThread thread = MpiThread.start(shim);
    try {
      MpiCalls.Self self = thread.calls().describe();
      int expected = launch.size().orElse(self.size());
      if (expected != self.size()) {
        throw new TransportException(
            launch.kind().title()
                + " has started "
                + expected
                + " ranks, and this process finds "
                + (self.size() == 1 ? "itself alone" : self.size())
                + ", as "
                + shim.compiler()
                + " is of another MPI ("
                + name(self.library())
                + "): set GRCUDA_MPICC to the mpicc of the mpirun in use");
      }
      return new MpiTransport(thread, self);
    } catch (RuntimeException e) {
      thread.end();
      throw e;
    }
  }

  @Override
  public int rank() {
    return self.rank();
  }

  @Override
  public int size() {
    return self.size();
  }

  @Override
  public String description() {
    return name(self.library());
  }

  /** The name and version of a library, from all that it says of itself. */
  static String name(String library) {
    Matcher matcher = NAME.matcher(library);
    return matcher.find() ? matcher.group(1) + " " + matcher.group(2) : library;
  }

  @Override
  @SuppressWarnings("restricted") // the buffer has room for the largest frame
  public boolean send(int target, MemorySegment frame) {
    long bytes = frame.byteSize();
    if (bytes > FRAME_BYTES) {
      throw new IllegalArgumentException("a frame of " + bytes + " bytes");
    }
    requireOpen();
    long room = shared.get(JAVA_LONG, ROOM);
    if (room == 0) {
      return false;
    }
    MemorySegment.copy(frame, 0, MemorySegment.ofAddress(room).reinterpret(bytes), 0, bytes);
    calls.send(target, (int) bytes);
    return true;
  }

  @Override
  public void sendPayload(int target, long id, long address, long bytes) {
    requireOpen();
    calls.sendPayload(target, id, address, bytes);
  }

  @Override
  public void receivePayload(int source, long id, long address, long bytes) {
    requireOpen();
    calls.receivePayload(source, id, address, bytes);
  }

  @Override
  public boolean poll(Events listener) {
    requireOpen();
    if (told == events) {
      told = 0;
      events = calls.poll();
    }
    boolean any = told < events;
    while (told < events) {
      int next = EVENTS + told * EVENT;
      told++;
      tell(next, listener);
    }
    return any;
  }

  @SuppressWarnings("restricted") // a slot of calls.c that holds a frame until the next poll
  private void tell(long event, Events listener) {
    int kind = (int) shared.get(JAVA_LONG, event);
    int rank = (int) shared.get(JAVA_LONG, event + 8);
    long number = shared.get(JAVA_LONG, event + 16);
    long value = shared.get(JAVA_LONG, event + 24);
    switch (kind) {
      case FRAME ->
          listener.frame(rank, MemorySegment.ofAddress(value).reinterpret(number).asReadOnly());
      case SENT -> listener.sent(rank, number);
      case RECEIVED -> listener.received(rank, number);
      case LARGER -> throw sizesDiffer(rank, "more than " + value, event);
      case SMALLER -> throw sizesDiffer(rank, Long.toString(value), event);
      case FAILED -> throw calls.error((int) number);
      default -> throw new IllegalStateException("event " + kind);
    }
  }

  private TransportException sizesDiffer(int source, String sent, long event) {
    return new TransportException(
        "rank "
            + source
            + " sends "
            + sent
            + " bytes, and rank "
            + rank()
            + " expects "
            + shared.get(JAVA_LONG, event + 32));
  }

  @Override
  public boolean isBusy() {
    return told < events || shared.get(JAVA_LONG, BUSY) > 0;
  }

  @Override
  public void abort(int code, String reason) {
    // In one piece, as other ranks may write, too.
    System.err.print("rank " + rank() + ": " + reason + "\n");
    System.err.flush();
    calls.abort(code);
  }

  @Override
  public void close() {
    closed = true;
    thread.end();
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the connection of rank " + rank() + " is closed");
    }
  }
}
