package org.grcuda.graph.algorithm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.grcuda.ArrayFactory;
import org.grcuda.DeviceArray;
import org.grcuda.Sender;
import org.grcuda.UIntArray;
import org.grcuda.graph.engine.PartArrays;
import org.grcuda.graph.partition.Part;
import org.grcuda.types.ElementType;

/**
 * The trees of one part: of its own vertices and its ghosts, joined by the part's edges. Its
 * <em>main tree</em> is that of the vertex with most edges, most likely the largest one.
 */
final class Forest implements AutoCloseable {

  /** Tags of messages: which vertices are in the main tree, and pairs of other vertices. */
  static final int IN_MAIN = 0;

  static final int PAIRS = 1;

  /** Vertices whose bytes are a row of such a message. */
  static final int ROW = 2 * Integer.BYTES;

  /** No vertex, as components.cu has it. */
  private static final long NONE = 0xffffffffL;

  private final ForestKernels kernels;
  private final Part part;
  private final PartArrays arrays;
  private final UIntArray parent;
  private final RowArrays rows;
  private final DeviceArray global;
  private final UIntArray second;
  private final UIntArray followed;
  private final UIntArray inMain;
  private final UIntArray pairs;
  private final UIntArray count;

  /** How many vertices it has: own ones and ghosts. */
  private final int numbered;

  /** A vertex of the main tree. */
  private final int main;

  /** Edges that were followed, but those that a kernel has counted. */
  private long edges;

  /** Whether a kernel has counted edges. */
  private boolean skipped;

  /**
   * The trees of a part at its endpoint.
   *
   * @param vertices of the graph
   * @param sends whether there are other parts
   */
  Forest(ForestKernels kernels, ArrayFactory factory, Part part, int vertices, boolean sends) {
    this.kernels = kernels;
    this.part = part;
    numbered = part.own() + part.ghosts();
    main = longestRow(part.offsets());
    arrays = new PartArrays(factory);
    parent = arrays.uints(numbered);
    rows = RowArrays.of(arrays, part);
    global = arrays.copy(ElementType.UINT, part.globals());
    second = arrays.uints(part.own());
    followed = arrays.uints(1);
    inMain = arrays.uints(sends ? Math.ceilDiv(vertices, ROW) : 0, 2);
    pairs = arrays.uints(sends ? numbered : 0, 2);
    count = arrays.uints(1);
  }

  private static int longestRow(MemorySegment offsets) {
    int longest = 0;
    int most = -1;
    int begin = 0;
    for (int row = 0; row < offsets.byteSize() / Integer.BYTES - 1; row++) {
      int end = offsets.getAtIndex(ValueLayout.JAVA_INT, row + 1L);
      if (end - begin > most) {
        most = end - begin;
        longest = row;
      }
      begin = end;
    }
    return longest;
  }

  /** The parent of each vertex. */
  UIntArray parent() {
    return parent;
  }

  /** The part's place among all. */
  int index() {
    return part.index();
  }

  /** Whether it has edges; without, each vertex is a tree. */
  boolean hasEdges() {
    return part.edges() > 0;
  }

  /** A vertex of the main tree, by its number in the graph. */
  int mainVertex() {
    return part.vertex(main);
  }

  /** Makes each vertex a tree. */
  void start() {
    edges = 0;
    skipped = false;
    if (numbered > 0) {
      kernels.start().forall(numbered).launch(parent, numbered);
    }
  }

  /** Makes each vertex a tree, and joins the ends of two edges of each. */
  void sample() {
    if (!hasEdges()) {
      start();
      return;
    }
    int own = part.own();
    edges = 2L * own;
    skipped = false;
    kernels
        .hookFirst()
        .forall(numbered)
        .launch(parent, rows.row(), rows.column(), own, numbered, second);
    kernels.hookSecond().forall(own).launch(parent, rows.row(), rows.column(), own, second);
    compress();
  }

  /**
   * Joins the ends of all edges.
   *
   * @param skips whether edges of vertices in the main tree are left out
   */
  void hook(boolean skips) {
    if (!hasEdges()) {
      return;
    }
    if (skips) {
      followed.fill(0);
      skipped = true;
    } else {
      edges += part.edges();
    }
    kernels
        .hook()
        .grid(rows.count())
        .block(RowOrder.BLOCK)
        .launch(
            parent,
            rows.row(),
            rows.column(),
            rows.vertices(),
            rows.blocks(),
            skips ? main : NONE,
            followed,
            part.own(),
            skips ? 0 : part.edges());
  }

  /** Edges that were followed since the latest start. */
  long edges() {
    return edges + (skipped ? Integer.toUnsignedLong(followed.toArray()[0]) : 0);
  }

  /** Points each vertex to its root. */
  void compress() {
    kernels.compress().forall(numbered).launch(parent, numbered);
  }

  /** Finds out what to {@link #send}. */
  void report() {
    if (!hasEdges()) {
      return;
    }
    inMain.fill(0);
    count.fill(0);
    kernels.report().forall(numbered).launch(parent, global, numbered, main, inMain, pairs, count);
  }

  /** Tells which vertices are in the main tree, and of the others their roots. */
  void send(Sender<UIntArray> sender) {
    if (hasEdges()) {
      sender.send(inMain, IN_MAIN);
      int others = count.toArray()[0];
      if (others > 0) {
        sender.send(pairs.slice(0, others), PAIRS);
      }
    }
    sender.close();
  }

  @Override
  public void close() {
    arrays.close();
  }
}
