package org.grcuda.runtime.selection;

import java.util.List;
import org.grcuda.driver.UsageException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.policy.DeviceSelectionContext;
import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.grcuda.runtime.pull.PullPolicy;
import org.grcuda.runtime.stream.DevicesManager;
import org.grcuda.runtime.stream.StreamManager;

/**
 * Calls the device selection policy, and shows it the computation and the machine. Guarded by the
 * scheduling lock.
 */
public final class PolicyManager implements DeviceSelectionContext {

  /** How often each way is tried before durations decide. */
  private static final int TRIES = 2;

  private final DeviceSelectionPolicy policy;
  private final DevicesManager devices;
  private final StreamManager streams;
  private final double dataThreshold;

  /** {@link DeviceSelectionPolicy#keepsBackFrom}. */
  private final double keptFrom;

  private final NeededData needed = new NeededData();
  private final Predictions predictions;
  private final Backlog backlog;
  private BandwidthMatrix bandwidths;
  private Vertex vertex;
  private boolean collected;

  /** Whether tasks choose, so that the model follows what is dispatched under every policy. */
  private boolean follows;

  /**
   * @param bandwidths what the policy sees first
   * @param dataThreshold share of the needed bytes below which a device counts as holding nothing
   */
  public PolicyManager(
      DeviceSelectionPolicy policy,
      BandwidthMatrix bandwidths,
      double dataThreshold,
      DevicesManager devices,
      StreamManager streams) {
    this.policy = policy;
    keptFrom = policy.keepsBackFrom();
    this.devices = devices;
    this.streams = streams;
    this.dataThreshold = dataThreshold;
    this.bandwidths = bandwidths;
    predictions = new Predictions(bandwidths, devices);
    backlog = new Backlog(predictions);
  }

  /**
   * The device that the policy chooses among {@code candidates}.
   *
   * @throws UsageException if the policy fails, or chooses none of them
   */
  public int select(Vertex selected, long candidates) {
    if (selected.refusal() != null) {
      // The computation only marks the end of its parents, and its data is not moved.
      return Long.numberOfTrailingZeros(candidates);
    }
    vertex = selected;
    collected = false;
    predictions.forget();
    try {
      int device = choose(candidates);
      if (device < 0 || device >= devices.count() || (candidates & 1L << device) == 0) {
        throw failed("chose device " + device + ", which is not a candidate", null);
      }
      return device;
    } finally {
      vertex = null;
    }
  }

  /** Users write policies, too: if one throws anything, the computation is refused. */
  private int choose(long candidates) {
    try {
      return policy.select(this, candidates);
    } catch (RuntimeException e) {
      throw failed("failed: " + e, e);
    }
  }

  private UsageException failed(String what, RuntimeException cause) {
    return new UsageException(
        "device selection policy " + policy.getClass().getName() + " " + what, cause);
  }

  /**
   * The way in which {@code chosen} is predicted to finish first, and its device. Each way is tried
   * twice for work of a class before durations decide.
   */
  public Choosing choose(Vertex chosen, List<Operation.Way> ways) {
    follows = true;
    predictions.forget();
    Operation.Way fewest = ways.getFirst();
    for (Operation.Way way : ways) {
      fewest = tries(way) < tries(fewest) ? way : fewest;
    }
    List<Operation.Way> rest = tries(fewest) < TRIES ? List.of(fewest) : ways;
    Choosing best = null;
    for (Operation.Way way : rest) {
      Choosing found = first(chosen, way);
      best = best == null || found.finish() < best.finish() ? found : best;
    }
    Operation.Way taken = best.way();
    taken.profile().chosen(taken.place(), taken.sizeClass());
    predictions.forget();
    return best;
  }

  private static int tries(Operation.Way way) {
    return way.profile().choices(way.place(), way.sizeClass());
  }

  /** Where {@code way} would finish first, and when. */
  private Choosing first(Vertex chosen, Operation.Way way) {
    KernelProfile profile = way.profile();
    if (way.devices() == 0) {
      double nanos = profile.estimateNanos(Places.HOST, way.sizeClass());
      double finish = predictions.finishOnHost(chosen, nanos, way.queuedNanos());
      return new Choosing(way, Places.HOST, finish);
    }
    Choosing best = null;
    for (long rest = way.devices() & devices.all(); rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      double nanos = profile.estimateNanos(device, way.sizeClass());
      double finish = predictions.finish(chosen, device, nanos);
      best = best == null || finish < best.finish() ? new Choosing(way, device, finish) : best;
    }
    return best;
  }

  /**
   * A way, where it is gone, and when it would have been gone.
   *
   * @param device {@link Places#HOST} for the host
   * @param finish predicted, on the clock of the model
   */
  public record Choosing(Operation.Way way, int device, double finish) {}

  /** Makes {@code matrix} the bandwidths that the policy sees. */
  public void install(BandwidthMatrix matrix) {
    bandwidths = matrix;
    predictions.install(matrix);
  }

  /** Whether durations of kernels are to be measured now and then. */
  public boolean usesDurations() {
    return policy.usesDurations();
  }

  /**
   * Expected duration of {@code expected} on the device that is best for it, in nanoseconds;
   * negative if it is not known.
   */
  public double expectedNanos(Vertex expected) {
    return predictions.bestNanos(expected);
  }

  /** Expected duration of {@code expected}, in nanoseconds; a rough guess if none is known. */
  public double likelyNanos(Vertex expected) {
    return predictions.likelyNanos(expected);
  }

  /** Share of a device that {@code vertex} can use, above 0 and at most 1. */
  public double share(Vertex vertex) {
    return predictions.share(vertex);
  }

  /** The work that is kept back. */
  public Backlog backlog() {
    return backlog;
  }

  /** What decides where devices take computations; null if the policy chooses devices. */
  public PullPolicy pulls() {
    return policy.pulls();
  }

  /** Whether devices always take computations as {@link #pulls} decides. */
  public boolean alwaysPulls() {
    return policy.alwaysPulls();
  }

  /** Nanoseconds to move {@code bytes} from one place to another. */
  public double linkNanos(long bytes, int from, int to) {
    return bytes / bandwidths.between(from, to);
  }

  /** Whether the policy wants computations to be kept back. */
  public boolean looksAhead() {
    return policy.looksAhead();
  }

  /** Whether {@code ready} is worth keeping back, if the policy keeps computations back. */
  public boolean isKept(Vertex ready) {
    return keptFrom == 0 || predictions.linkNanos(ready) >= keptFrom;
  }

  /**
   * Computation {@code dispatched} is about to go to {@code device}; its data moves after this
   * call.
   */
  public void dispatched(Vertex dispatched, int device) {
    if (follows || policy.usesPredictions()) {
      predictions.dispatched(dispatched, device);
    }
  }

  /** Notes that {@code device} did not take {@code refused}. */
  public void refused(Vertex refused, int device) {
    if (refused.predicted != 0) {
      predictions.refused(refused, device);
    }
  }

  /** Notes that {@code ended} has ended. */
  public void ended(Vertex ended) {
    if (ended.predicted != 0) {
      predictions.ended(ended);
    }
  }

  private NeededData needed() {
    if (!collected) {
      needed.collect(vertex);
      collected = true;
    }
    return needed;
  }

  @Override
  public String name() {
    return vertex.name();
  }

  @Override
  public int deviceCount() {
    return devices.count();
  }

  @Override
  public int currentDevice() {
    return vertex.currentDevice;
  }

  @Override
  public int busyStreams(int device) {
    return streams.busyStreams(device);
  }

  @Override
  public long parentDevices() {
    long found = 0;
    for (Vertex parent : vertex.parents()) {
      if (!parent.isComplete() && parent.device() != Places.HOST) {
        found |= 1L << parent.device();
      }
    }
    return found;
  }

  @Override
  public int accessCount() {
    return vertex.accesses().length;
  }

  @Override
  public long accessBytes(int index) {
    return vertex.accesses()[index].region().length();
  }

  @Override
  public boolean reads(int index) {
    return vertex.accesses()[index].mode().reads();
  }

  @Override
  public boolean writes(int index) {
    return vertex.accesses()[index].mode().writes();
  }

  @Override
  public boolean holds(int index, int place) {
    Region region = vertex.accesses()[index].region();
    long holders = region.allocation().holders(region.offset(), region.length());
    return Places.contains(holders, place);
  }

  @Override
  public long neededBytes() {
    return needed().total();
  }

  @Override
  public long missingBytes(int device) {
    return needed().missing(device);
  }

  @Override
  public int partCount() {
    return needed().parts();
  }

  @Override
  public long partBytes(int part) {
    return needed().bytes(part);
  }

  @Override
  public long partDevices(int part) {
    return needed().places(part) >>> 1;
  }

  @Override
  public boolean isPartOnHost(int part) {
    return Places.contains(needed().places(part), Places.HOST);
  }

  @Override
  public BandwidthMatrix bandwidths() {
    return bandwidths;
  }

  @Override
  public double dataThreshold() {
    return dataThreshold;
  }

  @Override
  public double expectedNanos(int device) {
    return predictions.expectedNanos(vertex, device);
  }

  @Override
  public double likelyNanos() {
    return predictions.likelyNanos(vertex);
  }

  @Override
  public double predictedFinish(int device) {
    return predictions.finish(vertex, device);
  }

  @Override
  public double predictedNow() {
    return predictions.now();
  }

  @Override
  public double predictedReady(int device) {
    return predictions.ready(device);
  }

  @Override
  public double nextTransferNanos(int device) {
    return predictions.nextTransferNanos(vertex, device);
  }

  @Override
  public double transferNanos(int device) {
    return predictions.transferNanos(vertex, device);
  }

  @Override
  public double hostTransferNanos(int device) {
    return predictions.hostTransferNanos(vertex, device);
  }

  @Override
  public double linkNanos() {
    return predictions.linkNanos(vertex);
  }

  @Override
  public double horizonNanos() {
    return predictions.horizon(vertex, backlog);
  }

  @Override
  public double awaitedNanos() {
    return backlog.hostNanos() / devices.count();
  }

  @Override
  public double followingNanos() {
    return vertex.held == null
        ? 0
        : Math.max(0, vertex.held.rank - Math.max(1, predictions.bestNanos(vertex)));
  }
}
