package org.grcuda.runtime;

/**
 * The places that hold an up-to-date copy of an interval, and, where copies are moved by the
 * runtime, what produces them.
 */
final class LocationSet {

  long places;

  /**
   * When each device has its copy, on the clock of the model of finish times; null while nobody
   * predicts.
   */
  double[] available;

  /**
   * The computation that wrote the contents, while it is unfinished; or the transfer that should
   * have saved them and failed, so that they are lost. Null if the contents are there.
   */
  Vertex writer;

  /** Transfers that read or write copies of it, and may be unfinished; null if there never were. */
  private PendingVertices transfers;

  LocationSet(long places) {
    this.places = places;
  }

  LocationSet copy() {
    LocationSet copy = new LocationSet(places);
    copy.available = available == null ? null : available.clone();
    copy.writer = writer;
    copy.transfers = transfers == null || transfers.isQuiet() ? null : transfers.copy();
    return copy;
  }

  boolean isSame(LocationSet other) {
    return places == other.places
        && unfinished(writer) == unfinished(other.writer)
        && isQuiet()
        && other.isQuiet();
  }

  private static Vertex unfinished(Vertex writer) {
    return writer != null && writer.isComplete() && !isLoss(writer) ? null : writer;
  }

  private static boolean isLoss(Vertex writer) {
    return writer.isTransfer() && writer.isFailed();
  }

  /** The failed transfer with which the contents were lost; null if they are there. */
  Vertex loss() {
    return writer != null && isLoss(writer) ? writer : null;
  }

  /** What writes the contents and has not completed; null if there is none. */
  Vertex unfinishedWriter() {
    return writer != null && !writer.isComplete() ? writer : null;
  }

  private boolean isQuiet() {
    return transfers == null || transfers.isQuiet();
  }

  int transferCount() {
    return transfers == null ? 0 : transfers.count();
  }

  Vertex transfer(int index) {
    return transfers.get(index);
  }

  void addTransfer(Vertex transfer) {
    if (transfers == null) {
      transfers = new PendingVertices();
    }
    transfers.add(transfer);
  }

  /** Whether a transfer to {@code place} is unfinished. */
  boolean isArriving(int place) {
    for (int i = 0; i < transferCount(); i++) {
      Vertex transfer = transfer(i);
      if (!transfer.isComplete() && ((Operation.Transfer) transfer.operation()).to() == place) {
        return true;
      }
    }
    return false;
  }

  /** Takes over the transfers of a neighbour that it replaces. */
  void addTransfersOf(LocationSet neighbour) {
    if (!neighbour.isQuiet()) {
      if (transfers == null) {
        transfers = new PendingVertices();
      }
      transfers.addAll(neighbour.transfers);
    }
  }
}
