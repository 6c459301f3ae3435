package org.grcuda.world.array;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.DeviceArray;
import org.grcuda.world.partition.Partition;

/** Copies between the parts of an array and arrays of all its elements. */
public final class WholeArrays implements AutoCloseable {

  private final ArrayWorld world;
  private final int array;
  private final Partition partition;
  private final List<DeviceArray> padded;
  private final List<DeviceArray> buffers = new ArrayList<>();

  /** As of {@link Exchange}. */
  public WholeArrays(ArrayWorld world, int array, Partition partition, List<DeviceArray> padded) {
    this.world = world;
    this.array = array;
    this.partition = partition;
    this.padded = padded;
  }

  private Boxed inner(int part) {
    return new Boxed(padded.get(part), partition.inner(part));
  }

  /** Copies the elements of the parts of this rank from {@code whole}, asynchronously. */
  public void scatter(DeviceArray whole) {
    for (int part = 0; part < padded.size(); part++) {
      if (padded.get(part) != null) {
        world.boxes().copy(new Boxed(whole, partition.owned(part)), inner(part));
      }
    }
  }

  /**
   * Copies all elements to {@code whole}, asynchronously.
   *
   * @param whole null on a rank that gets none
   * @param targets the ranks that get all elements
   */
  public void gather(DeviceArray whole, List<Integer> targets) {
    List<DeviceArray> rows = new ArrayList<>();
    for (int part = 0; part < padded.size(); part++) {
      rows.add(whole != null && padded.get(part) == null ? receive(whole, part) : null);
    }
    for (int part = 0; part < padded.size(); part++) {
      if (padded.get(part) != null) {
        send(part, targets);
      }
    }
    for (int part = 0; part < padded.size() && whole != null; part++) {
      Boxed target = new Boxed(whole, partition.owned(part));
      if (padded.get(part) != null) {
        world.boxes().copy(inner(part), target);
      } else if (!target.isDense()) {
        world.boxes().unpack(rows.get(part), target);
      }
    }
  }

  private DeviceArray receive(DeviceArray whole, int part) {
    Boxed target = new Boxed(whole, partition.owned(part));
    DeviceArray row = target.isDense() ? target.row() : buffer(target);
    int owner = partition.owner(part, world.messages().size());
    world.messages().receive(owner, Tags.of(array, part, Tags.ELEMENTS), row);
    return row;
  }

  private void send(int part, List<Integer> targets) {
    DeviceArray row = null;
    for (int target : targets) {
      if (target != world.messages().rank()) {
        if (row == null) {
          Boxed source = inner(part);
          row = world.boxes().pack(source, source.isDense() ? null : buffer(source));
        }
        world.messages().send(target, Tags.of(array, part, Tags.ELEMENTS), row);
      }
    }
  }

  private DeviceArray buffer(Boxed box) {
    DeviceArray buffer = world.boxes().newRow(box);
    buffers.add(buffer);
    return buffer;
  }

  /** Frees the buffers, once what uses them has ended. */
  @Override
  public void close() {
    buffers.forEach(DeviceArray::close);
  }
}
