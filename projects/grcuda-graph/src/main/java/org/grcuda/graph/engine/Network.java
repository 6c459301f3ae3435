package org.grcuda.graph.engine;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ArrayType;
import org.grcuda.DeviceArray;
import org.grcuda.Endpoint;
import org.grcuda.GrCuda;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Sender;
import org.grcuda.runtime.route.Routing;

/**
 * The endpoints of the parts of an algorithm, and the routers between them: reports go to the host,
 * packets to the part that they are for.
 *
 * @param <A> the arrays that parts send
 */
public final class Network<A extends DeviceArray> {

  /** Buffers for the packets that arrive at a part, for each part that sends. */
  private static final int BUFFERS = 2;

  private final GrCuda cuda;
  private final List<Endpoint> endpoints;
  private final Router<A> reports;
  private final Router<A> packets;

  /**
   * A network of {@code parts} parts, on the devices in turn.
   *
   * @param reportColumns elements of a report
   * @param packet most rows of a packet
   * @param columns elements of a row
   */
  public Network(
      GrCuda cuda, ArrayType<A> type, int parts, int reportColumns, int packet, int columns) {
    this.cuda = cuda;
    endpoints = cuda.endpoints(parts);
    reports =
        cuda.router(type)
            .policy(Routing.GATHER)
            .from(endpoints)
            .to(cuda.host())
            .packet(1)
            .columns(reportColumns)
            .open();
    packets =
        cuda.router(type)
            .policy(Routing.DIRECT)
            .from(endpoints)
            .to(endpoints)
            .packet(packet)
            .columns(columns)
            .open();
  }

  /** Where a part lives. */
  public Endpoint endpoint(int part) {
    return endpoints.get(part);
  }

  /** By which a part reports. */
  public Sender<A> reports(int part) {
    return reports.sender(endpoints.get(part));
  }

  /** By which a part sends packets, with the number of the target as tag. */
  public Sender<A> packets(int part) {
    return packets.sender(endpoints.get(part));
  }

  /**
   * What runs the parts.
   *
   * @param synchronous whether all parts do one step, then all packets are taken, then the next
   *     steps begin
   */
  public Engine<A> engine(List<? extends Stepper<A>> parts, boolean synchronous, MoreWork more) {
    List<Receiver<A>> receivers = new ArrayList<>();
    receivers.add(reports.receiver(cuda.host(), parts.size()).landed());
    for (Endpoint endpoint : endpoints) {
      receivers.add(packets.receiver(endpoint, BUFFERS * parts.size()));
    }
    return new Engine<>(parts, synchronous, more, receivers);
  }
}
