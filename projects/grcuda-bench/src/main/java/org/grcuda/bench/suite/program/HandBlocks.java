package org.grcuda.bench.suite.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.CudaEvent;
import org.grcuda.CudaStream;
import org.grcuda.GrCuda;

/**
 * The devices, streams and order of a program on tiles that is scheduled by hand, so that little is
 * transferred. The matrix is divided into square blocks. A block is as large as all devices
 * together can keep, beside what the updates of the block need. Each block is brought once, updated
 * by everything that comes before it, and computed. Each device keeps the same share of every
 * block, because tiles are assigned in turn to a grid of devices. So a tile that is brought for
 * updates is used for as many tiles as a device keeps along one side.
 */
final class HandBlocks {

  /** Rows and columns of tiles that are brought for one update while others are computed. */
  private static final int AHEAD = 2;

  private final int rows;
  private final int columns;
  private final int tiles;

  /** Tiles that a device has room for. */
  private final double room;

  private final List<Benchmark.Part> ranges = new ArrayList<>();
  private final List<List<CudaStream>> updates = new ArrayList<>();
  private final List<List<CudaStream>> panels = new ArrayList<>();

  /** For each stream of updates, the ends of its latest steps, oldest first. */
  private final Map<CudaStream, Deque<CudaEvent>> ends = new HashMap<>();

  /**
   * @param tiles the number of tiles along each side of the matrix
   * @param tileBytes bytes of a tile
   * @param streams how many kernels of a kind run at once on a device; 1 if each kernel fills the
   *     device
   */
  HandBlocks(GrCuda cuda, int tiles, long tileBytes, int streams) {
    this.tiles = tiles;
    int devices = cuda.devices().size();
    rows = rows(devices);
    columns = devices / rows;
    double share = Double.parseDouble(cuda.options().get("DevicePoolShare"));
    room = share * cuda.devices().getFirst().freeMemory() / tileBytes;
    int side = Math.max(1, (int) Math.sqrt(room) - AHEAD);
    int block = Math.max(1, (int) (side * Math.sqrt(devices)));
    int count = Math.ceilDiv(tiles, block);
    for (int i = 0; i < count; i++) {
      ranges.add(new Benchmark.Part(i, i * tiles / count, (i + 1) * tiles / count));
    }
    for (int device = 0; device < devices; device++) {
      cuda.setDevice(device);
      panels.add(new ArrayList<>());
      updates.add(new ArrayList<>());
      for (int i = 0; i < streams; i++) {
        panels.getLast().add(cuda.createStream());
        CudaStream stream = cuda.createStream();
        updates.getLast().add(stream);
        ends.put(stream, new ArrayDeque<>(List.of(cuda.createEvent(), cuda.createEvent())));
      }
    }
  }

  /** Rows of the grid of devices, which is as square as possible. */
  private static int rows(int devices) {
    int rows = (int) Math.sqrt(devices);
    while (devices % rows != 0) {
      rows--;
    }
    return rows;
  }

  /** The range of rows, or of columns, of each block. */
  List<Benchmark.Part> ranges() {
    return ranges;
  }

  /**
   * Rectangles instead, each as large as all devices together can keep: with fewer sides than the
   * squares if the tiles are few.
   */
  List<Rectangles.Rectangle> rectangles() {
    return Rectangles.of(
        tiles,
        (height, width) -> {
          int high = Math.ceilDiv(height, rows);
          int wide = Math.ceilDiv(width, columns);
          return high * wide + AHEAD * (high + wide) <= room;
        });
  }

  /**
   * Notes that all kernels of a step were launched. The host goes at most two steps ahead of the
   * devices, so that what it has launched finds room.
   */
  void stepped() {
    for (CudaStream stream : updates.stream().flatMap(List::stream).toList()) {
      Deque<CudaEvent> latest = ends.get(stream);
      CudaEvent end = latest.removeFirst();
      end.synchronize();
      end.record(stream);
      latest.add(end);
    }
  }

  /**
   * The stream of the kernel that computes a tile. Panel kernels, for which others wait, have
   * streams of their own.
   */
  CudaStream stream(int i, int j, boolean isPanel) {
    int device = i % rows * columns + j % columns;
    List<CudaStream> all = (isPanel ? panels : updates).get(device);
    return all.get((i / rows + j / columns) % all.size());
  }
}
