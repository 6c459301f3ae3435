package org.grcuda.runtime.stream;

import org.grcuda.driver.Device;
import org.grcuda.driver.Event;

/** Events of one device that nothing waits for any more. Guarded by the scheduling lock. */
public final class EventPool {

  private static final int MAX_IDLE = 1024;

  private final Device device;
  private final boolean timing;
  private final Event[] idle = new Event[MAX_IDLE];
  private int idleCount;
  private boolean closed;

  public EventPool(Device device) {
    this(device, false);
  }

  /**
   * @param timing whether its events are used to measure time
   */
  public EventPool(Device device, boolean timing) {
    this.device = device;
    this.timing = timing;
  }

  public Event acquire() {
    if (idleCount == 0) {
      return device.createEvent(timing);
    }
    Event event = idle[--idleCount];
    idle[idleCount] = null;
    return event;
  }

  public void release(Event event) {
    if (closed || idleCount == MAX_IDLE) {
      event.close();
    } else {
      idle[idleCount++] = event;
    }
  }

  /** Closes the events; those that a waiter still holds are closed when they are released. */
  public void close() {
    closed = true;
    while (idleCount > 0) {
      idle[--idleCount].close();
    }
  }
}
