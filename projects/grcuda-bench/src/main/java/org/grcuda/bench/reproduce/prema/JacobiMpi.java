package org.grcuda.bench.reproduce.prema;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ArrayType;
import org.grcuda.DeviceArray;
import org.grcuda.DoubleArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.types.Order;
import org.grcuda.world.array.BoxKernels;
import org.grcuda.world.array.Boxed;
import org.grcuda.world.partition.Box;
import org.grcuda.world.partition.Face;
import org.grcuda.world.partition.Grids;
import org.grcuda.world.partition.Partition;

/**
 * The iterations as programs with MPI and CUDA do them: one box for each rank; pack, copy to the
 * host, send and receive, wait for all, copy to the device, unpack, update, synchronize. The
 * kernels are those of {@link JacobiWorld}, and so is the transport.
 */
final class JacobiMpi implements AutoCloseable {

  private record Outgoing(Boxed cells, DeviceArray row, Staged.Buffer buffer) {}

  private record Incoming(DeviceArray row, Boxed cells, Staged.Buffer buffer) {}

  private final GrCuda cuda;
  private final JacobiDomain domain;
  private final Partition partition;
  private final long[] begin;
  private final Kernel kernel;
  private final BoxKernels boxes;
  private final Staged staged;
  private final List<DeviceArray> rows = new ArrayList<>();
  private final List<Side> sides = new ArrayList<>();

  /** One of the two arrays, and what is sent from it and received into it. */
  private record Side(DoubleArray cells, List<Outgoing> sends, List<Incoming> receives) {}

  JacobiMpi(GrCuda cuda, LastingTransport transport, JacobiDomain domain) {
    this.cuda = cuda;
    this.domain = domain;
    int[] grid = Grids.of(transport.size(), domain.shape().length, domain.shape());
    partition = new Partition(domain.shape(), grid, 1, false, false);
    begin = partition.owned(transport.rank()).from();
    kernel = JacobiDomain.kernel(cuda);
    boxes = new BoxKernels(cuda);
    staged = new Staged(transport);
    List<Face> faces = partition.faces().stream().flatMap(List::stream).toList();
    sides.add(side(transport.rank(), faces));
    sides.add(side(transport.rank(), faces));
  }

  /** Boxes along each axis. */
  int[] grid() {
    return partition.grid();
  }

  private Side side(int rank, List<Face> faces) {
    DoubleArray cells =
        (DoubleArray) cuda.array(ArrayType.DOUBLE.elements(), Order.C, partition.padded(rank));
    Side side = new Side(cells, new ArrayList<>(), new ArrayList<>());
    for (Face face : faces) {
      if (face.sender() == rank) {
        side.sends.add(outgoing(face.receiver(), cells, face.source()));
      } else if (face.receiver() == rank) {
        side.receives.add(incoming(face.sender(), cells, face.target()));
      }
    }
    return side;
  }

  private Outgoing outgoing(int rank, DoubleArray cells, Box box) {
    Boxed boxed = new Boxed(cells, box);
    return new Outgoing(boxed, row(boxed), staged.buffer(rank, box.count() * Double.BYTES));
  }

  private Incoming incoming(int rank, DoubleArray cells, Box box) {
    Boxed boxed = new Boxed(cells, box);
    return new Incoming(row(boxed), boxed, staged.buffer(rank, box.count() * Double.BYTES));
  }

  private DeviceArray row(Boxed boxed) {
    DeviceArray row = boxes.newRow(boxed);
    rows.add(row);
    return row;
  }

  /** The seconds that a round takes. */
  double round() {
    sides.forEach(side -> JacobiDomain.initialize(side.cells, begin));
    cuda.synchronize();
    staged.barrier();
    long start = cuda.nanoTime();
    for (int i = 0; i < domain.iterations(); i++) {
      exchange(sides.getFirst());
      JacobiDomain.step(kernel, sides.getFirst().cells, sides.getLast().cells);
      cuda.synchronize();
      sides.addLast(sides.removeFirst());
    }
    staged.barrier();
    return (cuda.nanoTime() - start) * 1e-9;
  }

  private void exchange(Side side) {
    List<DeviceArray> packed = new ArrayList<>();
    for (Outgoing send : side.sends) {
      packed.add(boxes.pack(send.cells, send.row));
    }
    for (int i = 0; i < packed.size(); i++) {
      packed.get(i).copyTo(side.sends.get(i).buffer.memory());
    }
    side.receives.forEach(receive -> staged.receive(receive.buffer));
    side.sends.forEach(send -> staged.send(send.buffer));
    staged.await();
    for (Incoming receive : side.receives) {
      receive.row.copyFrom(receive.buffer.memory());
      boxes.unpack(receive.row, receive.cells);
    }
  }

  /** The part of this rank of the domain's checksum. */
  long checksum() {
    return domain.checksum(sides.getFirst().cells, begin);
  }

  @Override
  public void close() {
    sides.forEach(side -> side.cells.close());
    rows.forEach(DeviceArray::close);
    staged.close();
  }
}
