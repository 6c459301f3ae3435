package org.grcuda.core.task;

import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.task.Task;

/** A task as Java programs hold it. */
public record ConfigurableTask(Alternatives alternatives, ValuePacker packer) implements Task {

  @Override
  public String name() {
    return alternatives.first().name();
  }

  @Override
  public Grid grid(int x, int y, int z) {
    return (blockX, blockY, blockZ) ->
        configured(new LaunchShape(x, y, z, blockX, blockY, blockZ, 0));
  }

  @Override
  public Configuration forall(long threads) {
    return configured(alternatives.first().shapeFor(threads, 0));
  }

  private Configuration configured(LaunchShape shape) {
    return arguments ->
        alternatives.launch(shape, Placement.ANYWHERE, Uses.NONE, arguments, packer);
  }

  /** As for guest languages. */
  @Override
  public String toString() {
    return "task " + alternatives.first().signature().text();
  }
}
