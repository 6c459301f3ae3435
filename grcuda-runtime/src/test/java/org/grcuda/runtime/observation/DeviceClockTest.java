package org.grcuda.runtime.observation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.Test;

/** Times of a device that tells elapsed ones in milliseconds of single precision, as CUDA does. */
class DeviceClockTest {

  private long now;
  private int live;

  private final class FloatEvent implements Event {

    private long time;

    FloatEvent() {
      live++;
    }

    @Override
    public boolean isComplete() {
      return true;
    }

    @Override
    public void await() {}

    @Override
    public DriverException failure() {
      return null;
    }

    @Override
    public long elapsedNanos(Event earlier) {
      float milliseconds = (float) ((time - ((FloatEvent) earlier).time) / 1e6);
      return Math.round(milliseconds * 1e6);
    }

    @Override
    public void close() {
      live--;
    }
  }

  private FloatEvent recorded() {
    FloatEvent event = new FloatEvent();
    event.time = now;
    return event;
  }

  private Device device() {
    return (Device)
        Proxy.newProxyInstance(
            Device.class.getClassLoader(),
            new Class<?>[] {Device.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "createStream" -> stream();
                  case "createEvent" -> new FloatEvent();
                  case "submit" -> record((Submission) arguments[0]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private Stream stream() {
    live++;
    return (Stream)
        Proxy.newProxyInstance(
            Stream.class.getClassLoader(),
            new Class<?>[] {Stream.class},
            (proxy, method, arguments) -> {
              assertEquals("close", method.getName());
              live--;
              return null;
            });
  }

  private Object record(Submission submission) {
    Submission.Reader reader = submission.reader();
    assertTrue(reader.next());
    ((FloatEvent) reader.event()).time = now;
    return null;
  }

  @Test
  void shortTimesAreExactAfterLongOnes() {
    DeviceClock clock = new DeviceClock(device(), recorded(), 5_000, false);
    for (int i = 0; i < 40_000; i++) {
      FloatEvent begin = recorded();
      now += 1_700;
      FloatEvent end = recorded();
      long took = clock.timeOf(end) - clock.timeOf(begin);
      assertTrue(Math.abs(took - 1_700) <= 200, "after " + now + ": " + took);
      begin.close();
      end.close();
      now += 50_000_000;
    }
    FloatEvent last = recorded();
    assertEquals(now + 5_000, clock.timeOf(last), now / 1e7);
    last.close();
    clock.close();
    assertEquals(0, live);
  }

  @Test
  void exactTimesNeedNoOtherEvents() {
    DeviceClock clock = new DeviceClock(device(), recorded(), 0, true);
    now = 1L << 40;
    clock.timeOf(recorded());
    clock.timeOf(recorded());
    assertEquals(3, live);
  }
}
