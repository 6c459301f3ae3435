package org.grcuda.world.transfer;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.spi.HostTask;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.progress.Progress;

/**
 * The arrays that this rank sends: those that wait for memory of the other side, and small ones.
 */
final class Outgoing {

  private record Announced(int target, long id) {}

  private record Waiting(Send send, long address) {}

  private final Progress progress;
  private final Map<Announced, Waiting> waiting = new HashMap<>();
  private final AtomicLongArray submitted;
  private final AtomicLong unfinished = new AtomicLong();

  /** Whether nothing leaves any more. */
  private boolean hasFailed;

  Outgoing(Progress progress) {
    this.progress = progress;
    submitted = new AtomicLongArray(progress.size());
    progress.on(Kind.GRANT, this::granted);
  }

  /** Submits a send. */
  void submit(GrCuda cuda, TransferKey key, DeviceArray source) {
    boolean done = false;
    unfinished.incrementAndGet();
    try {
      HostTask.submit(
          cuda,
          key.sendName(),
          List.of(new HostTask.Use(source, AccessMode.READ)),
          new Send(this, key, source));
      done = true;
    } finally {
      if (!done) {
        unfinished.decrementAndGet();
      }
    }
    submitted.incrementAndGet(key.rank());
  }

  /** A send has ended. */
  void ended() {
    unfinished.decrementAndGet();
  }

  /** Whether all sends have ended. */
  boolean areEnded() {
    return unfinished.get() == 0;
  }

  /** How many arrays {@code target} hears of: elements, or why there are none. */
  long submitted(int target) {
    return submitted.get(target);
  }

  /** The elements of {@code send} are at {@code address}. Called with any lock held. */
  @SuppressWarnings("restricted") // the task keeps the memory
  void ready(Send send, long address) {
    TransferKey key = send.key();
    if (send.bytes() <= Transfers.EAGER_BYTES) {
      MemorySegment elements = MemorySegment.ofAddress(address).reinterpret(send.bytes());
      progress.post(key.rank(), key.record(Kind.DATA).addMemory(elements).finish());
      send.finish();
    } else {
      progress.act(() -> announce(send, address));
    }
  }

  private void announce(Send send, long address) {
    if (hasFailed) {
      send.finish();
      return;
    }
    TransferKey key = send.key();
    long id = progress.announce(key.rank(), send::finish);
    waiting.put(new Announced(key.rank(), id), new Waiting(send, address));
    progress.post(key.rank(), key.record(Kind.READY).addLong(id).addLong(send.bytes()).finish());
  }

  private void granted(int target, RecordReader record) {
    long id = record.readLong();
    boolean isWanted = record.readByte() != 0;
    Waiting send = waiting.remove(new Announced(target, id));
    if (send == null) {
      throw new FrameException("rank " + target + " grants payload " + id + ", which nobody sends");
    }
    if (isWanted) {
      progress.sendPayload(target, id, send.address, send.send.bytes());
    } else {
      progress.forget(target, id);
      send.send.finish();
    }
  }

  /** Nothing leaves any more. */
  void fail() {
    hasFailed = true;
    for (Announced announced : List.copyOf(waiting.keySet())) {
      progress.forget(announced.target, announced.id);
      waiting.remove(announced).send.finish();
    }
  }

  /** The elements for {@code key} will never be there. Called with any lock held. */
  void cancelled(TransferKey key, String reason) {
    tell(key, "rank " + progress.rank() + ": " + reason);
    ended();
  }

  /** Tells the receiver of {@code key}, for which no send is submitted, that it gets nothing. */
  void refuse(TransferKey key, String reason) {
    tell(key, reason);
    submitted.incrementAndGet(key.rank());
  }

  private void tell(TransferKey key, String reason) {
    progress.post(key.rank(), key.record(Kind.FAILED).addText(reason).finish());
  }
}
