package org.grcuda.runtime.schedule;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.runtime.schedule.ScheduledComputation.Argument;
import org.grcuda.runtime.schedule.ScheduledComputation.Pull;
import org.grcuda.runtime.schedule.ScheduledComputation.Shape;
import org.grcuda.runtime.schedule.ScheduledComputation.Transfer;

/**
 * A computation that is being recorded: its placement, times and end are entered as they happen.
 * Guarded by the lock that guards the {@link Recording}.
 */
public final class RecordedComputation {

  /**
   * A dependency.
   *
   * @param from the earlier computation
   */
  record Link(RecordedComputation from, List<String> arrays) {}

  private long id;
  private final String name;
  private ComputationKind kind;
  private final List<Argument> arguments;
  private final Shape shape;
  private final Transfer transfer;
  private final long submittedNanos;
  private List<Link> links = List.of();
  private List<RecordedComputation> transfers = List.of();
  private ComputationStatus status = ComputationStatus.PENDING;
  private int device = ScheduledComputation.HOST;
  private int stream = -1;
  private long startNanos = ScheduledComputation.UNTIMED;
  private long endNanos = ScheduledComputation.UNTIMED;
  private String failure;

  /** Null unless a device has planned or taken it. */
  private Pull pull;

  /**
   * A computation that was just submitted.
   *
   * @param shape of a launch, else null
   * @param transfer of a transfer or prefetch, else null
   */
  public RecordedComputation(
      long id,
      String name,
      ComputationKind kind,
      List<Argument> arguments,
      Shape shape,
      Transfer transfer,
      long submittedNanos) {
    this.id = id;
    this.name = name;
    this.kind = kind;
    this.arguments = arguments;
    this.shape = shape;
    this.transfer = transfer;
    this.submittedNanos = submittedNanos;
  }

  /** Its number in the order of submission; for a transfer, its number in the latest snapshot. */
  long id() {
    return id;
  }

  /** Numbers a transfer. */
  void number(long as) {
    id = as;
  }

  /** What it uses. */
  public List<Argument> arguments() {
    return arguments;
  }

  /** It is of another kind than it seemed. */
  public void becomes(ComputationKind chosen) {
    kind = chosen;
  }

  boolean isTransfer() {
    return kind == ComputationKind.TRANSFER;
  }

  /** It depends on {@code from}, because of {@code arrays}. */
  public void dependsOn(RecordedComputation from, List<String> arrays) {
    if (links.isEmpty()) {
      links = new ArrayList<>(2);
    }
    links.add(new Link(from, arrays));
  }

  /**
   * The device that executes it moves data for it first, on the same stream.
   *
   * @param transferName what to call that
   */
  public void transfersFirst(String transferName, List<Argument> moved, Transfer movement) {
    if (transfers.isEmpty()) {
      transfers = new ArrayList<>(1);
    }
    RecordedComputation first =
        new RecordedComputation(
            0, transferName, ComputationKind.TRANSFER, moved, null, movement, submittedNanos);
    transfers.add(first);
    dependsOn(first, moved.stream().map(Argument::array).toList());
  }

  /**
   * It was planned for a device at {@code nanos}, perhaps not for the first time.
   *
   * @param array what is loaded for it, as far as that is the reason; else null
   */
  public void planned(String reason, String array, long nanos) {
    pull = new Pull(reason, array, nanos, ScheduledComputation.UNTIMED);
  }

  /** The device has taken it at {@code nanos}. */
  public void taken(long nanos) {
    pull = new Pull(pull.reason(), pull.array(), pull.plannedNanos(), nanos);
  }

  /** It was handed to a device; the stream index is -1 if it needs no stream. */
  public void placed(int onDevice, int onStream) {
    device = onDevice;
    stream = onStream;
    status = ComputationStatus.SCHEDULED;
    for (RecordedComputation first : transfers) {
      first.placed(onDevice, onStream);
    }
  }

  /** It ran from {@code start} to {@code end}. */
  public void timed(long start, long end) {
    startNanos = start;
    endNanos = end;
  }

  /** The transfers before it ran from {@code start} to {@code end}. */
  public void transfersTimed(long start, long end) {
    for (RecordedComputation first : transfers) {
      first.timed(start, end);
    }
  }

  /** Forgets the transfers: the computation is handed to a device again. */
  public void withoutTransfers() {
    if (!transfers.isEmpty()) {
      links.removeIf(link -> transfers.contains(link.from()));
    }
    transfers = List.of();
  }

  /**
   * It ended, and so did its transfers.
   *
   * @param error why it failed; null if it did not
   */
  public void ended(String error) {
    status = error == null ? ComputationStatus.COMPLETE : ComputationStatus.FAILED;
    failure = error;
    for (RecordedComputation first : transfers) {
      first.ended(error);
    }
  }

  List<Link> links() {
    return links;
  }

  List<RecordedComputation> transfers() {
    return transfers;
  }

  int device() {
    return device;
  }

  int stream() {
    return stream;
  }

  /** Its state now. */
  ScheduledComputation snapshot() {
    return new ScheduledComputation(
        id,
        name,
        kind,
        arguments,
        shape,
        transfer,
        device,
        stream,
        submittedNanos,
        startNanos,
        endNanos,
        status,
        failure,
        pull);
  }
}
