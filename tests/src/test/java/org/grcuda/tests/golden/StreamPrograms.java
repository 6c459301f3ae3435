package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.CudaDevice;
import org.grcuda.CudaEvent;
import org.grcuda.CudaStream;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;

/** The golden program {@code streams} in Java. */
final class StreamPrograms {

  private StreamPrograms() {}

  private static String line(Object... values) {
    return Arrays.stream(values).map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static String elements(Value array) {
    return IntStream.range(0, (int) array.getArraySize())
        .mapToObj(i -> array.getArrayElement(i).toString())
        .collect(Collectors.joining(" "));
  }

  private static String elements(IntArray array) {
    int[] values = new int[(int) array.length()];
    array.copyTo(values);
    return Arrays.stream(values).mapToObj(String::valueOf).collect(Collectors.joining(" "));
  }

  static void polyglot(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    Value add = cu.invokeMember("buildkernel", source, "add", "pointer, sint32, sint32");
    Value square =
        cu.invokeMember("buildkernel", source, "square", "const pointer, pointer, sint32");
    Value x = cu.invokeMember("DeviceArray", "int", 6);
    Value y = cu.invokeMember("DeviceArray", "int", 6);
    Value s = cu.invokeMember("cudaStreamCreate");
    Value t = cu.invokeMember("cudaStreamCreate");
    x.invokeMember("fill", 1);
    add.execute(1, 32, s).execute(x, 2, 6);
    square.execute(1, 32, 0, t).execute(x, y, 6);
    add.execute(1, 32, s).execute(x, 1, 6);
    out.println(elements(y));
    out.println(elements(x));
    events(cu, add, square, x, y, s, t, out);
    memory(cu, add, x, y, s, t, out);
    hintsAndDevices(cu, x, s, out);
    add.execute(1, 32, s).execute(x, 1, 6);
    cu.invokeMember("cudaStreamDestroy", s);
    out.println(elements(x));
    cu.invokeMember("cudaDeviceReset");
    out.println(line(x.getMember("isMemoryFreed"), t.getMember("isDestroyed")));
    Value z = cu.invokeMember("DeviceArray", "int", 2);
    z.invokeMember("fill", 4);
    add.execute(1, 32).execute(z, 1, 2);
    out.println(elements(z));
  }

  private static void events(
      Value cu, Value add, Value square, Value x, Value y, Value s, Value t, PrintStream out) {
    Value start = cu.invokeMember("cudaEventCreate");
    Value end = cu.invokeMember("cudaEventCreate");
    cu.invokeMember("cudaEventRecord", start, s);
    add.execute(1, 32, s).execute(x, 5, 6);
    cu.invokeMember("cudaEventRecord", end, s);
    cu.invokeMember("cudaStreamWaitEvent", t, end);
    square.execute(1, 32, t).execute(x, y, 6);
    cu.invokeMember("cudaStreamSynchronize", t);
    double millis = cu.invokeMember("cudaEventElapsedTime", start, end).asDouble();
    out.println(line(cu.invokeMember("cudaEventQuery", end), millis >= 0));
    out.println(elements(y));
    cu.invokeMember("cudaEventDestroy", start);
  }

  private static void memory(
      Value cu, Value add, Value x, Value y, Value s, Value t, PrintStream out) {
    Value p = cu.invokeMember("cudaMalloc", 24);
    cu.invokeMember("cudaMemcpy", p, x, 24);
    add.execute(1, 32).execute(p, 100, 6);
    add.execute(1, 32, s).execute(p.getMember("pointer").asLong() + 8, 1000, 2);
    add.execute(1, 32, t).execute(x.getMember("pointer").asLong() + 16, 7, 2);
    cu.invokeMember("cudaMemcpyAsync", y, p, 24, t);
    out.println(elements(y));
    out.println(elements(x));
    cu.invokeMember("cudaMemset", p.invokeMember("at", 8), 0, 8);
    cu.invokeMember("cudaMemcpy", y, p, 24, 3);
    out.println(elements(y));
    cu.invokeMember("cudaFree", p);
    out.println(p.getMember("isMemoryFreed"));
  }

  private static void hintsAndDevices(Value cu, Value x, Value s, PrintStream out) {
    cu.invokeMember("cudaMemPrefetchAsync", x, 24, 0, s);
    cu.invokeMember("cudaMemAdvise", x, 24, 1, 0);
    cu.invokeMember("cudaStreamAttachMemAsync", s, x);
    cu.invokeMember("cudaMemPrefetchAsync", x, 24, -1);
    out.println(elements(x));
    int last = cu.invokeMember("cudaGetDeviceCount").asInt() - 1;
    Value device = cu.invokeMember("getdevice", last);
    device.invokeMember("setCurrent");
    out.println(
        line(
            device.invokeMember("isCurrent"),
            cu.invokeMember("cudaGetDevice").asInt() == last,
            cu.invokeMember("cudaStreamCreate").getMember("device").asInt() == last));
    cu.invokeMember("cudaSetDevice", 0);
    out.println(
        line(
            cu.invokeMember("cudaDeviceGetAttribute", "warpSize", last),
            cu.invokeMember("cudaDeviceGetAttribute", 10, 0),
            cu.invokeMember("cudaGetErrorString", 700)));
    boolean free = cu.invokeMember("cudaMemGetInfo").getMember("free").asLong() > 0;
    out.println(line(cu.invokeMember("cudaDeviceCanAccessPeer", 0, 0), free));
    cu.invokeMember("cudaProfilerStart");
    cu.invokeMember("cudaProfilerStop");
  }

  /** Memory by address is for languages without types: the same steps over arrays. */
  static void typed(GrCuda cuda, String source, PrintStream out) {
    Kernel add = cuda.buildKernel(source, "add", "pointer, sint32, sint32");
    Kernel square = cuda.buildKernel(source, "square", "const pointer, pointer, sint32");
    IntArray x = cuda.intArray(6);
    IntArray y = cuda.intArray(6);
    CudaStream s = cuda.createStream();
    CudaStream t = cuda.createStream();
    Kernel.Configuration onS = add.grid(1).block(32).stream(s);
    x.fill(1);
    onS.launch(x, 2, 6);
    square.grid(1).block(32).stream(t).launch(x, y, 6);
    onS.launch(x, 1, 6);
    out.println(elements(y));
    out.println(elements(x));
    try (CudaEvent start = cuda.createEvent();
        CudaEvent end = cuda.createEvent()) {
      start.record(s);
      onS.launch(x, 5, 6);
      end.record(s);
      t.waitFor(end);
      square.grid(1).block(32).stream(t).launch(x, y, 6);
      t.synchronize();
      out.println(line(end.isComplete(), end.millisSince(start) >= 0));
    }
    out.println(elements(y));
    IntArray p = cuda.intArray(6);
    p.copyFrom(x);
    add.grid(1).block(32).launch(p, 100, 6);
    onS.launch(p.slice(2, 4), 1000, 2);
    add.grid(1).block(32).stream(t).launch(x.slice(4, 6), 7, 2);
    out.println(elements(p));
    out.println(elements(x));
    p.slice(2, 4).fill(0);
    out.println(elements(p));
    p.close();
    out.println(p.isFreed());
    out.println(elements(x));
    devices(cuda, out);
    onS.launch(x, 1, 6);
    s.close();
    out.println(elements(x));
    cuda.reset();
    out.println(line(x.isFreed(), t.isClosed()));
    IntArray z = cuda.intArray(2);
    z.fill(4);
    add.grid(1).block(32).launch(z, 1, 2);
    out.println(elements(z));
  }

  private static void devices(GrCuda cuda, PrintStream out) {
    CudaDevice last = cuda.devices().getLast();
    last.setCurrent();
    out.println(line(last.isCurrent(), true, cuda.createStream().device() == last.ordinal()));
    cuda.setDevice(0);
    String warpSizes =
        Stream.of(last, cuda.devices().getFirst())
            .map(device -> device.attributes().get("warpSize").toString())
            .collect(Collectors.joining(" "));
    out.println(line(warpSizes, "an illegal memory access was encountered"));
    out.println(line(last.canAccess(last) ? 1 : 0, last.freeMemory() > 0));
  }
}
