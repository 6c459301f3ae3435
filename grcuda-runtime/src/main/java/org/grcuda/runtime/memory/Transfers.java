package org.grcuda.runtime.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.LocationSet;
import org.grcuda.runtime.computation.MoreParents;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Ranges;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.stream.StreamManager;

/**
 * Moves data between the copies of allocations. Each transfer is a vertex on a stream for
 * transfers. It comes after what produces the copy that it reads, after what uses the copy that it
 * writes, and after nothing else. Guarded by the scheduling lock.
 */
public final class Transfers {

  /** Bytes of one stage: copying so many takes longer than submitting a transfer. */
  private static final long STAGED = 4L << 20;

  /** Number of kinds of sources, which decide between equal bandwidths: see {@link #rank}. */
  private static final int RANKS = 3;

  private static final Access[] NO_ACCESSES = {};

  private final Driver driver;
  private final StreamManager streams;
  private final Supplier<BandwidthMatrix> bandwidths;
  private final BiConsumer<Vertex, ComputeStream> submit;

  // Bytes moved so far, by device: from the host, from other devices, of these again, to the host.
  private final long[] loads;
  private final long[] peerLoads;
  private final long[] reloads;
  private final long[] writeBacks;

  /** By device: how many transfers to it have not ended. */
  private final int[] arriving;

  /**
   * Starts transfers on the streams of {@code streams}.
   *
   * @param bandwidths the bandwidths between places, as they are known when called
   * @param submit hands a transfer to the driver
   */
  public Transfers(
      Driver driver,
      StreamManager streams,
      Supplier<BandwidthMatrix> bandwidths,
      BiConsumer<Vertex, ComputeStream> submit) {
    this.bandwidths = bandwidths;
    this.driver = driver;
    this.streams = streams;
    this.submit = submit;
    int devices = driver.deviceCount();
    loads = new long[devices];
    peerLoads = new long[devices];
    reloads = new long[devices];
    writeBacks = new long[devices];
    arriving = new int[devices];
  }

  /** The traffic of {@code device}, which has evicted {@code evictions} blocks. */
  Traffic traffic(int device, long evictions) {
    return new Traffic(
        loads[device], peerLoads[device], reloads[device], writeBacks[device], evictions);
  }

  /** Bytes that devices have got, from the host or from each other, on all devices together. */
  long loadedBytes() {
    return sum(loads) + sum(peerLoads);
  }

  /** Bytes that devices have got again after they had given them up, on all devices together. */
  long reloadedBytes() {
    return sum(reloads);
  }

  /** Whether data is on its way to {@code device}. */
  boolean isLoading(int device) {
    return arriving[device] > 0;
  }

  private static long sum(long[] bytes) {
    long sum = 0;
    for (long device : bytes) {
      sum += device;
    }
    return sum;
  }

  private void count(Operation.Transfer transfer) {
    int from = transfer.from();
    int to = transfer.to();
    if (to == Places.HOST) {
      writeBacks[from] += transfer.bytes();
    } else if (from == Places.HOST) {
      loads[to] += transfer.bytes();
    } else if (from != to) {
      peerLoads[to] += transfer.bytes();
    }
    if (to != Places.HOST) {
      arriving[to]++;
      reloads[to] += transfer.reloaded();
    }
  }

  /**
   * Starts to move to {@code place} what it lacks of {@code region}. The place has memory for it.
   */
  void fetch(Region region, int place) {
    Allocation allocation = region.allocation();
    if (allocation.missingBytes(region.offset(), region.length(), place) == 0) {
      return;
    }
    IntervalMap<LocationSet> map = allocation.locations();
    int begin = map.split(region.offset(), LocationSet::copy);
    int end = map.split(region.end(), LocationSet::copy);
    Ranges[] sources = new Ranges[driver.deviceCount() + 1];
    for (int i = begin; i < end; i++) {
      LocationSet here = map.value(i);
      if (!Places.contains(here.places, place) && here.loss() == null) {
        int source = source(here, place);
        if (sources[source + 1] == null) {
          sources[source + 1] = new Ranges();
        }
        sources[source + 1].add(map.start(i), map.end(i));
      }
    }
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] != null) {
        copy(allocation, i - 1, place, sources[i]);
      }
    }
  }

  /**
   * The place from which {@code place} takes a copy. A copy that is there comes before one that is
   * still on its way. Among these, the one over the fastest links is taken; among equally fast
   * ones, that of a device that {@code place} reaches directly, then the host's, then that of
   * another device.
   */
  private int source(LocationSet here, int place) {
    BandwidthMatrix matrix = bandwidths.get();
    int best = Places.HOST;
    int bestRank = -RANKS;
    double bestTime = Double.POSITIVE_INFINITY;
    for (int from = Places.HOST; from < driver.deviceCount(); from++) {
      if (Places.contains(here.places, from)) {
        int there = here.isArriving(from) ? 0 : RANKS;
        int rank = there + rank(from, place);
        double time = time(matrix, from, place);
        boolean sooner = time < bestTime || time == bestTime && rank > bestRank;
        if (rank / RANKS > bestRank / RANKS || rank / RANKS == bestRank / RANKS && sooner) {
          best = from;
          bestRank = rank;
          bestTime = time;
        }
      }
    }
    return best;
  }

  private int rank(int from, int place) {
    return from == Places.HOST ? 1 : isDirect(from, place) ? 2 : 0;
  }

  /** Nanoseconds per byte. Data that is copied in stages passes the host. */
  private double time(BandwidthMatrix bandwidths, int from, int to) {
    return isDirect(from, to)
        ? 1 / bandwidths.between(from, to)
        : 1 / bandwidths.between(from, Places.HOST) + 1 / bandwidths.between(Places.HOST, to);
  }

  private boolean isDirect(int from, int to) {
    return from == Places.HOST || to == Places.HOST || driver.canAccessPeer(to, from);
  }

  /**
   * Copies {@code ranges}, which are valid at {@code from}, to {@code to}: in stages through the
   * host if there is no direct way.
   */
  void copy(Allocation allocation, int from, int to, Ranges ranges) {
    if (isDirect(from, to)) {
      copyDirectly(allocation, from, to, ranges);
      return;
    }
    for (int i = 0; i < ranges.count(); i++) {
      for (long at = ranges.from(i); at < ranges.to(i); at += STAGED) {
        Ranges stage = new Ranges();
        stage.add(at, Math.min(at + STAGED, ranges.to(i)));
        copyDirectly(allocation, from, Places.HOST, stage);
        copyDirectly(allocation, Places.HOST, to, stage);
      }
    }
  }

  private void copyDirectly(Allocation allocation, int from, int to, Ranges ranges) {
    List<Operation.Segment> segments = new ArrayList<>(ranges.count());
    List<Block> blocks = new ArrayList<>(2);
    Copies copies = Copies.of(allocation);
    for (int i = 0; i < ranges.count(); i++) {
      long at = ranges.from(i);
      while (at < ranges.to(i)) {
        Block source = copies.block(from, at);
        Block destination = copies.block(to, at);
        long end = Math.min(ranges.to(i), Math.min(end(source), end(destination)));
        segments.add(
            new Operation.Segment(
                at,
                end - at,
                address(allocation, destination, at),
                address(allocation, source, at)));
        addOnce(blocks, source);
        addOnce(blocks, destination);
        at = end;
      }
    }
    long reloaded = reloadedBytes(allocation, to, ranges);
    start(new Operation.Transfer(allocation, from, to, segments, reloaded), blocks);
  }

  /** How much of {@code ranges} {@code place} has had, and has given up. */
  private static long reloadedBytes(Allocation allocation, int place, Ranges ranges) {
    IntervalMap<LocationSet> map = allocation.locations();
    long bytes = 0;
    for (int r = 0; r < ranges.count(); r++) {
      for (int i = map.find(ranges.from(r)); i < map.count() && map.start(i) < ranges.to(r); i++) {
        if (Places.contains(map.value(i).evicted, place)) {
          bytes += Math.min(map.end(i), ranges.to(r)) - Math.max(map.start(i), ranges.from(r));
        }
      }
    }
    return bytes;
  }

  private static long end(Block block) {
    return block == null ? Long.MAX_VALUE : block.end;
  }

  private static long address(Allocation allocation, Block block, long offset) {
    return block == null ? allocation.hostAddress() + offset : block.address(offset);
  }

  private static void addOnce(List<Block> blocks, Block block) {
    if (block != null && !blocks.contains(block)) {
      blocks.add(block);
    }
  }

  /**
   * Moves {@code ranges}, which are valid in {@code old}, to {@code grown}, a block on the same
   * device.
   */
  void move(Block old, Block grown, Ranges ranges) {
    List<Operation.Segment> segments = new ArrayList<>(ranges.count());
    for (int i = 0; i < ranges.count(); i++) {
      long at = ranges.from(i);
      segments.add(
          new Operation.Segment(at, ranges.to(i) - at, grown.address(at), old.address(at)));
    }
    start(
        new Operation.Transfer(old.allocation, old.device, old.device, segments, 0),
        List.of(old, grown));
  }

  private void start(Operation.Transfer transfer, List<Block> blocks) {
    Allocation allocation = transfer.allocation();
    int from = transfer.from();
    int to = transfer.to();
    Vertex vertex =
        new Vertex("transfer of " + allocation.name(), transfer, NO_ACCESSES, Placement.ANYWHERE);
    MoreParents parents = new MoreParents(vertex);
    forEachLocation(transfer, here -> order(parents, here, from, to));
    for (Block block : blocks) {
      parents.orderAfterAll(block.fences.unfinished());
    }
    parents.assign();
    submit.accept(vertex, to == Places.HOST ? streams.fromDevice(from) : streams.toDevice(to));
    Copies.of(allocation).transfers++;
    count(transfer);
    for (Block block : blocks) {
      block.users.add(vertex);
    }
    forEachLocation(
        transfer,
        here -> {
          here.places |= Places.of(to);
          here.evicted &= ~Places.of(to);
          here.addTransfer(vertex);
        });
    placesChanged(transfer);
    if (from == Places.HOST) {
      allocation.setHostAccess(allocation.isHostReadable(), false);
    }
  }

  /**
   * Adds the computations that a transfer must come after. The transfer does not fail with the
   * kernel that wrote the contents: computations that use the contents fail by their own edge of
   * the DAG to that kernel.
   */
  private static void order(MoreParents parents, LocationSet here, int from, int to) {
    if (here.loss() != null) {
      parents.dependOn(here.loss(), true);
    } else if (here.unfinishedWriter() != null) {
      parents.orderAfter(here.writer);
    }
    here.forEachTransfer(
        (earlier, operation, current) -> {
          if (current && operation.to() == from) {
            parents.dependOn(earlier, true);
          } else if (operation.to() == from || operation.to() == to || operation.from() == to) {
            parents.orderAfter(earlier);
          }
        });
  }

  /**
   * Calls {@code action} with the locations of what {@code transfer} moves. They begin and end
   * where its ranges do.
   */
  private static void forEachLocation(Operation.Transfer transfer, Consumer<LocationSet> action) {
    IntervalMap<LocationSet> map = transfer.allocation().locations();
    for (Operation.Segment segment : transfer.segments()) {
      long end = segment.offset() + segment.bytes();
      int first = map.split(segment.offset(), LocationSet::copy);
      int last = map.split(end, LocationSet::copy);
      for (int i = first; i < last; i++) {
        action.accept(map.value(i));
      }
    }
  }

  /**
   * Notes that {@code vertex}, which did {@code transfer}, has ended. If it failed, its destination
   * has no copy. If that copy was to be the only one, the contents are lost, and computations that
   * use them fail.
   */
  void ended(Vertex vertex, Operation.Transfer transfer) {
    Copies.of(transfer.allocation()).transfers--;
    if (transfer.to() != Places.HOST) {
      arriving[transfer.to()]--;
    }
    if (!vertex.isFailed()) {
      return;
    }
    long place = Places.of(transfer.to());
    forEachLocation(
        transfer,
        here -> {
          if (!here.isCurrent(vertex)) {
            return;
          }
          if ((here.places & ~place) != 0) {
            here.places &= ~place;
          } else {
            here.writer = vertex;
          }
        });
    placesChanged(transfer);
  }

  private static void placesChanged(Operation.Transfer transfer) {
    for (Operation.Segment segment : transfer.segments()) {
      long begin = segment.offset();
      transfer.allocation().placesChanged(begin, begin + segment.bytes());
    }
  }
}
