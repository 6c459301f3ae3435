package org.grcuda.core.library;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.ElementType;
import org.grcuda.types.Order;

/**
 * The kernels of the reference implementation: CUDA sources among the resources of this package,
 * instantiated for each type at first use, and launched as every other kernel is.
 */
final class ReferenceKernels implements RoutineKernels {

  private static final int BLOCK = 64;
  private static final int MOST_BATCHES = 65535;

  /** Parameters in NIDL; T and I stand for the types of an instance, {@code #x} for a factor. */
  private record Row(String file, String parameters) {}

  /** The threads of a block of the device-wide algorithms. */
  private static final int WARP = 32;

  private static final String DENSE_AND_FACTOR =
      "B: in pointer T, rowStrideB: sint64, columnStrideB: sint64, conjugatedB: sint32";
  private static final String CSR =
      "rowStarts: in pointer I, indices: in pointer I, values: in pointer T, base: sint32";
  private static final String PRODUCT =
      "C: inout pointer T, rowStrideC: sint64, columnStrideC: sint64";

  private static final Map<String, Row> TABLE =
      Map.ofEntries(
          row(
              "axpy",
              "vectors",
              "n: sint64, #alpha, x: in pointer T, incx: sint64, y: inout pointer T, incy: sint64"),
          row("scal", "vectors", "n: sint64, #alpha, x: inout pointer T, incx: sint64"),
          row(
              "dotPartial",
              "vectors",
              "n: sint64, chunk: sint64, conjugated: sint32, x: in pointer T, incx: sint64,"
                  + " y: in pointer T, incy: sint64, partial: out pointer double"),
          row(
              "dotTotal",
              "vectors",
              "chunks: sint32, partial: in pointer double, result: out pointer T"),
          row(
              "nrm2Partial",
              "vectors",
              "n: sint64, chunk: sint64, x: in pointer T, incx: sint64,"
                  + " partial: out pointer double"),
          row(
              "nrm2Total",
              "vectors",
              "chunks: sint32, partial: in pointer double, result: out pointer T"),
          row(
              "gemv",
              "matrices",
              "rows: sint64, columns: sint64, #alpha, A: in pointer T, rowStride: sint64,"
                  + " columnStride: sint64, conjugated: sint32, x: in pointer T, incx: sint64,"
                  + " #beta, y: inout pointer T, incy: sint64"),
          row(
              "gemm",
              "matrices",
              "m: sint64, n: sint64, k: sint64, batches: sint32, #alpha, A: in pointer T,"
                  + " rowStrideA: sint64, columnStrideA: sint64, batchStrideA: sint64,"
                  + " conjugatedA: sint32, B: in pointer T, rowStrideB: sint64,"
                  + " columnStrideB: sint64, batchStrideB: sint64, conjugatedB: sint32, #beta,"
                  + " C: inout pointer T, ldc: sint64, batchStrideC: sint64"),
          row(
              "csrProduct",
              "sparse",
              "rows: sint64, columns: sint64, #alpha, "
                  + CSR
                  + ", "
                  + DENSE_AND_FACTOR
                  + ", #beta, "
                  + PRODUCT),
          row(
              "csrScatter",
              "sparse",
              "rows: sint64, columns: sint64, "
                  + CSR
                  + ", conjugated: sint32, "
                  + DENSE_AND_FACTOR
                  + ", sums: inout pointer double"),
          row(
              "cooScatter",
              "sparse",
              "nonZeros: sint64, columns: sint64, "
                  + CSR
                  + ", conjugated: sint32, "
                  + DENSE_AND_FACTOR
                  + ", sums: inout pointer double"),
          row(
              "combine",
              "sparse",
              "rows: sint64, columns: sint64, #alpha, sums: in pointer double, #beta, " + PRODUCT),
          row(
              "gemvi",
              "sparse",
              "rows: sint64, nonZeros: sint32, #alpha, A: in pointer T, rowStride: sint64,"
                  + " columnStride: sint64, conjugated: sint32, values: in pointer T,"
                  + " indices: in pointer sint32, base: sint32, #beta, y: inout pointer T"),
          row(
              "coo2csr",
              "sparse",
              "rowIndices: in pointer sint32, nonZeros: sint32, rows: sint32,"
                  + " rowStarts: out pointer sint32, base: sint32"),
          row(
              "csr2coo",
              "sparse",
              "rowStarts: in pointer sint32, rows: sint32, rowIndices: out pointer sint32,"
                  + " base: sint32"),
          row("mtgp32States", "random", RandomStates.PARAMETERS));

  private static Map.Entry<String, Row> row(String name, String file, String parameters) {
    String whole = parameters.replaceAll("#(\\w+)", "$1: in pointer T, $1Re: double, $1Im: double");
    return Map.entry(name, new Row(file, whole));
  }

  private final Session session;
  private final Map<String, GpuKernel> kernels = new ConcurrentHashMap<>();

  ReferenceKernels(Session session) {
    this.session = session;
  }

  @Override
  public GpuKernel kernel(String name) {
    return kernel(name, "", "", "");
  }

  @Override
  public GpuKernel kernel(String name, Precision precision, Object... more) {
    var arguments = new StringBuilder(precision.cuda());
    for (Object argument : more) {
      arguments.append(", ").append(argument);
    }
    return kernel(name, "<" + arguments + ">", precision.part(), "");
  }

  @Override
  public GpuKernel sparseKernel(String name, Precision precision, ElementType index) {
    String cuda = index == ElementType.LONG ? "long long" : "int";
    String arguments = "<" + precision.cuda() + ", " + cuda + ">";
    return kernel(name, arguments, precision.part(), index.typeName());
  }

  @Override
  public GpuKernel instance(String name, Object... arguments) {
    String list = Arrays.stream(arguments).map(Object::toString).collect(Collectors.joining(", "));
    return kernels.computeIfAbsent(
        name + "<" + list + ">",
        qualified -> {
          DeviceWideTable.Row row = DeviceWideTable.row(name);
          String source =
              row.files().stream().map(ReferenceKernels::resource).collect(Collectors.joining());
          String signature = qualified + "(" + row.parameters() + ")";
          return session.kernels().build(source, signature, null, CompileOptions.NONE);
        });
  }

  private GpuKernel kernel(String name, String arguments, String part, String index) {
    return kernels.computeIfAbsent(
        name + arguments,
        qualified -> {
          Row row = TABLE.get(name);
          String parameters =
              row.parameters()
                  .replaceAll("pointer T\\b", "pointer " + part)
                  .replaceAll("pointer I\\b", "pointer " + index);
          String source = resource("numbers.cuh") + resource(row.file() + ".cu");
          String signature = qualified + "(" + parameters + ")";
          return session.kernels().build(source, signature, null, CompileOptions.NONE);
        });
  }

  private static String resource(String name) {
    try (InputStream in = ReferenceKernels.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("resource " + name + " cannot be read", e);
    }
  }

  @Override
  public void launch(GpuKernel kernel, long threads, Object... values) {
    launchBatches(kernel, threads, 1, values);
  }

  @Override
  public void launchBatches(GpuKernel kernel, long threads, long batches, Object... values) {
    if (threads == 0 || batches == 0) {
      return;
    }
    int block = (int) Math.min(BLOCK, threads);
    int grid = Math.toIntExact(Math.ceilDiv(threads, block));
    int layers = (int) Math.min(batches, MOST_BATCHES);
    launch(kernel, new LaunchShape(grid, 1, layers, block, 1, 1, 0), values);
  }

  @Override
  public void launchWarps(GpuKernel kernel, long warps, Object... values) {
    if (warps > 0) {
      launch(kernel, new LaunchShape(Math.toIntExact(warps), 1, 1, WARP, 1, 1, 0), values);
    }
  }

  private static void launch(GpuKernel kernel, LaunchShape shape, Object... values) {
    LaunchArguments arguments = kernel.arguments(kernel.signature().parameterCount());
    int index = 0;
    for (Object value : values) {
      switch (value) {
        case Factor factor -> {
          factor.pass(arguments, index);
          index += Factor.PARAMETERS - 1;
        }
        case null -> arguments.nullPointer(index);
        case Operand operand -> operand.pass(arguments, index);
        case NdArray array -> arguments.array(index, array);
        case Number number -> arguments.integer(index, number.longValue());
        case Boolean truth -> arguments.bool(index, truth);
        default -> throw new IllegalArgumentException("no argument: " + value);
      }
      index++;
    }
    kernel.launch(shape, Placement.ANYWHERE, arguments);
    Reference.reachabilityFence(values);
  }

  @Override
  public NdArray temporary(long doubles) {
    return session.allocate(ElementType.DOUBLE, new long[] {doubles}, Order.C);
  }

  @Override
  public void clear(NdArray array) {
    session.fill(array, 0);
  }

  @Override
  public void free(NdArray array) {
    session.free(array);
  }
}
