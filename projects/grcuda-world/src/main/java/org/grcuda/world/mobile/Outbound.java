package org.grcuda.world.mobile;

import java.util.List;
import java.util.Locale;
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
    record.addInt(values.size());
    ValueWriter writer = new ValueWriter(record, array -> transfers.sendOwn(target, array));
    values.forEach(writer::write);
    post(target, record);
  }

  private void post(int target, RecordWriter record) {
    termination.sent();
    progress.post(target, record.finish());
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
    post(call.caller(), new RecordWriter(Kind.ERROR).addByte(kind.ordinal()).addText(text));
  }

  private static String describe(Invocation call) {
    return call.request() == Request.CALL
        ? "handler '" + call.handler() + "'"
        : call.request().name().toLowerCase(Locale.ROOT);
  }
}
