package org.grcuda.world.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.spi.HostTask;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.FlowControl.Flow;
import org.grcuda.world.progress.Progress;

/**
 * The arrays that this rank receives: brings together the memory of each and what its sender says,
 * in whichever order they come. Kept by the thread that drives.
 */
final class Matching {

  private final Progress progress;
  private final Map<TransferKey, Incoming> incoming = new HashMap<>();

  /** Receives that have no memory yet. */
  private final AtomicLong unposted = new AtomicLong();

  private final AtomicLong unfinished = new AtomicLong();

  /** How many arrays of each rank were heard of. */
  private final long[] arrived;

  /** How many arrays each rank sends in all; -1 while that is not known. */
  private final long[] all;

  private boolean isLeaving;
  private volatile boolean hasHeardOfAll;

  /** Why nothing arrives any more; null as long as something may. */
  private GrCudaException failure;

  Matching(Progress progress) {
    this.progress = progress;
    arrived = new long[progress.size()];
    all = new long[progress.size()];
    Arrays.fill(all, -1);
    progress.on(Kind.DATA, this::data);
    progress.on(Kind.READY, this::ready);
    progress.on(Kind.FAILED, this::failed);
  }

  /** Submits a receive. */
  void submit(GrCuda cuda, TransferKey key, DeviceArray target) {
    boolean done = false;
    unposted.incrementAndGet();
    unfinished.incrementAndGet();
    try {
      HostTask.submit(
          cuda,
          key.receiveName(),
          List.of(new HostTask.Use(target, AccessMode.OVERWRITE)),
          new Receive(this, key, target));
      done = true;
    } finally {
      if (!done) {
        unposted.decrementAndGet();
        unfinished.decrementAndGet();
      }
    }
  }

  /** {@code receive} has memory at {@code address}. Called with any lock held. */
  void posted(Receive receive, long address) {
    post(receive.key(), new Incoming.Posted(receive, address));
  }

  /** The receive for {@code key} will never have memory. Called with any lock held. */
  void cancelled(TransferKey key) {
    post(key, new Incoming.Refused());
    ended();
  }

  private void post(TransferKey key, Incoming receive) {
    progress.act(
        () -> {
          arrived(key, receive);
          unposted.decrementAndGet();
          refuseIfLeaving();
        });
  }

  /** No receive is submitted any more: senders of what nobody takes need not wait. */
  void leave() {
    progress.act(
        () -> {
          isLeaving = true;
          refuseIfLeaving();
        });
  }

  private void refuseIfLeaving() {
    if (!isLeaving || unposted.get() > 0) {
      return;
    }
    List<TransferKey> unwanted =
        incoming.keySet().stream()
            .filter(key -> incoming.get(key) instanceof Incoming.Ready)
            .toList();
    for (TransferKey key : unwanted) {
      grant((Incoming.Ready) incoming.remove(key), false);
    }
  }

  private void data(int source, RecordReader record) {
    TransferKey key = TransferKey.read(source, record);
    MemorySegment elements = record.readMemory();
    if (!(incoming.get(key) instanceof Incoming.Posted)) {
      elements = MemorySegment.ofArray(elements.toArray(ValueLayout.JAVA_BYTE));
    }
    arrived(key, new Incoming.Elements(source, elements));
    count(source);
  }

  private void ready(int source, RecordReader record) {
    TransferKey key = TransferKey.read(source, record);
    arrived(key, new Incoming.Ready(source, record.readLong(), record.readLong()));
    count(source);
  }

  private void failed(int source, RecordReader record) {
    TransferKey key = TransferKey.read(source, record);
    arrived(key, new Incoming.Failed(record.readText()));
    count(source);
  }

  /** One side of {@code key} is there. When both are, the elements can move. */
  private void arrived(TransferKey key, Incoming side) {
    if (failure != null) {
      if (side instanceof Incoming.Posted posted) {
        posted.receive().finish(failure);
      }
      return;
    }
    Incoming other = incoming.remove(key);
    if (other == null && side instanceof Incoming.Posted posted && isOver(key)) {
      posted.receive().finish(missing(key));
    } else if (other == null) {
      incoming.put(key, side);
    } else if (other instanceof Incoming.Posted posted) {
      take(posted, side);
    } else if (side instanceof Incoming.Posted posted) {
      take(posted, other);
    } else {
      drop(other);
      drop(side);
    }
  }

  /** Nobody takes what a sender has. */
  private void drop(Incoming side) {
    if (side instanceof Incoming.Ready ready) {
      grant(ready, false);
    } else if (side instanceof Incoming.Elements elements) {
      giveCredit(elements);
    }
  }

  private void giveCredit(Incoming.Elements elements) {
    progress.flows().handled(Flow.ELEMENTS, elements.source(), elements.bytes().byteSize());
  }

  /** Rank {@code source} sends {@code count} arrays in all. */
  void gone(int source, long count) {
    all[source] = count;
    giveUpIfComplete(source);
  }

  private void count(int source) {
    arrived[source]++;
    refuseIfLeaving();
    giveUpIfComplete(source);
  }

  private boolean isComplete(int source) {
    return all[source] == arrived[source];
  }

  private void giveUpIfComplete(int source) {
    if (isComplete(source)) {
      giveUp(this::isOver);
      hasHeardOfAll = isComplete();
    }
  }

  /** Whether nothing comes for {@code key} that is not here. */
  private boolean isOver(TransferKey key) {
    return key.isOfAnyRank() ? isComplete() : isComplete(key.rank());
  }

  /** A receive has ended. */
  void ended() {
    unfinished.decrementAndGet();
  }

  /** Whether all receives have ended, and no rank will speak of another array. */
  boolean areEnded() {
    return hasHeardOfAll && unfinished.get() == 0;
  }

  private boolean isComplete() {
    return IntStream.range(0, all.length).allMatch(this::isComplete);
  }

  /** Nothing arrives any more. */
  void fail(String reason) {
    failure = error(reason);
    giveUp(key -> true);
  }

  private void giveUp(Predicate<TransferKey> keys) {
    List<TransferKey> waiting = incoming.keySet().stream().filter(keys).toList();
    for (TransferKey key : waiting) {
      if (incoming.get(key) instanceof Incoming.Posted posted) {
        incoming.remove(key);
        posted.receive().finish(failure != null ? failure : missing(key));
      }
    }
  }

  private void take(Incoming.Posted posted, Incoming side) {
    Receive receive = posted.receive();
    switch (side) {
      case Incoming.Elements elements -> {
        boolean fits = elements.bytes().byteSize() == receive.bytes();
        if (fits) {
          memory(posted).copyFrom(elements.bytes());
        }
        giveCredit(elements);
        receive.finish(
            fits ? null : misfit(receive, elements.source(), elements.bytes().byteSize()));
      }
      case Incoming.Ready ready -> {
        boolean fits = ready.bytes() == receive.bytes();
        if (fits) {
          progress.receivePayload(
              ready.source(),
              ready.id(),
              posted.address(),
              ready.bytes(),
              () -> receive.finish(null));
        } else {
          receive.finish(misfit(receive, ready.source(), ready.bytes()));
        }
        grant(ready, fits);
      }
      case Incoming.Failed failed -> receive.finish(error(failed.reason()));
      case Incoming.Posted again -> throw new IllegalStateException("two receives of one array");
      case Incoming.Refused refused -> throw new IllegalStateException("two receives of one array");
    }
  }

  @SuppressWarnings("restricted") // the task keeps the memory
  private static MemorySegment memory(Incoming.Posted posted) {
    return MemorySegment.ofAddress(posted.address()).reinterpret(posted.receive().bytes());
  }

  private void grant(Incoming.Ready ready, boolean isWanted) {
    progress.post(
        ready.source(),
        new RecordWriter(Kind.GRANT).addLong(ready.id()).addByte(isWanted ? 1 : 0).finish());
  }

  private GrCudaException misfit(Receive receive, int source, long bytes) {
    return error(
        "rank "
            + source
            + " sends "
            + bytes
            + " bytes, and rank "
            + progress.rank()
            + " receives into an array of "
            + receive.bytes()
            + ": give both arrays the same size");
  }

  private static GrCudaException missing(TransferKey key) {
    return error(
        key.isOfAnyRank()
            ? "all ranks have ended, and none has sent it"
            : "rank " + key.rank() + " has ended, and has not sent it");
  }

  private static GrCudaException error(String text) {
    return new GrCudaException(GrCudaException.Kind.DEVICE, text);
  }
}
