package org.grcuda.world.array;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.DeviceArray;
import org.grcuda.world.partition.Face;
import org.grcuda.world.partition.Partition;

/** The exchange of the halos of an array, prepared once. */
public final class Exchange implements AutoCloseable {

  /** A face between two parts of this rank. */
  private record Inside(Boxed source, Boxed target, DeviceArray buffer) {}

  /** A face of which this rank has one part. */
  private record Across(int rank, long tag, Boxed cells, DeviceArray buffer) {}

  /** The faces along one axis. */
  private record Phase(List<Inside> inside, List<Across> receives, List<Across> sends) {}

  private final ArrayWorld world;
  private final List<DeviceArray> buffers = new ArrayList<>();
  private final List<Phase> phases;

  /**
   * An exchange.
   *
   * @param array the number of the array
   * @param padded the padded array of each part, null for those of other ranks
   */
  public Exchange(ArrayWorld world, int array, Partition partition, List<DeviceArray> padded) {
    this.world = world;
    this.phases =
        partition.faces().stream().map(faces -> phase(array, partition, faces, padded)).toList();
  }

  private Phase phase(int array, Partition partition, List<Face> faces, List<DeviceArray> padded) {
    Phase phase = new Phase(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    int ranks = world.messages().size();
    for (Face face : faces) {
      DeviceArray from = padded.get(face.sender());
      DeviceArray to = padded.get(face.receiver());
      long tag = Tags.of(array, face.receiver(), face.number());
      if (from != null && to != null) {
        Boxed source = new Boxed(from, face.source());
        phase.inside.add(new Inside(source, new Boxed(to, face.target()), buffer(source)));
      } else if (to != null) {
        Boxed target = new Boxed(to, face.target());
        int sender = partition.owner(face.sender(), ranks);
        phase.receives.add(new Across(sender, tag, target, buffer(target)));
      } else if (from != null) {
        Boxed source = new Boxed(from, face.source());
        int receiver = partition.owner(face.receiver(), ranks);
        phase.sends.add(new Across(receiver, tag, source, buffer(source)));
      }
    }
    return phase;
  }

  /** A row for the elements of a box that have gaps; null if they have none. */
  private DeviceArray buffer(Boxed box) {
    if (box.isDense()) {
      return null;
    }
    DeviceArray buffer = world.boxes().newRow(box);
    buffers.add(buffer);
    return buffer;
  }

  /** Submits the exchange: does not wait. */
  public void run() {
    phases.forEach(this::run);
  }

  private void run(Phase phase) {
    for (Across face : phase.receives) {
      DeviceArray row = face.buffer == null ? face.cells.row() : face.buffer;
      world.messages().receive(face.rank, face.tag, row);
    }
    for (Across face : phase.sends) {
      DeviceArray row = world.boxes().pack(face.cells, face.buffer);
      world.messages().send(face.rank, face.tag, row);
    }
    // All are packed before any is unpacked, which would have them wait for one another.
    List<DeviceArray> rows =
        phase.inside.stream().map(face -> world.boxes().pack(face.source, face.buffer)).toList();
    for (int i = 0; i < rows.size(); i++) {
      world.boxes().unpack(rows.get(i), phase.inside.get(i).target);
    }
    for (Across face : phase.receives) {
      if (face.buffer != null) {
        world.boxes().unpack(face.buffer, face.cells);
      }
    }
  }

  /** Frees the buffers, once what uses them has ended. */
  @Override
  public void close() {
    buffers.forEach(DeviceArray::close);
  }
}
