package org.grcuda.runtime.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.Submission.Command;

/**
 * A machine that only copies, at the bandwidths of a matrix and a latency of 10 us; links to the
 * host of two devices, 2k and 2k + 1, are one link behind a switch. Addresses tell the place.
 */
final class FakeMachine implements Driver {

  private static final long LATENCY_NANOS = 10_000;
  private static final int PLACE_SHIFT = 40;

  private final BandwidthMatrix links;
  private final boolean shared;
  private final Map<Long, Long> live = new HashMap<>();
  private final Map<Integer, List<FakeEvent>> inFlight = new HashMap<>();
  private long nextAddress = 4096;
  int open;

  FakeMachine(BandwidthMatrix links, boolean shared) {
    this.links = links;
    this.shared = shared;
  }

  int liveAllocations() {
    return live.size();
  }

  private static int place(long address) {
    return (int) (address >> PLACE_SHIFT) - 1;
  }

  private long allocate(int place, long bytes) {
    long address = (place + 1L << PLACE_SHIFT) + nextAddress;
    nextAddress += bytes;
    live.put(address, bytes);
    return address;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public int deviceCount() {
    return links.devices();
  }

  @Override
  public Device device(int ordinal) {
    return new FakeDevice(ordinal);
  }

  @Override
  public boolean canAccessPeer(int device, int peer) {
    return device != peer;
  }

  @Override
  public long allocateManaged(long bytes) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long allocateHost(long bytes) {
    return allocate(BandwidthMatrix.HOST, bytes);
  }

  @Override
  public void free(long address) {
    if (live.remove(address) == null) {
      throw new AssertionError("freed twice");
    }
  }

  @Override
  public void close() {}

  private final class FakeEvent implements Event {

    private double nanos;

    @Override
    public boolean isComplete() {
      return true;
    }

    @Override
    public void await() {
      inFlight.clear();
    }

    @Override
    public DriverException failure() {
      return null;
    }

    @Override
    public long elapsedNanos(Event earlier) {
      return Math.round(nanos);
    }

    @Override
    public void close() {
      open--;
    }
  }

  private final class FakeDevice implements Device {

    private final int ordinal;

    FakeDevice(int ordinal) {
      this.ordinal = ordinal;
    }

    @Override
    public void submit(Submission submission) {
      Submission.Reader reader = submission.reader();
      double nanos = 0;
      boolean fromHost = false;
      while (reader.next()) {
        if (reader.command() == Command.COPY) {
          int from = place(reader.word(1));
          int to = place(reader.word(0));
          nanos = LATENCY_NANOS + reader.word(2) / links.between(from, to);
          fromHost = from == BandwidthMatrix.HOST;
        } else if (reader.command() == Command.RECORD) {
          ((FakeEvent) reader.event()).nanos = nanos;
          if (fromHost) {
            share((FakeEvent) reader.event());
          }
        }
      }
    }

    /** Copies on one link take as long together as one after the other. */
    private void share(FakeEvent event) {
      if (shared) {
        List<FakeEvent> others = inFlight.computeIfAbsent(ordinal / 2, key -> new ArrayList<>());
        others.add(event);
        double sum = others.stream().mapToDouble(other -> other.nanos).sum();
        if (others.size() > 1) {
          others.forEach(other -> other.nanos = sum);
        }
      }
    }

    @Override
    public int ordinal() {
      return ordinal;
    }

    @Override
    public String name() {
      return "fake";
    }

    @Override
    public int attribute(DeviceAttribute attribute) {
      return 0;
    }

    @Override
    public long totalMemory() {
      return 16L << 30;
    }

    @Override
    public long freeMemory() {
      return 16L << 30;
    }

    @Override
    public CodeTarget codeTarget() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long allocate(long bytes) {
      return FakeMachine.this.allocate(ordinal, bytes);
    }

    @Override
    public Module loadModule(byte[] image) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Stream createStream() {
      open++;
      return new Stream() {
        @Override
        public Device device() {
          return FakeDevice.this;
        }

        @Override
        public boolean isIdle() {
          return true;
        }

        @Override
        public void synchronize() {}

        @Override
        public void close() {
          open--;
        }
      };
    }

    @Override
    public Event createEvent(boolean timing) {
      open++;
      return new FakeEvent();
    }

    @Override
    public void synchronize() {}
  }
}
