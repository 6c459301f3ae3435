package org.grcuda.core.route;

import java.util.List;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Routes;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.route.Message;
import org.grcuda.runtime.route.RowCount;
import org.grcuda.runtime.route.Sender;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** The sending end of a router at one endpoint. */
public final class ArraySender {

  private final ArrayRouter router;
  private final Sender end;
  private final Endpoint endpoint;
  private final OutputSegment[] outputs;
  private int next;

  ArraySender(ArrayRouter router, Sender end, Endpoint endpoint, int buffers) {
    this.router = router;
    this.end = end;
    this.endpoint = endpoint;
    outputs = new OutputSegment[buffers];
  }

  /** Where it sends. */
  public Endpoint endpoint() {
    return endpoint;
  }

  /** The router that it sends to. */
  public ArrayRouter router() {
    return router;
  }

  /** Closes it by itself when all that {@code receivers} receive was received and released. */
  public void closeAfter(List<ArrayReceiver> receivers) {
    routes()
        .guarded(
            () -> {
              end.closeAfter(receivers.stream().map(ArrayReceiver::end).toList());
              return null;
            });
  }

  /**
   * Sends the rows of {@code array}, in packets. The program may change the array at once: later
   * computations wait.
   *
   * @param tag a number that goes with them; for the policy direct, the position of the target
   * @param last whether to close the sender afterwards
   * @throws GrCudaException if the sender is closed, or the rows are not the router's
   */
  public Message send(NdArray array, int tag, boolean last) {
    Region region = routes().region(router.checkedRows("send", array));
    return routes().guarded(() -> end.send(region, tag, last));
  }

  /**
   * Sends the first {@code rows} rows of {@code array}, which may be none.
   *
   * @throws GrCudaException also if it has fewer
   */
  public Message send(NdArray array, long rows, int tag, boolean last) {
    if (rows < 0 || rows > array.extent(0)) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "send, 'count': expected 0 to "
              + array.extent(0)
              + ", the rows of "
              + array.describe()
              + "; given "
              + rows);
    }
    if (rows > 0) {
      return send(array.slice(0, rows), tag, last);
    }
    routes().region(router.checkedRows("send", array));
    return routes().guarded(() -> end.sendNothing(tag, last));
  }

  /**
   * Sends the first rows of {@code array}, as many as {@code counter} will say: one packet, or
   * nothing if it says 0.
   *
   * @param array of at most a packet
   * @param counter of one element, an integer of 32 or 64 bits
   */
  public Message send(NdArray array, NdArray counter, int tag, boolean last) {
    Region region = routes().region(router.checkedRows("send", array));
    if (array.extent(0) > router.packet()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "send: a counted message is one packet, of at most "
              + router.packet()
              + " rows; given "
              + array.describe());
    }
    checkCounter(counter);
    RowCount count = routes().count(counter);
    return routes().guarded(() -> end.send(region, count, tag, last));
  }

  private static void checkCounter(NdArray counter) {
    ElementType type = counter.type();
    boolean isInteger =
        type.kind() == ElementType.Kind.SIGNED || type.kind() == ElementType.Kind.UNSIGNED;
    if (!isInteger || type.sizeBytes() < Integer.BYTES || counter.size() != 1) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          "send, 'count': expected a number, or a device array of one integer of 32 or 64 bits;"
              + " given "
              + counter.describe());
    }
  }

  /**
   * An output segment at the endpoint: a buffer of one packet and a counter that is 0. The sender
   * has a few, which take turns: computations on the next one wait until it was sent.
   */
  public synchronized OutputSegment buffer() {
    OutputSegment output = outputs[next];
    if (output == null) {
      output =
          new OutputSegment(
              router.buffer(endpoint.place()),
              router.allocate(endpoint.place(), ElementType.UINT, 1));
      outputs[next] = output;
    }
    next = (next + 1) % outputs.length;
    routes().session().fill(output.counter(), 0);
    return output;
  }

  /** Waits until every target has {@code message}, which this has sent. */
  public void await(Message message) {
    routes().await(message);
  }

  /** Says that nothing more will be sent. Idempotent. */
  public void close() {
    run(end::close);
  }

  /** As {@link #close}; packets that have not left are dropped, and their messages fail. */
  public void abort() {
    run(end::abort);
  }

  private void run(Runnable action) {
    routes()
        .guarded(
            () -> {
              action.run();
              return null;
            });
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return end.isClosed();
  }

  private Routes routes() {
    return router.routes();
  }

  @Override
  public String toString() {
    return end.toString();
  }
}
