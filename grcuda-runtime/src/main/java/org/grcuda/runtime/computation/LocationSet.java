package org.grcuda.runtime.computation;

/**
 * The places that hold an up-to-date copy of an interval. Where the runtime moves copies, also the
 * computations that produce them.
 */
public final class LocationSet {

  public long places;

  /** The devices that had these contents and gave them up to make room: bit d + 1 for device d. */
  public long evicted;

  /** Whether the {@code Backlog} counts the transfer of this interval from the host. */
  public boolean awaited;

  /** Whether the driver was told that readers may have copies of their own. */
  public boolean copied;

  /**
   * When each device has the copy that was brought to it, on the clock of the model of finish
   * times; null if no copy was brought, or nobody predicts.
   */
  public double[] available;

  /**
   * The computation that wrote the contents, while it is unfinished. Or the failed transfer that
   * should have saved the contents, which are lost then. Null if the contents are there.
   */
  public Vertex writer;

  /** Later transfers, which read or write copies of the contents; null if there never were any. */
  private PendingVertices transfers;

  /** Transfers of earlier contents, which still use the memory of copies. */
  private PendingVertices earlier;

  LocationSet(long places) {
    this.places = places;
  }

  public LocationSet copy() {
    LocationSet copy = new LocationSet(places);
    copy.evicted = evicted;
    copy.awaited = awaited;
    copy.copied = copied;
    copy.available = available == null ? null : available.clone();
    copy.writer = writer;
    copy.transfers = unfinished(transfers);
    copy.earlier = unfinished(earlier);
    return copy;
  }

  public boolean isSame(LocationSet other) {
    return places == other.places
        && evicted == other.evicted
        && awaited == other.awaited
        && copied == other.copied
        && unfinished(writer) == unfinished(other.writer)
        && isQuiet()
        && other.isQuiet();
  }

  private static PendingVertices unfinished(PendingVertices some) {
    return some == null || some.isQuiet() ? null : some.copy();
  }

  private static Vertex unfinished(Vertex writer) {
    return writer != null && writer.isComplete() && !isLoss(writer) ? null : writer;
  }

  private static boolean isLoss(Vertex writer) {
    return writer.isTransfer() && writer.isFailed();
  }

  /** The failed transfer by which the contents were lost; null if they are there. */
  public Vertex loss() {
    return writer != null && isLoss(writer) ? writer : null;
  }

  /** The unfinished computation that writes the contents; null if there is none. */
  public Vertex unfinishedWriter() {
    return writer != null && !writer.isComplete() ? writer : null;
  }

  /** Whether no transfer of its bytes is unfinished, as far as known. */
  boolean isQuiet() {
    return (transfers == null || transfers.isQuiet()) && (earlier == null || earlier.isQuiet());
  }

  /** Takes a transfer that is unfinished. */
  @FunctionalInterface
  public interface TransferConsumer {

    /**
     * @param current whether it transfers these contents, not earlier ones
     */
    void accept(Vertex transfer, Operation.Transfer operation, boolean current);
  }

  public void forEachTransfer(TransferConsumer action) {
    forEach(transfers, true, action);
    forEach(earlier, false, action);
  }

  private static void forEach(PendingVertices some, boolean current, TransferConsumer action) {
    for (int i = 0; some != null && i < some.count(); i++) {
      if (some.get(i).operation() instanceof Operation.Transfer operation) {
        action.accept(some.get(i), operation, current);
      }
    }
  }

  public void addTransfer(Vertex transfer) {
    if (transfers == null) {
      transfers = new PendingVertices();
    }
    transfers.add(transfer);
  }

  /** Whether {@code transfer}, which has just ended, is of these contents. */
  public boolean isCurrent(Vertex transfer) {
    for (int i = 0; transfers != null && i < transfers.count(); i++) {
      if (transfers.get(i) == transfer) {
        return true;
      }
    }
    return false;
  }

  /** Whether a transfer to {@code place} is unfinished. */
  public boolean isArriving(int place) {
    for (int i = 0; transfers != null && i < transfers.count(); i++) {
      if (transfers.get(i).operation() instanceof Operation.Transfer operation
          && operation.to() == place) {
        return true;
      }
    }
    return false;
  }

  /** Replaces the contents by those that {@code by}, null for the host, writes at {@code place}. */
  public void replace(int place, Vertex by) {
    places = Places.of(place);
    evicted = 0;
    writer = by;
    retire(transfers);
    transfers = null;
  }

  /**
   * Takes over the transfers of a neighbour that is joined to this interval and whose contents are
   * gone.
   */
  public void retireTransfersOf(LocationSet neighbour) {
    retire(neighbour.transfers);
    retire(neighbour.earlier);
  }

  private void retire(PendingVertices some) {
    if (some != null && !some.isQuiet()) {
      if (earlier == null) {
        earlier = new PendingVertices();
      }
      earlier.addAll(some);
    }
  }
}
