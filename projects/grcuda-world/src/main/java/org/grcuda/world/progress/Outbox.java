package org.grcuda.world.progress;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.grcuda.transport.Transport;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.FlowControl.Flow;

/**
 * The records on their way to one rank. All that are there when the transport takes a frame leave
 * as one frame: what is sent while the frames before are under way is aggregated, and nothing waits
 * for a timer. Calls wait until there are credits for them; other records overtake them.
 */
final class Outbox {

  /** Bytes of a piece of a record that is larger than a frame, without the header. */
  private static final int PIECE = Transport.FRAME_BYTES - RecordWriter.HEADER - 2 * Integer.BYTES;

  private final FlowControl flows;
  private final int target;
  private final ArrayDeque<byte[]> records = new ArrayDeque<>();
  private final ArrayDeque<Call> calls = new ArrayDeque<>();

  /** A record that needs a credit. */
  private record Call(byte[] record, Runnable leaves) {}

  Outbox(FlowControl flows, int target) {
    this.flows = flows;
    this.target = target;
  }

  boolean isEmpty() {
    return records.isEmpty() && calls.isEmpty();
  }

  void add(byte[] record) {
    if (record.length <= Transport.FRAME_BYTES) {
      records.add(record);
      return;
    }
    for (int at = 0; at < record.length; at += PIECE) {
      int length = Math.min(PIECE, record.length - at);
      MemorySegment piece = MemorySegment.ofArray(record).asSlice(at, length);
      records.add(new RecordWriter(Kind.FRAGMENT).addInt(record.length).addMemory(piece).finish());
    }
  }

  /** Adds a record for which a credit is needed; {@code leaves} is run when it has one. */
  void addCall(byte[] record, Runnable leaves) {
    calls.add(new Call(record, leaves));
  }

  /** Lets the calls go for which there are credits. */
  void release() {
    while (!calls.isEmpty() && flows.take(Flow.CALLS, target, calls.peek().record.length)) {
      Call call = calls.remove();
      add(call.record);
      call.leaves.run();
    }
  }

  /**
   * Sends as much as the transport takes; whether that was anything.
   *
   * @param frame room for the largest frame
   */
  boolean flush(Transport transport, byte[] frame) {
    boolean sent = false;
    while (!records.isEmpty()) {
      int size = 0;
      int count = 0;
      for (byte[] record : records) {
        if (size + record.length > frame.length) {
          break;
        }
        System.arraycopy(record, 0, frame, size, record.length);
        size += record.length;
        count++;
      }
      if (!transport.send(target, MemorySegment.ofArray(frame).asSlice(0, size))) {
        break;
      }
      for (int i = 0; i < count; i++) {
        records.remove();
      }
      sent = true;
    }
    return sent;
  }
}
