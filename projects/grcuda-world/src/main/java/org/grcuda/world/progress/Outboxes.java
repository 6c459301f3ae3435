package org.grcuda.world.progress;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.grcuda.transport.Transport;

/**
 * The records that leave this rank. Any thread posts, and the thread that drives sends. Only the
 * ranks for which there is something cost anything.
 */
final class Outboxes {

  private record Post(int target, byte[] record, Runnable leaves) {}

  private final Transport transport;
  private final FlowControl flows;
  private final Queue<Post> posts = new ConcurrentLinkedQueue<>();
  private final Map<Integer, Outbox> filled = new LinkedHashMap<>();
  private final byte[] frame = new byte[Transport.FRAME_BYTES];

  Outboxes(Transport transport, FlowControl flows) {
    this.transport = transport;
    this.flows = flows;
  }

  /** Queues a record; one for which {@code leaves} is not null needs a credit. */
  void post(int target, byte[] record, Runnable leaves) {
    posts.add(new Post(target, record, leaves));
  }

  /** Whether anything was posted that {@link #send} has not seen. */
  boolean hasPosts() {
    return !posts.isEmpty();
  }

  /** Whether there is something that the transport has not taken. */
  boolean hasUnsent() {
    return !filled.isEmpty();
  }

  private void take() {
    Post post = posts.poll();
    while (post != null) {
      int target = post.target;
      Outbox outbox = filled.computeIfAbsent(target, rank -> new Outbox(flows, rank));
      if (post.leaves == null) {
        outbox.add(post.record);
      } else {
        outbox.addCall(post.record, post.leaves);
      }
      post = posts.poll();
    }
  }

  /** Sends as much as credits and the transport allow; whether that was anything. */
  boolean send() {
    take();
    if (filled.isEmpty()) {
      return false;
    }
    List.copyOf(filled.values()).forEach(Outbox::release);
    // What calls let go leaves with them.
    take();
    boolean moved = false;
    for (Outbox outbox : filled.values()) {
      moved |= outbox.flush(transport, frame);
    }
    filled.values().removeIf(Outbox::isEmpty);
    return moved;
  }
}
