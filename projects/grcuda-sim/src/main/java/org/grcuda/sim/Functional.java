package org.grcuda.sim;

import java.util.ArrayDeque;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.HostWaiter;
import org.grcuda.driver.Module;
import org.grcuda.driver.ModuleSource;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.sim.topology.Topology;

/**
 * The backend that has the memory, compiles the kernels and, if wanted, executes the simulated
 * commands: one device, one stream. Each command is passed on when it begins in simulated time, so
 * their order respects every dependency of the simulated streams.
 *
 * <p>If nothing is executed, only the host touches pages of the memory.
 */
final class Functional implements AutoCloseable {

  private final Driver driver;
  private final Device device;
  private final boolean computes;
  private final Stream stream;
  private final Submission submission = new Submission();
  // Events that nobody waits for any more.
  private final ArrayDeque<Event> events = new ArrayDeque<>();

  /**
   * Opens it.
   *
   * @param memory bytes of all places together, if nothing is executed
   */
  Functional(DriverProvider provider, DriverSettings settings, boolean computes, long memory) {
    this.computes = computes;
    driver =
        provider.open(
            new DriverSettings(1, computes ? 0 : memory, settings.options(), settings.host()));
    device = driver.device(0);
    stream = device.createStream();
  }

  /** Bytes that all places of a machine have. */
  static long bytes(Topology topology, int devices, long deviceMemory) {
    return Math.addExact(Math.multiplyExact(devices, deviceMemory), topology.host().memory());
  }

  boolean tellsOfInstructions() {
    return driver.tellsOfInstructions();
  }

  boolean computes() {
    return computes;
  }

  /** How threads wait for translations. */
  void waitWith(HostWaiter waiter) {
    driver.waitWith(waiter);
  }

  /** Memory for any place. */
  long allocate(long bytes) {
    return device.allocate(bytes);
  }

  void free(long address) {
    driver.free(address);
  }

  Module load(byte[] image, ModuleSource source) {
    return device.loadModule(image, source);
  }

  boolean hasImages() {
    return device.hasImages();
  }

  long image(Image image, long address) {
    return device.image(image, address);
  }

  /**
   * Executes a command whose turn has come; with the lock of the queues.
   *
   * @param counted function to run in place of its kernel; null for the kernel itself
   * @param growths what it notes besides; null for nothing
   * @return what completes when it is done; null if nothing is executed. {@link #ended} takes it
   * @throws DriverException if the backend refuses it
   */
  Event begin(QueuedCommand command, Function counted, Growths growths) {
    if (!computes) {
      return null;
    }
    submission.clear();
    switch (command.kind()) {
      case LAUNCH -> {
        Function function =
            counted != null ? counted : ((SimFunction) command.function()).functional();
        if (growths != null) {
          growths.addBefore(submission, stream);
        }
        submission.launch(
            stream, function, command.shape(), command.parameters(), command.parameterBytes());
        if (growths != null) {
          growths.addAfter(submission, stream);
        }
      }
      case COPY ->
          submission.copy(
              stream, command.word(0), command.word(1), command.word(2), (int) command.word(3));
      case FILL ->
          submission.fill(
              stream, command.word(0), command.word(1), (int) command.word(2), command.word(3));
      default -> {
        return null;
      }
    }
    Event event = events.isEmpty() ? device.createEvent(false) : events.pop();
    submission.record(stream, event);
    device.submit(submission);
    return event;
  }

  /**
   * The command has ended.
   *
   * @param event what {@link #begin} returned, completed
   * @return why it failed; null if it did not
   */
  DriverException ended(Event event) {
    DriverException failure = event.failure();
    events.push(event);
    return failure;
  }

  void stop(String reason) {
    driver.stop(reason);
  }

  long progress() {
    return driver.progress();
  }

  @Override
  public void close() {
    driver.close();
  }
}
