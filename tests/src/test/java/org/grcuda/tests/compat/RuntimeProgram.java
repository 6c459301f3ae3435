package org.grcuda.tests.compat;

import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;

/** The functions of the CUDA runtime: streams, events, memory by address, devices. */
final class RuntimeProgram {

  private static final String TWICE =
      """
      extern "C" __global__ void twice(float *x, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) {
          x[i] *= 2;
        }
      }
      """;

  private RuntimeProgram() {}

  private static String join(Value array) {
    return IntStream.range(0, 4)
        .mapToObj(i -> "" + (long) array.getArrayElement(i).asDouble())
        .collect(Collectors.joining(","));
  }

  static void runtime(Context context, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    Value kernel = cu.invokeMember("buildkernel", TWICE, "twice", "pointer, sint32");
    Value x = context.eval("grcuda", "float[4]");
    x.invokeMember("copyFrom", List.of(1, 2, 3, 4));
    streams(context, cu, kernel, x, out);

    Value memory = context.eval("grcuda", "cudaMalloc(16)");
    Value y = cu.invokeMember("DeviceArray", "float", 4);
    cu.invokeMember("cudaMemcpy", memory, x, 16, 3);
    kernel.execute(1, 32).execute(memory, 4);
    cu.invokeMember("cudaMemcpy", y, memory, 16, 3);
    out.println(join(y));
    y.invokeMember("copyTo", memory, 2);
    x.invokeMember("copyFrom", memory, 2);
    out.println(join(x));
    context.eval("grcuda", "cudaFree").execute(memory);
    cu.invokeMember("cudaFree", cu.invokeMember("cudaMallocManaged", 100));

    context.eval("grcuda", "cudaProfilerStart").execute();
    context.eval("grcuda", "cudaProfilerStop").execute();
    Value device = context.eval("grcuda", "getdevice(0)");
    device.invokeMember("setCurrent");
    Value current = device.invokeMember("isCurrent");
    Value text = cu.invokeMember("cudaGetErrorString", 0);
    out.println(current + " " + cu.invokeMember("cudaGetDevice") + " " + text);
    cu.invokeMember("cudaSetDevice", 0);
    cu.invokeMember("cudaDeviceSynchronize");
  }

  private static void streams(Context context, Value cu, Value kernel, Value x, PrintStream out) {
    Value stream = context.eval("grcuda", "cudaStreamCreate").execute();
    Value start = context.eval("grcuda", "cudaEventCreate").execute();
    Value end = context.eval("grcuda", "cudaEventCreate").execute();
    cu.invokeMember("cudaStreamAttachMemAsync", stream, x);
    cu.invokeMember("cudaEventRecord", start, stream);
    kernel.execute(1, 32, stream).execute(x, 4);
    kernel.execute(1, 32, 0, stream).execute(x, 4);
    cu.invokeMember("cudaEventRecord", end, stream);
    Value other = cu.invokeMember("cudaStreamCreate");
    cu.invokeMember("cudaStreamWaitEvent", other, end);
    kernel.execute(1, 32, other).execute(x, 4);
    cu.invokeMember("cudaStreamSynchronize", stream);
    cu.invokeMember("cudaStreamSynchronize", other);
    double elapsed = cu.invokeMember("cudaEventElapsedTime", start, end).asDouble();
    out.println(join(x) + " " + (elapsed >= 0));
    cu.invokeMember("cudaEventDestroy", start);
    cu.invokeMember("cudaEventDestroy", end);
    cu.invokeMember("cudaStreamDestroy", stream);
    cu.invokeMember("cudaStreamDestroy", other);
  }
}
