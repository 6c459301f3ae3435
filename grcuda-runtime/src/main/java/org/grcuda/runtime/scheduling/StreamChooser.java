package org.grcuda.runtime.scheduling;

import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.StreamPolicy;
import org.grcuda.runtime.policy.StreamSelection;
import org.grcuda.runtime.selection.PolicyManager;
import org.grcuda.runtime.stream.DevicesManager;
import org.grcuda.runtime.stream.StreamManager;

/**
 * Chooses the stream of a computation, and with it the device, as the policies decide (multi-GPU
 * paper, section III-B). Guarded by the scheduling lock.
 */
public final class StreamChooser implements StreamSelection {

  private final StreamPolicy policy;
  private final PolicyManager policies;
  private final StreamManager streams;
  private final DevicesManager devices;
  private final CompletionTracker completion;

  /**
   * @param policy chooses for computations that name neither device nor stream
   */
  public StreamChooser(
      StreamPolicy policy,
      PolicyManager policies,
      StreamManager streams,
      DevicesManager devices,
      CompletionTracker completion) {
    this.policy = policy;
    this.policies = policies;
    this.streams = streams;
    this.devices = devices;
    this.completion = completion;
  }

  /** The stream for {@code vertex}; nothing changes until {@link StreamManager#append}. */
  ComputeStream select(Vertex vertex) {
    Placement placement = vertex.placement();
    ComputeStream stream = placement.stream();
    if (stream != null) {
      return stream;
    }
    if (vertex.operation() instanceof Operation.RecordEvent) {
      // On a parent's stream, it would keep the parent's children from taking that stream.
      return newStream(placement.device());
    }
    // A vertex that waited for memory, or that a device has pulled, has its device already.
    int device = vertex.deviceOrdinal != Places.HOST ? vertex.deviceOrdinal : placement.device();
    ComputeStream chosen = vertex.held == null ? null : vertex.held.chosenStream;
    if (chosen != null && (device == Placement.ANY_DEVICE || device == chosen.device())) {
      return chosen;
    }
    if (device != Placement.ANY_DEVICE) {
      for (Vertex parent : vertex.parents()) {
        ComputeStream reusable = reusable(parent);
        if (reusable != null && reusable.device() == device) {
          return reusable;
        }
      }
      return newStream(device);
    }
    return policy.select(vertex, this);
  }

  @Override
  public ComputeStream reusable(Vertex parent) {
    ComputeStream stream = parent.stream;
    if (stream == null || parent.streamTaken || !stream.isPooled()) {
      return null;
    }
    // If streams are short, computations other than the parent's children may follow it there.
    return stream.tail == null || stream.tail == parent ? stream : null;
  }

  @Override
  public ComputeStream newStream(int device) {
    if (streams.isFull(device)) {
      completion.pollDevice(device);
    }
    return streams.retrieve(device);
  }

  @Override
  public int selectDevice(Vertex vertex) {
    return selectDevice(vertex, devices.all());
  }

  @Override
  public int selectDevice(Vertex vertex, long candidates) {
    return policies.select(vertex, candidates & vertex.placement().candidates());
  }
}
