package org.grcuda.runtime.route;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.grcuda.driver.UsageException;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * Moves packets from its sources to its targets, as its policy says. The packets between one source
 * and one target arrive in the order in which they were sent.
 */
public final class Router {

  private final Exchange exchange;
  private final DependencyTracker dependencies;
  private final String name;
  private final RoutingPolicy policy;
  private final RouterShape shape;
  private final Sender[] senders;
  private final Receiver[] receivers;
  private final Map<Lane.Key, Lane> lanes = new LinkedHashMap<>();

  /** The lane whose turn it is. */
  private int turn;

  private boolean isMatching;
  private boolean matchesAgain;

  Router(
      Exchange exchange,
      DependencyTracker dependencies,
      String name,
      RoutingPolicy policy,
      RouterShape shape) {
    this.exchange = exchange;
    this.dependencies = dependencies;
    this.name = name;
    this.policy = policy;
    this.shape = shape;
    senders = new Sender[shape.sources().size()];
    Arrays.setAll(senders, i -> new Sender(this, i, shape.sources().get(i).name()));
    receivers = new Receiver[shape.targets().size()];
    Arrays.setAll(receivers, i -> new Receiver(this, i, shape.targets().get(i).name()));
  }

  /** The sending end at source {@code index}. */
  public Sender sender(int index) {
    return senders[index];
  }

  /** The receiving end at target {@code index}. */
  public Receiver receiver(int index) {
    return receivers[index];
  }

  /** Its sources, targets and packets. */
  public RouterShape shape() {
    return shape;
  }

  Exchange exchange() {
    return exchange;
  }

  void locked(Runnable action) {
    exchange.locked(action);
  }

  /**
   * Sends {@code source}, or its first rows if {@code count} is not null.
   *
   * @throws UsageException if the sender is closed, or the policy names no target
   */
  Message send(Sender sender, Region source, RowCount count, int tag, boolean last) {
    int[] targets = policy.targets(sender.index(), tag);
    checkTargets(tag, targets);
    Message message = new Message(exchange, sender, tag, source.length() / shape.rowBytes());
    locked(
        () -> {
          sender.requireOpen();
          List<Packet> packets = new ArrayList<>();
          List<Packet> before = List.of();
          for (Lane lane : lanes(sender, targets)) {
            List<Packet> entered = enter(lane, message, source, count);
            if (policy.isForwarded()) {
              follow(entered, before);
              before = entered;
            }
            packets.addAll(entered);
          }
          if (count != null) {
            exchange.whenCounted(count, () -> counted(packets, message, count));
          }
          if (last) {
            sender.markClosed();
          }
          match();
          closeSenders();
        });
    return message;
  }

  private static void follow(List<Packet> packets, List<Packet> before) {
    for (int i = 0; i < before.size(); i++) {
      packets.get(i).follow(before.get(i));
    }
  }

  /** Puts the packets of a message, or the one that is being counted, into {@code lane}. */
  private List<Packet> enter(Lane lane, Message message, Region source, RowCount count) {
    List<Packet> packets = new ArrayList<>();
    long rows = message.total();
    long step = count == null ? shape.packetRows() : rows;
    for (long done = 0; done < rows; done += step) {
      packets.add(packet(message, source, done, Math.min(step, rows - done), count));
    }
    lane.packets().addAll(packets);
    return packets;
  }

  Message sendNothing(Sender sender, int tag, boolean last) {
    locked(
        () -> {
          sender.requireOpen();
          if (last) {
            closed(sender);
          }
        });
    return new Message(exchange, sender, tag, 0);
  }

  private Packet packet(Message message, Region source, long offset, long rows, RowCount count) {
    long bytes = shape.rowBytes();
    Region part = new Region(source.allocation(), source.offset() + offset * bytes, rows * bytes);
    Vertex send =
        new Vertex(
            name,
            new Operation.Send(part),
            new Access[] {new Access(part, AccessMode.READ)},
            Placement.ANYWHERE);
    exchange.submit(send, dependencies);
    message.add(send);
    return new Packet(send, part, message, offset, count == null ? rows : -1);
  }

  private void counted(List<Packet> packets, Message message, RowCount count) {
    Vertex reader = count.reader();
    message.count(reader.isFailed() ? 0 : count.rows());
    for (Packet packet : packets) {
      if (reader.isFailed()) {
        packet.fail(reader.error());
      } else if (count.rows() > packet.source().length() / shape.rowBytes()) {
        packet.fail(tooMany(message, packet, count));
      } else {
        packet.count(count.rows());
      }
    }
    match();
    closeSenders();
  }

  private UsageException tooMany(Message message, Packet packet, RowCount count) {
    return new UsageException(
        message.sender()
            + ": the count says "
            + count.rows()
            + " rows, and the buffer has "
            + packet.source().length() / shape.rowBytes());
  }

  private void checkTargets(int tag, int[] targets) {
    if (targets.length == 0) {
      throw new UsageException(this + ": its policy names no target for tag " + tag);
    }
    for (int target : targets) {
      if (target < 0 || target >= receivers.length) {
        throw new UsageException(
            this
                + ": its policy names target "
                + target
                + " for tag "
                + tag
                + ", expected 0 to "
                + (receivers.length - 1));
      }
    }
  }

  private List<Lane> lanes(Sender sender, int[] targets) {
    List<Integer> all = Arrays.stream(targets).boxed().distinct().toList();
    if (policy.isToAny()) {
      return List.of(lane(sender, all));
    }
    return all.stream().map(target -> lane(sender, List.of(target))).toList();
  }

  private Lane lane(Sender sender, List<Integer> targets) {
    return lanes.computeIfAbsent(
        new Lane.Key(sender.index(), targets),
        key -> new Lane(sender, targets, new ArrayDeque<>()));
  }

  // With the scheduling lock held.

  /** Lets packets leave for which there are buffers, one of each lane in turn. */
  void match() {
    if (isMatching) {
      // An action in the middle of it has made more possible.
      matchesAgain = true;
      return;
    }
    isMatching = true;
    try {
      do {
        matchesAgain = false;
      } while (deliverOne() || matchesAgain);
    } finally {
      isMatching = false;
    }
  }

  /** Delivers one packet of the next lane that has one which can leave. */
  private boolean deliverOne() {
    List<Lane> all = List.copyOf(lanes.values());
    for (int i = 0; i < all.size(); i++) {
      int index = (turn + i) % all.size();
      if (deliverNext(all.get(index))) {
        turn = index + 1;
        return true;
      }
    }
    return false;
  }

  /** Delivers the first packet of {@code lane}, if it can leave. */
  private boolean deliverNext(Lane lane) {
    Packet packet = lane.packets().peek();
    if (packet == null || !packet.isCounted()) {
      return false;
    }
    if (packet.error() == null && packet.rows() == 0) {
      lane.packets().remove();
      exchange.drop(packet.vertex(), null);
      return true;
    }
    if (packet.error() != null) {
      lane.packets().remove();
      exchange.drop(packet.vertex(), packet.error());
      Receiver receiver = receivers[lane.targets().getFirst()];
      receiver.arrived(new Arrival(receiver, null, packet, null, exchange.nextSequence()));
      return true;
    }
    Receiver receiver = receiverFor(lane);
    if (receiver == null || exchange.isBlocked(packet.vertex(), this)) {
      return false;
    }
    lane.packets().remove();
    deliver(packet, receiver);
    return true;
  }

  /** The receiver that takes the next packet of {@code lane}; null if none has a free buffer. */
  private Receiver receiverFor(Lane lane) {
    Receiver best = null;
    for (int target : lane.targets()) {
      Receiver receiver = receivers[target];
      if (receiver.freeBuffers() > (best == null ? 0 : best.freeBuffers())) {
        best = receiver;
        if (!policy.isBalanced()) {
          break;
        }
      }
    }
    return best;
  }

  private void deliver(Packet packet, Receiver receiver) {
    Buffer buffer = receiver.takeBuffer();
    Region memory = buffer.memory();
    Region rows =
        new Region(memory.allocation(), memory.offset(), packet.rows() * shape.rowBytes());
    exchange.deliver(packet.vertex(), way(packet, receiver, rows), dependencies);
    Arrival arrival = new Arrival(receiver, buffer, packet, rows, exchange.nextSequence());
    if (policy.isForwarded()) {
      arrival.markEntered();
      packet.leaveFor(arrival);
    }
    receiver.arrived(arrival);
    if (receiver.isLanded()) {
      exchange.wakeAfter(packet.vertex());
    }
  }

  /** The way of {@code packet} to {@code rows} of a buffer. */
  private Outbox.Way way(Packet packet, Receiver receiver, Region rows) {
    Arrival holder = packet.holder();
    if (holder != null) {
      holder.markForwarded();
      return new Outbox.Way(
          holder.region(), holder.vertex(), rows, placeOf(holder.region(), receiver));
    }
    Region whole = packet.source();
    Region source = new Region(whole.allocation(), whole.offset(), rows.length());
    return new Outbox.Way(source, null, rows, placeOf(source, receiver));
  }

  /** A copy runs at its target, or at its source if that is the host. */
  private Placement placeOf(Region source, Receiver receiver) {
    int place = shape.targets().get(receiver.index()).place();
    if (place == Places.HOST) {
      place = source.allocation().home();
    }
    return place == Places.HOST ? Placement.ANYWHERE : Placement.onDevice(place);
  }

  /** Whether no packet will come to target {@code index} any more. */
  boolean isOver(int index) {
    for (Sender sender : senders) {
      if (!sender.closed()) {
        return false;
      }
    }
    return lanes.values().stream().noneMatch(lane -> lane.mayReach(index));
  }

  /** What uses a buffer of {@code memory} that was released. */
  Vertex probe(Region memory) {
    return new Vertex(
        name,
        Operation.HostTask.CALL,
        new Access[] {new Access(memory, AccessMode.OVERWRITE)},
        Placement.ANYWHERE);
  }

  DependencyTracker dependencies() {
    return dependencies;
  }

  void close(Sender sender) {
    locked(() -> closed(sender));
  }

  /** Notes that {@code sender} sends nothing more. */
  void closed(Sender sender) {
    sender.markClosed();
    closeSenders();
    exchange.wake();
  }

  void abort(Sender sender) {
    locked(
        () -> {
          drop(sender, new CancellationException(sender + " was aborted"));
          closed(sender);
        });
  }

  private void drop(Sender sender, Throwable reason) {
    for (Lane lane : lanes.values()) {
      if (lane.sender() == sender) {
        List<Packet> dropped = List.copyOf(lane.packets());
        lane.packets().clear();
        dropped.forEach(packet -> exchange.drop(packet.vertex(), reason));
      }
    }
  }

  /** Closes senders of other routers that were waiting for receivers of this one. */
  void closeSenders() {
    for (Receiver receiver : receivers) {
      receiver.closeSenders();
    }
  }

  /** What is wrong if nothing moves: senders that are open, packets, and buffers that are held. */
  String state() {
    List<String> parts = new ArrayList<>();
    for (Sender sender : senders) {
      if (!sender.closed()) {
        parts.add("source " + source(sender) + " is not closed");
      }
    }
    for (Lane lane : lanes.values()) {
      int waiting = lane.packets().size();
      if (waiting > 0) {
        parts.add(
            counted(waiting, "packet")
                + " of source "
                + source(lane.sender())
                + (waiting == 1 ? " waits" : " wait")
                + " for a buffer");
      }
    }
    for (Receiver receiver : receivers) {
      String target = shape.targets().get(receiver.index()).name();
      int arrived = receiver.arrivedCount();
      if (arrived > 0) {
        parts.add("target " + target + " has " + counted(arrived, "segment") + " not received");
      }
      int held = receiver.heldCount();
      if (held > 0) {
        parts.add("target " + target + " holds " + counted(held, "segment") + " not released");
      }
    }
    return this + ": " + (parts.isEmpty() ? "all is closed" : String.join(", ", parts));
  }

  private String source(Sender sender) {
    return shape.sources().get(sender.index()).name();
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  @Override
  public String toString() {
    return "router " + name;
  }
}
