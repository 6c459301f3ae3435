package org.grcuda.runtime.scheduling;

import org.grcuda.driver.Device;
import org.grcuda.driver.Function;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.LaunchCost;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManager;
import org.grcuda.runtime.stream.DevicesManager;

/**
 * Writes the operation of a computation as commands of the driver. Guarded by the scheduling lock.
 *
 * <p>Launches are told by {@code instanceof}: for a switch over types the JVM makes a class when it
 * is reached first, which would take 0.3 ms of a program's first launch.
 */
final class CommandWriter {

  private final DevicesManager devices;
  private final MemoryManager memory;
  private final boolean tellsDetails;

  CommandWriter(DevicesManager devices, MemoryManager memory) {
    this.devices = devices;
    this.memory = memory;
    this.tellsDetails = devices.wantDetails();
  }

  /**
   * Appends the command of {@code vertex} on {@code stream}, without the waits, moves and records
   * that come before and after it.
   */
  void append(Vertex vertex, ComputeStream stream, Submission submission) {
    if (vertex.operation() instanceof Operation.Launch launch) {
      launch(vertex, launch, stream, submission);
    } else {
      appendOther(vertex, stream, submission);
    }
  }

  private void appendOther(Vertex vertex, ComputeStream stream, Submission submission) {
    Stream target = stream.driverStream();
    int device = stream.device();
    switch (vertex.operation()) {
      case Operation.Launch launch -> throw new IllegalStateException("a launch");
      case Operation.Copy copy ->
          submission.copy(
              target,
              memory.address(copy.destination(), device),
              memory.address(copy.source(), device),
              copy.source().length(),
              external(copy));
      case Operation.Fill fill -> fill(fill, target, device, submission);
      case Operation.Prefetch prefetch -> {
        if (memory.isManaged()) {
          Region region = prefetch.region();
          submission.prefetch(
              target, memory.address(region, device), region.length(), prefetch.place());
        }
      }
      case Operation.Advise advise -> {
        if (memory.isManaged()) {
          Region region = advise.region();
          submission.advise(
              target,
              memory.address(region, device),
              region.length(),
              advise.advice(),
              advise.place());
        }
      }
      case Operation.Attach attach -> {
        if (memory.isManaged()) {
          Region region = attach.region();
          submission.attach(target, memory.address(region, device), region.length(), attach.mode());
        }
      }
      case Operation.RecordEvent record ->
          record.recording().append(devices.device(device), target, submission);
      case Operation.WaitEvent wait -> throw new IllegalStateException("wait as a command");
      case Operation.Send send -> throw new IllegalStateException("send as a command");
      case Operation.Free free -> throw new IllegalStateException("free as a command");
      case Operation.Choice choice -> throw new IllegalStateException("choice as a command");
      case Operation.HostTask task -> throw new IllegalStateException("host task as a command");
      case Operation.Transfer transfer -> {
        for (Operation.Segment segment : transfer.segments()) {
          submission.copy(target, segment.destination(), segment.source(), segment.bytes());
        }
      }
    }
  }

  /** Flags for the sides of a copy that are host memory of the program's own, which never moves. */
  private static int external(Operation.Copy copy) {
    return (isExternal(copy.destination()) ? Submission.EXTERNAL_DESTINATION : 0)
        | (isExternal(copy.source()) ? Submission.EXTERNAL_SOURCE : 0);
  }

  private static boolean isExternal(Region region) {
    Allocation allocation = region.allocation();
    return allocation.isForeign() && allocation.home() == Places.HOST;
  }

  /**
   * Appends a fill. Elements of up to 8 bytes, and wider ones with two equal halves, are one fill
   * of the driver. For other elements, the first one is stored in two halves, and copies double
   * what is there. Each byte is written once.
   */
  private void fill(Operation.Fill fill, Stream stream, int device, Submission submission) {
    long address = memory.address(fill.destination(), device);
    long bytes = fill.destination().length();
    if (fill.width() <= Long.BYTES || fill.low() == fill.high()) {
      int width = Math.min(fill.width(), Long.BYTES);
      submission.fill(stream, address, fill.low(), width, bytes / width);
      return;
    }
    submission.fill(stream, address, fill.low(), Long.BYTES, 1);
    submission.fill(stream, address + Long.BYTES, fill.high(), Long.BYTES, 1);
    for (long done = fill.width(); done < bytes; done *= 2) {
      submission.copy(stream, address + done, address, Math.min(done, bytes - done));
    }
  }

  private void launch(
      Vertex vertex, Operation.Launch launch, ComputeStream stream, Submission submission) {
    Device device = devices.device(stream.device());
    Function function = launch.kernel().on(device);
    long[] parameters = launch.parameters();
    int[] pointerWords = launch.pointerWords();
    Access[] accesses = vertex.accesses();
    for (int i = 0; i < pointerWords.length; i++) {
      if (pointerWords[i] >= 0) {
        long address = memory.address(accesses[i].region(), stream.device());
        parameters[pointerWords[i]] = launch.kernel().argument(device, i, address);
      }
    }
    submission.launch(
        stream.driverStream(), function, launch.shape(), parameters, launch.parameterBytes());
    launch.kernel().describe(device, submission);
    if (tellsDetails) {
      tellDetails(launch, accesses, stream.device(), submission);
    }
  }

  private void tellDetails(
      Operation.Launch launch, Access[] accesses, int device, Submission submission) {
    LaunchCost cost = launch.cost() == null ? LaunchCost.UNKNOWN : launch.cost();
    LaunchCost.Amount fixed = cost.fixed();
    submission.cost(fixed.flops(), fixed.doubleFlops(), fixed.bytes(), fixed.latency());
    for (LaunchCost.Growth growth : cost.growths()) {
      LaunchCost.Place place = growth.place();
      LaunchCost.Amount each = growth.each();
      long address = memory.address(accesses[place.access()].region(), device) + place.offset();
      submission.growth(
          address, place.bytes(), each.flops(), each.doubleFlops(), each.bytes(), each.latency());
    }
    for (Access access : accesses) {
      Region region = access.region();
      if (region.allocation().hostAddress() != 0) {
        AccessMode mode = access.mode();
        long address = memory.address(region, device);
        submission.access(address, region.length(), mode.reads(), mode.writes());
      }
    }
  }
}
