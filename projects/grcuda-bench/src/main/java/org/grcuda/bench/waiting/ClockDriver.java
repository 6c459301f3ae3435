package org.grcuda.bench.waiting;

import java.util.concurrent.locks.LockSupport;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;

/**
 * A driver whose device needs no thread of the host. Each launch says how many nanoseconds it
 * takes, so its end is known when it is submitted. The launch has ended when the clock has passed
 * this time. Querying an event reads the clock. Blocking on an event sleeps until a timer of the
 * system wakes the thread, as the interrupt of a device would.
 */
final class ClockDriver implements Driver {

  private final NullDriver memory = new NullDriver(NullSettings.defaults().withLog(false));
  private final ClockDevice device = new ClockDevice();

  /**
   * The end of the launch that was submitted last, on the clock of {@link System#nanoTime}. It may
   * lie in the future.
   */
  long lastEnd() {
    return device.lastEnd;
  }

  @Override
  public String name() {
    return "clock";
  }

  @Override
  public int deviceCount() {
    return 1;
  }

  @Override
  public Device device(int ordinal) {
    return device;
  }

  @Override
  public boolean canAccessPeer(int from, int peer) {
    return false;
  }

  @Override
  public long allocateManaged(long bytes) {
    return memory.allocateManaged(bytes);
  }

  @Override
  public long allocateHost(long bytes) {
    return memory.allocateHost(bytes);
  }

  @Override
  public void free(long address) {
    memory.free(address);
  }

  @Override
  public void close() {
    device.synchronize();
    memory.close();
  }

  private static void sleepUntil(long end) throws InterruptedException {
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  private static void sleepUninterruptiblyUntil(long end) {
    boolean interrupted = false;
    while (end - System.nanoTime() > 0) {
      try {
        sleepUntil(end);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private final class ClockDevice implements Device {

    private final Device model = memory.device(0);
    private volatile long lastEnd = System.nanoTime();

    @Override
    public int ordinal() {
      return 0;
    }

    @Override
    public String name() {
      return "Clock";
    }

    @Override
    public int attribute(DeviceAttribute attribute) {
      return model.attribute(attribute);
    }

    @Override
    public long totalMemory() {
      return model.totalMemory();
    }

    @Override
    public long freeMemory() {
      return model.freeMemory();
    }

    @Override
    public CodeTarget codeTarget() {
      return model.codeTarget();
    }

    @Override
    public long allocate(long bytes) {
      return model.allocate(bytes);
    }

    @Override
    public Module loadModule(byte[] image) {
      return model.loadModule(image);
    }

    @Override
    public Stream createStream() {
      return new ClockStream(this);
    }

    @Override
    public Event createEvent(boolean timing) {
      return new ClockEvent();
    }

    @Override
    public synchronized void submit(Submission submission) {
      Submission.Reader reader = submission.reader();
      while (reader.next()) {
        ClockStream stream = (ClockStream) reader.stream();
        switch (reader.command()) {
          case WAIT -> stream.end = Math.max(stream.end, ((ClockEvent) reader.event()).end);
          case RECORD -> ((ClockEvent) reader.event()).end = stream.end;
          case LAUNCH -> {
            stream.end = Math.max(stream.end, System.nanoTime()) + reader.parameters()[0];
            lastEnd = stream.end;
          }
          case COPY, FILL, PREFETCH, ADVISE, ATTACH -> {
            // Takes no time.
          }
        }
      }
    }

    @Override
    public void synchronize() {
      sleepUninterruptiblyUntil(lastEnd);
    }
  }

  private static final class ClockStream implements Stream {

    private final Device device;
    private volatile long end = System.nanoTime();

    ClockStream(Device device) {
      this.device = device;
    }

    @Override
    public Device device() {
      return device;
    }

    @Override
    public boolean isIdle() {
      return end - System.nanoTime() <= 0;
    }

    @Override
    public void synchronize() {
      sleepUninterruptiblyUntil(end);
    }

    @Override
    public void close() {}
  }

  private static final class ClockEvent implements Event {

    private volatile long end = System.nanoTime();

    @Override
    public boolean isComplete() {
      return end - System.nanoTime() <= 0;
    }

    @Override
    public void await() throws InterruptedException {
      sleepUntil(end);
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
      long limit = System.nanoTime() + nanos;
      sleepUntil(end - limit < 0 ? end : limit);
      return isComplete();
    }

    @Override
    public DriverException failure() {
      return null;
    }

    @Override
    public long elapsedNanos(Event earlier) {
      return end - ((ClockEvent) earlier).end;
    }

    @Override
    public void close() {}
  }
}
