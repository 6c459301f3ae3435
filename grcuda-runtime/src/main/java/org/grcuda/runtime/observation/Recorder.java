package org.grcuda.runtime.observation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Submission;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Observation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.schedule.RecordedComputation;
import org.grcuda.runtime.schedule.Recording;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.Eviction;
import org.grcuda.runtime.schedule.Schedule.ScheduledDevice;
import org.grcuda.runtime.schedule.ScheduledComputation.Argument;
import org.grcuda.runtime.schedule.ScheduledComputation.Shape;
import org.grcuda.runtime.schedule.ScheduledComputation.Transfer;
import org.grcuda.runtime.schedule.StreamKind;

/** Enters what the runtime does into a {@link Recording}. Guarded by the scheduling lock. */
final class Recorder {

  private final CommonClock clock;
  private final Recording recording = new Recording();

  /** By name, the number of the first array with that name. */
  private final Map<String, Long> firstOfName = new HashMap<>();

  private final int devices;

  Recorder(CommonClock clock, int devices) {
    this.clock = clock;
    this.devices = devices;
  }

  /** Enters how much of the devices is in use now. */
  void noteMemory(BytesInUse memory) {
    long now = clock.now();
    for (int device = 0; device < devices; device++) {
      recording.memory(device, now, memory.usedBytes(device));
    }
  }

  /**
   * Makes the entry of {@code vertex}; it becomes part of the recording when it is {@link
   * #accepted}.
   */
  void begin(Vertex vertex) {
    if (recording.hasRoom()) {
      vertex.observation =
          new Observation(
              new RecordedComputation(
                  vertex.id,
                  vertex.name(),
                  vertex.operation().kind(),
                  arguments(vertex.accesses()),
                  shape(vertex.operation()),
                  transfer(vertex),
                  clock.now()));
    }
  }

  void accepted(Vertex vertex) {
    if (vertex.observation != null && vertex.observation.recorded != null) {
      recording.add(vertex.observation.recorded);
    }
  }

  void planned(Vertex vertex, String reason, Region loaded) {
    String array = loaded == null ? null : name(loaded.allocation());
    vertex.observation.recorded.planned(reason, array, clock.now());
  }

  void evicted(int device, Region region, long savedBytes) {
    recording.evicted(
        new Eviction(
            device,
            clock.now(),
            name(region.allocation()),
            region.offset(),
            region.length(),
            savedBytes));
  }

  void placed(Vertex vertex, ComputeStream stream) {
    RecordedComputation recorded = vertex.observation.recorded;
    recorded.placed(stream.device(), stream.index());
    StreamKind kind =
        stream.isTransfer()
            ? StreamKind.TRANSFER
            : stream.isUser() ? StreamKind.USER : StreamKind.COMPUTE;
    recording.stream(stream.device(), stream.index(), kind);
    // Computations of the program depend on each other through their arrays; transfers are in
    // between.
    for (Vertex parent : vertex.parents()) {
      if ((vertex.isTransfer() || parent.isTransfer()) && parent.recorded() != null) {
        recorded.dependsOn(parent.recorded(), arrays(vertex.isTransfer() ? vertex : parent));
      }
    }
  }

  private List<String> arrays(Vertex transfer) {
    return transfer.operation() instanceof Operation.Transfer moves
        ? List.of(name(moves.allocation()))
        : List.of();
  }

  void ended(Vertex vertex) {
    Observation observation = vertex.observation;
    if (observation.hostBegin >= 0) {
      observation.recorded.timed(observation.hostBegin, clock.now());
    }
    observation.recorded.ended(
        vertex.isFailed() ? vertex.failedName() + ": " + vertex.error().getMessage() : null);
  }

  Schedule schedule(Map<String, String> metadata, List<ScheduledDevice> shown) {
    return recording.schedule(metadata, shown);
  }

  /** Whether {@code device} has no up-to-date copy of something that {@code vertex} reads. */
  static boolean lacksData(Vertex vertex, int device) {
    for (Access access : vertex.accesses()) {
      if (missingBytes(access, device) > 0) {
        return true;
      }
    }
    return false;
  }

  private static long missingBytes(Access access, int device) {
    Region region = access.region();
    return access.mode().keepsContents() && region.allocation().moves()
        ? region.allocation().missingBytes(region.offset(), region.length(), device)
        : 0;
  }

  /** Enters the data that {@code submission} moves before it executes {@code vertex}. */
  void noteMoves(Vertex vertex, ComputeStream stream, Submission submission) {
    if (!contains(submission, Submission.Command.PREFETCH)
        || vertex.operation() instanceof Operation.Prefetch) {
      return;
    }
    for (Access access : vertex.accesses()) {
      long missing = missingBytes(access, stream.device());
      if (missing > 0) {
        Region region = access.region();
        long holders = region.allocation().holders(region.offset(), region.length());
        vertex.observation.recorded.transfersFirst(
            name(region.allocation()),
            List.of(argument(new Access(region, AccessMode.READ))),
            new Transfer(firstPlace(holders), stream.device(), missing));
      }
    }
  }

  private static boolean contains(Submission submission, Submission.Command command) {
    Submission.Reader reader = submission.reader();
    while (reader.next()) {
      if (reader.command() == command) {
        return true;
      }
    }
    return false;
  }

  /** The first of a set of places; the host if the parts are at different places. */
  private static int firstPlace(long places) {
    return places == 0 ? Places.HOST : Long.numberOfTrailingZeros(places) - 1;
  }

  private List<Argument> arguments(Access[] accesses) {
    List<Argument> arguments = new ArrayList<>(accesses.length);
    for (Access access : accesses) {
      arguments.add(argument(access));
    }
    return List.copyOf(arguments);
  }

  private Argument argument(Access access) {
    Region region = access.region();
    String mode =
        switch (access.mode()) {
          case READ -> "in";
          case WRITE, OVERWRITE -> "out";
          case READ_WRITE -> "inout";
        };
    return recording.shared(
        new Argument(
            name(region.allocation()), mode, region.offset(), region.length(), region.isWhole()));
  }

  /** A name that no other array has. */
  private String name(Allocation allocation) {
    Long first = firstOfName.putIfAbsent(allocation.name(), allocation.id());
    return first == null || first == allocation.id()
        ? allocation.name()
        : allocation.name() + " #" + allocation.id();
  }

  private static Shape shape(Operation operation) {
    LaunchShape shape = operation.shape();
    if (shape == null) {
      return null;
    }
    return new Shape(
        shape.gridX(),
        shape.gridY(),
        shape.gridZ(),
        shape.blockX(),
        shape.blockY(),
        shape.blockZ(),
        shape.dynamicSharedBytes());
  }

  private static Transfer transfer(Vertex vertex) {
    return switch (vertex.operation()) {
      case Operation.Transfer transfer ->
          new Transfer(transfer.from(), transfer.to(), transfer.bytes(), transfer.reloaded());
      case Operation.Prefetch prefetch -> {
        Region region = prefetch.region();
        long holders = region.allocation().holders(region.offset(), region.length());
        long missing =
            region.allocation().missingBytes(region.offset(), region.length(), prefetch.place());
        yield new Transfer(firstPlace(holders), prefetch.place(), missing);
      }
      default -> null;
    };
  }
}
