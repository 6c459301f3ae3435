package org.grcuda.runtime.scheduling;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.grcuda.runtime.completion.ReadyQueue;
import org.grcuda.runtime.computation.Vertex;

/**
 * Uses a {@link Window} or a {@link PullQueue}. The latter while arrays do not fit into the memory
 * of the devices; and when computations share much data ({@link Reuse}), until it keeps nothing, or
 * the only device has that data. What one of them keeps stays there until it is dispatched.
 */
public final class SwitchingQueue implements ReadyQueue {

  private final Window window;
  private final PullQueue pulls;
  private final BooleanSupplier isBeyondMemory;

  private final Reuse reuse;

  private boolean sharesData;

  /**
   * @param isBeyondMemory whether arrays take more memory than the devices have, now
   * @param devices how many there are
   * @param isIdle whether nothing that was offered is unfinished
   */
  public SwitchingQueue(
      Window window,
      PullQueue pulls,
      BooleanSupplier isBeyondMemory,
      int devices,
      BooleanSupplier isIdle) {
    this.window = window;
    this.pulls = pulls;
    this.isBeyondMemory = isBeyondMemory;
    reuse = new Reuse(devices, isIdle);
  }

  @Override
  public boolean offer(Vertex ready) {
    count(ready);
    if (!isPulled(ready)) {
      return window.offer(ready);
    }
    window.forget(ready);
    return pulls.offer(ready);
  }

  private void count(Vertex ready) {
    reuse.add(ready);
    sharesData = reuse.isHigh() || sharesData && !pulls.isEmpty() && !reuse.isSettled();
  }

  private boolean isPulled(Vertex vertex) {
    return PullQueue.knows(vertex) || sharesData || isBeyondMemory.getAsBoolean();
  }

  @Override
  public void announce(Vertex waiting) {
    if (isPulled(waiting)) {
      pulls.announce(waiting);
    } else {
      window.announce(waiting);
    }
  }

  @Override
  public Vertex surplus(int heldBack) {
    return either(window.surplus(heldBack), () -> pulls.surplus(heldBack));
  }

  @Override
  public Vertex request(int device) {
    return either(window.request(device), () -> pulls.request(device));
  }

  @Override
  public Vertex demanded(Vertex wanted) {
    return either(window.demanded(wanted), () -> pulls.demanded(wanted));
  }

  @Override
  public Vertex overdue(long id) {
    return either(window.overdue(id), () -> pulls.overdue(id));
  }

  @Override
  public Vertex take() {
    return either(window.take(), pulls::take);
  }

  private Vertex either(Vertex first, Supplier<Vertex> second) {
    return first == null && !pulls.isEmpty() ? second.get() : first;
  }

  @Override
  public boolean isTicked() {
    return window.isTicked() || !pulls.isEmpty();
  }

  @Override
  public boolean isPulled() {
    return !pulls.isEmpty();
  }

  @Override
  public boolean isEmpty() {
    return window.isEmpty() && pulls.isEmpty();
  }
}
