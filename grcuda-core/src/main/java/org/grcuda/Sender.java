package org.grcuda;

import java.util.Arrays;
import org.grcuda.core.route.ArraySender;
import org.grcuda.core.route.OutputSegment;
import org.grcuda.runtime.route.Message;

/**
 * The sending end of a {@link Router} at one endpoint.
 *
 * @param <A> the class of arrays
 */
public final class Sender<A extends DeviceArray> implements AutoCloseable {

  private final ArraySender sender;
  private final ArrayType<A> type;

  Sender(ArraySender sender, ArrayType<A> type) {
    this.sender = sender;
    this.type = type;
  }

  /**
   * Closes it by itself when all that {@code receivers} receive was received and released.
   *
   * @return this
   */
  public Sender<A> until(Receiver<?>... receivers) {
    sender.closeAfter(Arrays.stream(receivers).map(Receiver::receiver).toList());
    return this;
  }

  /** Sends all rows of {@code array}, with tag 0. */
  public Delivery send(A array) {
    return send(array, 0);
  }

  /**
   * Sends all rows of {@code array}, in packets. Returns at once; later computations that write the
   * rows wait until they were copied.
   *
   * @param tag a number that goes with them; for the policy direct, the position of the target
   * @throws org.grcuda.types.GrCudaException if this is closed, or the rows are not the router's
   */
  public Delivery send(A array, int tag) {
    return new Delivery(sender, sender.send(array.array(), tag, false));
  }

  /**
   * Sends the first rows of an array, as many as {@code counter} will say when the computations
   * that write it have ended: one packet, or nothing if that is 0.
   *
   * @param array at most a packet
   * @param counter of one element, an integer of 32 or 64 bits
   */
  public Delivery send(A array, DeviceArray counter, int tag) {
    return new Delivery(sender, sender.send(array.array(), counter.array(), tag, false));
  }

  /** Sends what computations put into an output segment. */
  public Delivery send(Output<A> output) {
    return send(output.data(), output.counter(), 0);
  }

  /** An output segment at the endpoint, whose counter is 0. The segments take turns. */
  public Output<A> buffer() {
    OutputSegment output = sender.buffer();
    return new Output<>(type.of(output.data()), new UIntArray(output.counter()));
  }

  /**
   * A buffer in which a computation makes a packet.
   *
   * @param data room for the rows of a packet
   * @param counter one element, for how many rows there are
   * @param <A> the class of arrays
   */
  public record Output<A extends DeviceArray>(A data, UIntArray counter) {}

  /** What one call has sent. */
  public static final class Delivery {

    private final ArraySender sender;
    private final Message message;

    private Delivery(ArraySender sender, Message message) {
      this.sender = sender;
      this.message = message;
    }

    /** Whether every target has all of it. */
    public boolean isDone() {
      return message.isDone();
    }

    /**
     * Waits until {@link #isDone}.
     *
     * @throws org.grcuda.types.GrCudaException if a packet failed, or no receiver can take it
     */
    public void await() {
      sender.await(message);
    }
  }

  /** Drops the packets that have not left, and closes. */
  public void abort() {
    sender.abort();
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return sender.isClosed();
  }

  /** Says that nothing more will be sent. Idempotent. */
  @Override
  public void close() {
    sender.close();
  }

  @Override
  public String toString() {
    return sender.toString();
  }
}
