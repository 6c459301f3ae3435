package org.grcuda.core.route;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.computation.Placement;

/**
 * Combines arrays of the endpoints of a router, one of each, in the first endpoint: in pairs of
 * endpoints at distance 1, then 2, then 4, so that the order is always the same. Packets of a pair
 * are copied and combined while those before them are combined at the next level. All of it is
 * submitted at once: the DAG orders it, and the buffers, two packets for each pair and two for each
 * endpoint that others are combined into, are used again in its order.
 */
final class TreeReduction {

  private static final int BUFFERS = 2;

  private final ArrayRouter router;

  /** Packets that came from each endpoint, where they are combined; none for the first endpoint. */
  private final List<NdArray[]> received = new ArrayList<>();

  /** Combined packets of each endpoint; none of the first, which has the result, and of leaves. */
  private final List<NdArray[]> combined = new ArrayList<>();

  TreeReduction(ArrayRouter router) {
    this.router = router;
    int count = router.targets().size();
    for (int i = 0; i < count; i++) {
      received.add(i == 0 ? new NdArray[0] : buffers(i & i - 1));
      combined.add(i == 0 || !isJoined(i) ? new NdArray[0] : buffers(i));
    }
  }

  /** Whether others are combined into endpoint {@code index}. */
  private boolean isJoined(int index) {
    return (index & 1) == 0 && index + 1 < router.targets().size();
  }

  private NdArray[] buffers(int endpoint) {
    NdArray[] buffers = new NdArray[BUFFERS];
    for (int i = 0; i < BUFFERS; i++) {
      buffers[i] = router.buffer(place(endpoint));
    }
    return buffers;
  }

  private int place(int endpoint) {
    return router.targets().get(endpoint).place();
  }

  /**
   * Stores the combination of {@code arrays}, one of each endpoint, in {@code result}.
   *
   * @param kernel {@code (x, y, n)} combines {@code n} elements of {@code y} into {@code x}
   */
  void run(List<NdArray> arrays, GpuKernel kernel, NdArray result) {
    long rows = result.extent(0);
    long step = router.packet();
    for (long first = 0; first < rows; first += step) {
      int buffer = (int) (first / step % BUFFERS);
      combine(arrays, kernel, result, first, Math.min(rows, first + step), buffer);
    }
  }

  private void combine(
      List<NdArray> arrays, GpuKernel kernel, NdArray result, long from, long to, int buffer) {
    int count = arrays.size();
    List<NdArray> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      NdArray given = arrays.get(i).slice(from, to);
      NdArray into =
          i == 0
              ? result.slice(from, to)
              : isJoined(i) ? combined.get(i)[buffer].slice(0, to - from) : given;
      if (into != given) {
        router.copy(into, given, place(i));
      }
      parts.add(into);
    }
    for (int distance = 1; distance < count; distance *= 2) {
      for (int target = 0; target + distance < count; target += 2 * distance) {
        int source = target + distance;
        NdArray packet = received.get(source)[buffer].slice(0, to - from);
        router.copy(packet, parts.get(source), place(target));
        launch(kernel, parts.get(target), packet, place(target));
      }
    }
  }

  private static void launch(GpuKernel kernel, NdArray into, NdArray packet, int device) {
    LaunchArguments arguments = kernel.arguments(kernel.signature().parameterCount());
    arguments.array(0, into);
    arguments.array(1, packet);
    arguments.integer(2, packet.size());
    kernel.launch(kernel.shapeFor(packet.size(), 0), Placement.onDevice(device), arguments);
  }
}
