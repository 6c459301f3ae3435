package org.grcuda.tests.compat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.IntArray;
import org.grcuda.tests.Hosts;
import org.grcuda.tests.NativeCompiler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One test for each known defect of GrCUDA that must not come back: each failed there. Others stand
 * with what they are about: the current device of a thread in CudaFunctionsTest, MemAdvisePolicy in
 * OptionMisuseTest, gemvi in SparseTest, the vertices of the DAG in RetentionTest.
 */
final class DefectsTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void add(const float *x, float *y, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) {
          y[i] += x[i];
        }
      }
      """;
  private static final String ADD = "add(x: in pointer float, y: inout pointer float, n: sint32)";

  private Context context;
  private Value cu;
  private Value add;

  @BeforeEach
  void open() {
    context = Hosts.open(Map.of("CpuDevices", "2", "CpuDeviceMemory", "64M"));
    cu = context.eval("grcuda", "CU");
    add = cu.invokeMember("buildkernel", SOURCE, ADD);
  }

  @AfterEach
  void close() {
    context.close();
  }

  private Value floats(double... values) {
    Value array = cu.invokeMember("DeviceArray", "float", values.length);
    array.invokeMember("copyFrom", (Object) values);
    return array;
  }

  private static double[] values(Value array) {
    return array.as(double[].class);
  }

  /** bindkernel lost the directions and the element types of its signature. */
  @Test
  void boundKernelsKeepTheirSignatures(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("add.ptx");
    Files.writeString(file, add.getMember("ptx").asString());
    Value bound = cu.invokeMember("bindkernel", file.toString(), ADD);
    assertEquals(add.getMember("signature").asString(), bound.getMember("signature").asString());
    Value ints = cu.invokeMember("DeviceArray", "int", 4);
    assertThrows(
        org.graalvm.polyglot.PolyglotException.class,
        () -> bound.execute(1, 32).execute(ints, floats(1, 2, 3, 4), 4));
  }

  /** Kernels of bindkernel and bindall that only read an array waited for each other. */
  @Test
  void boundKernelsThatReadRunSideBySide(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("add.ptx");
    Path nidl = folder.resolve("add.nidl");
    Files.writeString(file, add.getMember("ptx").asString());
    Files.writeString(nidl, "ckernels { " + ADD + " }");
    Path dag = folder.resolve("dag.dot");
    try (Context recorded = Hosts.open(Map.of("ExportDAG", dag.toString()))) {
      Value root = recorded.eval("grcuda", "CU");
      Value one = root.invokeMember("bindkernel", file.toString(), ADD);
      root.invokeMember("bindall", "bound", file.toString(), nidl.toString());
      Value all = recorded.eval("grcuda", "bound::add");
      Value x = root.invokeMember("DeviceArray", "float", 4);
      Value y = root.invokeMember("DeviceArray", "float", 4);
      Value z = root.invokeMember("DeviceArray", "float", 4);
      one.execute(1, 32).execute(x, y, 4);
      all.execute(1, 32).execute(x, z, 4);
      root.invokeMember("cudaDeviceSynchronize");
    }
    String graph = Files.readString(dag);
    assertEquals(2, graph.split("label=\"add", -1).length - 1, graph);
    assertFalse(graph.contains("->"), graph);
  }

  /** Row views and addresses were rejected as arguments of kernels. */
  @Test
  void rowsAndAddressesAreArguments() {
    Value matrix = context.eval("grcuda", "float[2][4]");
    matrix.getArrayElement(0).invokeMember("fill", 1);
    matrix.getArrayElement(1).invokeMember("fill", 10);
    add.execute(1, 32).execute(matrix.getArrayElement(0), matrix.getArrayElement(1), 4);
    assertArrayEquals(new double[] {11, 11, 11, 11}, values(matrix.getArrayElement(1)));
    Value memory = cu.invokeMember("cudaMalloc", 16);
    cu.invokeMember("cudaMemcpy", memory, matrix.getArrayElement(1), 16, 3);
    add.execute(1, 32).execute(memory, matrix.getArrayElement(0).getMember("pointer"), 4);
    assertArrayEquals(new double[] {12, 12, 12, 12}, values(matrix.getArrayElement(0)));
  }

  /** Both failed whatever they were given: the numbers of their arguments were wrong. */
  @Test
  void asynchronousCopiesAndElapsedTimesWork() {
    Value x = floats(1, 2);
    Value y = floats(0, 0);
    Value stream = cu.invokeMember("cudaStreamCreate");
    Value start = cu.invokeMember("cudaEventCreate");
    Value end = cu.invokeMember("cudaEventCreate");
    cu.invokeMember("cudaEventRecord", start, stream);
    cu.invokeMember("cudaMemcpyAsync", y, x, 8, 3, stream);
    cu.invokeMember("cudaEventRecord", end, stream);
    cu.invokeMember("cudaEventSynchronize", end);
    assertArrayEquals(new double[] {1, 2}, values(y));
    assertTrue(cu.invokeMember("cudaEventElapsedTime", start, end).asDouble() >= 0);
  }

  /** Elements of short arrays were read four bytes apart. */
  @Test
  void shortsAreTwoBytesApart() {
    Value shorts = context.eval("grcuda", "short[4]");
    shorts.invokeMember("copyFrom", (Object) new short[] {1, 2, 3, 4});
    assertArrayEquals(new short[] {1, 2, 3, 4}, shorts.as(short[].class));
    assertEquals(3, shorts.readBufferShort(java.nio.ByteOrder.nativeOrder(), 4));
  }

  /** The memory of the first device was told for every device. */
  @Test
  void everyDeviceTellsItsOwnMemory() {
    cu.invokeMember("cudaSetDevice", 1);
    cu.invokeMember("cudaMalloc", 1 << 20);
    Value devices = cu.invokeMember("getdevices");
    long[] free = new long[2];
    for (int i = 0; i < 2; i++) {
      Value properties = devices.getArrayElement(i).getMember("properties");
      assertEquals(64L << 20, properties.getMember("totalDeviceMemory").asLong());
      free[i] = properties.getMember("freeDeviceMemory").asLong();
    }
    assertNotEquals(free[0], free[1]);
  }

  /** Work on an explicit stream was no part of the dependencies. */
  @Test
  void explicitStreamsAreOrdered() {
    Value x = floats(1, 1, 1, 1);
    Value y = floats(0, 0, 0, 0);
    Value stream = cu.invokeMember("cudaStreamCreate");
    for (int i = 0; i < 50; i++) {
      add.execute(1, 32, 0, stream).execute(x, y, 4);
      add.execute(1, 32).execute(x, y, 4);
    }
    assertArrayEquals(new double[] {100, 100, 100, 100}, values(y));
  }

  /** Host functions ran beside the kernels whose arrays they took; free did not wait either. */
  @Test
  void hostFunctionsAndFreeWaitForKernels(@TempDir Path folder) throws Exception {
    String source = "double last(const float *x, int n) { return x[n - 1]; }";
    Path library = NativeCompiler.c(folder, "last", source);
    Value last =
        cu.invokeMember("bind", library.toString(), "last(x: in pointer float, n: sint32): double");
    Value one = floats(1, 1, 1, 1);
    Value sum = floats(0, 0, 0, 0);
    for (int i = 0; i < 20; i++) {
      Value y = floats(0, 0, 0, 0);
      add.execute(1, 32).execute(one, y, 4);
      add.execute(1, 32).execute(one, y, 4);
      assertEquals(2, last.execute(y, 4).asDouble());
      add.execute(1, 32).execute(y, sum, 4);
      y.invokeMember("free");
    }
    assertArrayEquals(new double[] {40, 40, 40, 40}, values(sum));
  }

  /** Arrays, and every row that was looked at, were held until the context was closed. */
  @Test
  void droppedArraysAndTheirRowsAreFreed() {
    for (int i = 0; i < 300; i++) {
      Value matrix = context.eval("grcuda", "float[2][131072]");
      Value row = matrix.getArrayElement(1);
      row.invokeMember("fill", i);
      add.execute(1, 32).execute(row, matrix.getArrayElement(0), 4);
      assertEquals(i, row.getArrayElement(131071).asInt());
    }
  }

  /** Every call of a library waited for the device. */
  @Test
  void callsOfLibrariesReturnBeforeTheyAreDone() {
    try (GrCuda cuda = GrCuda.open()) {
      FloatArray x = cuda.array(new float[] {1, 2}, 2);
      FloatArray y = cuda.array(new float[] {10, 10}, 2);
      IntArray rows = cuda.array(new int[] {0, 1, 2}, 3);
      IntArray columns = cuda.array(new int[] {0, 1}, 2);
      FloatArray values = cuda.array(new float[] {3, 4}, 2);
      try (HostView view = x.map(HostView.READ | HostView.WRITE)) {
        cuda.library("BLAS").call("cublasSscal", 2, 2, x, 1);
        cuda.library("SPARSE")
            .call("cusparseSpMV", 0, 1, 2, 2, 2, rows, columns, values, 2, 0, 0, x, 0, 1, y, 0, 1);
        view.segment().setAtIndex(ValueLayout.JAVA_FLOAT, 0, 5);
      }
      assertArrayEquals(new float[] {40, 26}, y.toArray());
    }
  }

  /** A context could be entered by threads, with no lock at all. */
  @Test
  void threadsShareAContext() throws Exception {
    Value x = floats(1, 1, 1, 1);
    Value y = floats(0, 0, 0, 0);
    List<Thread> threads =
        java.util.stream.IntStream.range(0, 4)
            .mapToObj(
                t ->
                    Thread.ofPlatform()
                        .start(
                            () -> {
                              for (int i = 0; i < 25; i++) {
                                add.execute(1, 32).execute(x, y, 4);
                              }
                            }))
            .toList();
    for (Thread thread : threads) {
      thread.join();
    }
    assertArrayEquals(new double[] {100, 100, 100, 100}, values(y));
  }

  /** Unknown values of options were logged, and the default taken. */
  @Test
  void unknownValuesOfOptionsAreErrors() {
    var error =
        assertThrows(
            IllegalArgumentException.class, () -> Hosts.open(Map.of("ExecutionPolicy", "assync")));
    assertTrue(error.getMessage().contains("did you mean 'async'?"), error.getMessage());
  }

  /** Outputs of partitioned kernels ran one after the other: arrays were tracked as a whole. */
  @Test
  void partsOfAnArrayAreIndependent(@TempDir Path folder) throws Exception {
    Path dag = folder.resolve("dag.dot");
    try (Context recorded = Hosts.open(Map.of("ExportDAG", dag.toString()))) {
      Value root = recorded.eval("grcuda", "CU");
      Value kernel = root.invokeMember("buildkernel", SOURCE, ADD);
      Value x = root.invokeMember("DeviceArray", "float", 4);
      Value y = root.invokeMember("DeviceArray", "float", 8);
      kernel.execute(1, 32).execute(x, y.invokeMember("slice", 0, 4), 4);
      kernel.execute(1, 32).execute(x, y.invokeMember("slice", 4, 8), 4);
      root.invokeMember("cudaDeviceSynchronize");
    }
    String graph = Files.readString(dag);
    assertEquals(2, graph.split("label=\"add", -1).length - 1, graph);
    assertFalse(graph.contains("->"), graph);
  }
}
