package org.grcuda.graph.algorithm;

import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.UIntArray;
import org.grcuda.graph.Graph;
import org.grcuda.graph.partition.Partition;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.worklist.Combine;
import org.grcuda.worklist.CudaSource;
import org.grcuda.worklist.Operator;
import org.grcuda.worklist.Settings;
import org.grcuda.worklist.StateArray;
import org.grcuda.worklist.Statistics;
import org.grcuda.worklist.Worklist;

/**
 * Breadth-first search: the number of edges on the shortest path to each vertex. The result is the
 * same for any number of parts and in any order of work, since it is the only one that no edge
 * improves.
 *
 * <p>A symmetric graph with at least 8 edges for each vertex has few levels with many vertices.
 * Unless a schedule is given, all parts search it level by level; and once a level has many
 * vertices, those that are not reached look for a neighbor that is, rather than the other way
 * around.
 */
public final class Bfs implements AutoCloseable {

  /** The level of vertices that are not reached: the greatest number of 32 bits without sign. */
  public static final int UNREACHED = -1;

  /**
   * Levels of near vertices. With fewer, parts that wait for each other do so more often; without
   * an order, a part goes far ahead on paths that turn out not to be the shortest.
   */
  public static final double USUAL_DELTA = 64;

  private static final Operator OPERATOR =
      new Operator(
          "Bfs",
          CudaSource.read(Bfs.class, "bfs.cu"),
          List.of(new StateArray("level", ElementType.UINT, 0xFFFFFFFFL)),
          "level",
          Combine.MIN);

  /** Once a level has more than one vertex of so many, vertices look for their neighbors. */
  private static final int MANY = 128;

  private final Worklist list;

  /** Takes over when a level has many vertices; null if none has. */
  private final BottomUp bottomUp;

  private final long most;

  /** Searches of a graph, as usual. */
  public Bfs(GrCuda cuda, Partition partition) {
    this(cuda, partition, Settings.DEFAULT.delta(USUAL_DELTA));
  }

  /** Searches of a graph. The unit of delta is a level. */
  public Bfs(GrCuda cuda, Partition partition, Settings settings) {
    Graph graph = partition.graph();
    boolean isDense =
        settings.schedule() == Settings.Schedule.AUTOMATIC
            && Density.isDense(graph)
            && graph.isSymmetric();
    Settings used =
        isDense
            ? Settings.DEFAULT
                .schedule(Settings.Schedule.BULK_SYNCHRONOUS)
                .packet(settings.packet())
            : settings;
    list = new Worklist(cuda, partition, OPERATOR, used);
    bottomUp =
        isDense
            ? new BottomUp(
                cuda, partition, part -> (UIntArray) list.state(part, "level"), settings.packet())
            : null;
    most = graph.vertices() / MANY;
  }

  /**
   * Searches from {@code root}.
   *
   * @return the level of each vertex; {@link #UNREACHED} if no path leads there
   * @throws GrCudaException if there is no such vertex
   */
  public int[] run(int root) {
    list.reset();
    list.push(root, 0);
    if (bottomUp == null) {
      list.run();
    } else {
      bottomUp.reset();
      list.runWhileFew(most).ifPresent(bottomUp::run);
    }
    return list.gatherInts("level");
  }

  /** What the latest run has done. */
  public Statistics statistics() {
    return bottomUp == null ? list.statistics() : list.statistics().plus(bottomUp.statistics());
  }

  /** Frees its arrays. */
  @Override
  public void close() {
    list.close();
    if (bottomUp != null) {
      bottomUp.close();
    }
  }
}
