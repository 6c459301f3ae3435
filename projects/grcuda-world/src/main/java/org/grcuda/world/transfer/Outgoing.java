package org.grcuda.world.transfer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
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
import org.grcuda.world.progress.FlowControl.Flow;
import org.grcuda.world.progress.Progress;

/**
 * The arrays that this rank sends: those that wait for memory of the other side, and small ones.
 * Small ones for which there is no credit are copied, and wait as large ones do.
 */
final class Outgoing {

  private record Announced(int target, long id) {}

  private record Waiting(long address, long bytes, Runnable done) {}

  private final Progress progress;
  private final Gate gate = new Gate();
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
    long bytes = send.bytes();
    if (bytes <= Transfers.EAGER_BYTES) {
      MemorySegment elements = MemorySegment.ofAddress(address).reinterpret(bytes);
      byte[] record = key.record(Kind.DATA).addMemory(elements).finish();
      // Queued first: a rank whose sends have ended, and which has nothing queued, may close.
      pass(key, () -> sendCopy(key, record, bytes));
      send.finish();
    } else {
      pass(key, () -> announce(key, new Waiting(address, bytes, send::finish)));
    }
  }

  private void pass(TransferKey key, Runnable send) {
    progress.act(
        () -> {
          if (hasFailed) {
            send.run();
          } else {
            gate.pass(key, send);
          }
        });
  }

  /** The records that name these arrays have left. Called while driving. */
  void left(List<TransferKey> keys) {
    if (!hasFailed) {
      keys.forEach(gate::open);
    }
  }

  private void sendCopy(TransferKey key, byte[] record, long bytes) {
    if (progress.flows().take(Flow.ELEMENTS, key.rank(), bytes)) {
      progress.post(key.rank(), record);
      return;
    }
    MemorySegment copy = Arena.ofAuto().allocate(Math.max(1, bytes));
    MemorySegment elements = MemorySegment.ofArray(record).asSlice(record.length - bytes);
    copy.copyFrom(elements);
    Runnable done = () -> Reference.reachabilityFence(copy);
    announce(key, new Waiting(copy.address(), bytes, done));
  }

  private void announce(TransferKey key, Waiting elements) {
    if (hasFailed) {
      elements.done.run();
      return;
    }
    long id = progress.announce(key.rank(), elements.done);
    waiting.put(new Announced(key.rank(), id), elements);
    progress.post(key.rank(), key.record(Kind.READY).addLong(id).addLong(elements.bytes).finish());
  }

  private void granted(int target, RecordReader record) {
    long id = record.readLong();
    boolean isWanted = record.readByte() != 0;
    Waiting elements = waiting.remove(new Announced(target, id));
    if (elements == null) {
      throw new FrameException("rank " + target + " grants payload " + id + ", which nobody sends");
    }
    if (isWanted) {
      progress.sendPayload(target, id, elements.address, elements.bytes);
    } else {
      progress.forget(target, id);
      elements.done.run();
    }
  }

  /** Nothing leaves any more. */
  void fail() {
    hasFailed = true;
    gate.clear();
    for (Announced announced : List.copyOf(waiting.keySet())) {
      progress.forget(announced.target, announced.id);
      waiting.remove(announced).done.run();
    }
  }

  /** The elements for {@code key} will never be there. Called with any lock held. */
  void cancelled(TransferKey key, String reason) {
    pass(key, () -> tell(key, "rank " + progress.rank() + ": " + reason));
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
