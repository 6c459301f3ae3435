package org.grcuda.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/** Makes graphs of the kernel {@code add} of {@link Workload}, and launches them. */
final class Graphs {

  private final CudaDevice device;
  private final CudaStream stream;
  private final CudaFunction add;
  private final long session;
  private final long context;

  Graphs(CudaDevice device, Stream stream, Function add) {
    this.device = device;
    this.stream = (CudaStream) stream;
    this.add = (CudaFunction) add;
    this.session = device.sessionHandle();
    this.context = device.context();
  }

  /** What was enqueued becomes a graph, launched twice: the elements of x are higher by 10. */
  void capture(long x, int count) {
    check(DriverApi.beginCapture(session, context, stream.handle()), "cuStreamBeginCapture");
    Submission submission = new Submission();
    LaunchShape shape = new LaunchShape(1, 1, 1, count, 1, 1, 0);
    submission.launch(stream, add, shape, new long[] {x, count | 5L << 32}, 16);
    long graph;
    try {
      device.submit(submission);
    } finally {
      graph =
          handle(
              "cuStreamEndCapture",
              out -> DriverApi.endCapture(session, context, stream.handle(), out));
    }
    try {
      launch(graph, 0, x, count);
      launch(graph, 0, x, count);
    } finally {
      check(DriverApi.destroyGraph(session, context, graph), "cuGraphDestroy");
    }
  }

  /**
   * Two nodes, one after the other, of which the last then adds 3: the elements are higher by 4.
   */
  void make(long x, int count) {
    long graph = handle("cuGraphCreate", out -> DriverApi.createGraph(session, context, out));
    try (Arena arena = Arena.ofConfined()) {
      long words = launchWords(arena, x, count, 1);
      long first =
          handle(
              "cuGraphAddKernelNode",
              out -> DriverApi.addKernelNode(session, context, graph, 0, 0, words, out));
      MemorySegment parents = arena.allocate(ValueLayout.JAVA_LONG);
      parents.set(ValueLayout.JAVA_LONG, 0, first);
      long second =
          handle(
              "cuGraphAddKernelNode",
              out ->
                  DriverApi.addKernelNode(
                      session, context, graph, parents.address(), 1, words, out));
      launch(graph, second, x, count);
    } finally {
      check(DriverApi.destroyGraph(session, context, graph), "cuGraphDestroy");
    }
  }

  /** Launches it; before that, if a node is given, has that add 3. */
  private void launch(long graph, long node, long x, int count) {
    long executable =
        handle(
            "cuGraphInstantiate", out -> DriverApi.instantiateGraph(session, context, graph, out));
    try (Arena arena = Arena.ofConfined()) {
      if (node != 0) {
        check(
            DriverApi.setKernelNode(
                session, context, executable, node, launchWords(arena, x, count, 3)),
            "cuGraphExecKernelNodeSetParams");
      }
      check(DriverApi.launchGraph(session, context, executable, stream.handle()), "cuGraphLaunch");
      stream.synchronize();
    } finally {
      check(DriverApi.destroyExecutable(session, context, executable), "cuGraphExecDestroy");
    }
  }

  /** A launch as submit.c has it, from its function on. */
  private long launchWords(Arena arena, long x, int count, int by) {
    long[] words = {
      add.handle(),
      1 | 1L << 32,
      1 | (long) count << 32,
      1 | 1L << 32,
      16L << 32,
      x,
      count | (long) by << 32
    };
    return arena.allocateFrom(ValueLayout.JAVA_LONG, words).address();
  }

  private long handle(String call, CudaSession.Call made) {
    return device.driver().session().longOf(call, device.ordinal(), made);
  }

  private void check(int status, String call) {
    device.driver().session().check(status, call, device.ordinal());
  }
}
