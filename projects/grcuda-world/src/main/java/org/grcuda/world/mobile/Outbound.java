package org.grcuda.world.mobile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.grcuda.DeviceArray;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.collective.Termination;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.mobile.Invocation.Request;
import org.grcuda.world.progress.Progress;
import org.grcuda.world.transfer.Transfers;

/**
 * Records about objects that leave this rank: each is counted, for the detection of termination.
 */
final class Outbound {

  private final Progress progress;
  private final Transfers transfers;
  private final Termination termination;

  Outbound(Progress progress, Transfers transfers, Termination termination) {
    this.progress = progress;
    this.transfers = transfers;
    this.termination = termination;
  }

  /** Completes {@code record} with {@code values}, and sends it and their arrays. */
  void post(int target, RecordWriter record, List<?> values) {
    List<Long> arrays = new ArrayList<>();
    boolean done = false;
    try {
      record.addInt(values.size());
      ValueWriter writer = new ValueWriter(record, array -> send(target, array, arrays));
      values.forEach(writer::write);
      done = true;
    } finally {
      if (!done) {
        // Nobody will take them, and they must not wait for a record.
        progress.act(() -> transfers.left(target, arrays));
      }
    }
    post(target, record, () -> transfers.left(target, arrays));
  }

  private long send(int target, DeviceArray array, List<Long> arrays) {
    long number = transfers.sendOwn(target, array);
    arrays.add(number);
    return number;
  }

  private void post(int target, RecordWriter record, Runnable leaves) {
    termination.sent();
    progress.postCall(target, record.finish(), leaves);
  }

  /**
   * Tells the caller that its call cannot be handled.
   *
   * @param arguments of a {@code get} that was not answered; else they may be empty
   */
  void refuse(Invocation call, List<Object> arguments, GrCudaException.Kind kind, String problem) {
    String text = "rank " + progress.rank() + ": " + describe(call) + ": " + problem;
    if (call.request() == Request.GET && !arguments.isEmpty()) {
      transfers.refuse((int) Inbound.integer(arguments, 0), Inbound.integer(arguments, 1), text);
    }
    post(
        call.caller(),
        new RecordWriter(Kind.ERROR).addByte(kind.ordinal()).addText(text),
        () -> {});
  }

  private static String describe(Invocation call) {
    return call.request() == Request.CALL
        ? "handler '" + call.handler() + "'"
        : call.request().name().toLowerCase(Locale.ROOT);
  }
}
