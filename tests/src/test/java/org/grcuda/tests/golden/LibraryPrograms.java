package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.CudaLibrary;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.LongArray;

/** The golden program of the vendor libraries, over both APIs. */
final class LibraryPrograms {

  private LibraryPrograms() {}

  private static String number(double value) {
    return value == Math.rint(value) ? "" + (long) value : "" + value;
  }

  private static String text(double... values) {
    return Arrays.stream(values).mapToObj(LibraryPrograms::number).collect(Collectors.joining(" "));
  }

  private static String text(float... values) {
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return text(wide);
  }

  private static FloatArray floats(GrCuda cuda, float... values) {
    FloatArray array = cuda.floatArray(values.length);
    array.copyFrom(values);
    return array;
  }

  private static DoubleArray doubles(GrCuda cuda, double... values) {
    DoubleArray array = cuda.doubleArray(values.length);
    array.copyFrom(values);
    return array;
  }

  private static IntArray ints(GrCuda cuda, int... values) {
    IntArray array = cuda.intArray(values.length);
    array.copyFrom(values);
    return array;
  }

  static void typed(GrCuda cuda, String source, PrintStream out) {
    CudaLibrary blas = cuda.library("BLAS");
    FloatArray x = floats(cuda, 1, 2, 3, 4);
    FloatArray y = floats(cuda, 10, 20, 30, 40);
    FloatArray alpha = floats(cuda, 2);
    FloatArray beta = floats(cuda, 0);
    Object status = blas.call("cublasSaxpy", 4, alpha, x, 1, y, 1);
    out.println(status + " " + text(y.toArray()));
    blas.call("cublasSaxpy_v2", 4, alpha, x, 1, y, -1);
    out.println(text(y.toArray()));
    FloatArray m = floats(cuda, 0, 10, 1, 11, 2, 12);
    FloatArray z = cuda.floatArray(2);
    blas.call("cublasSgemv", 0, 2, 3, alpha, m, 2, x, 1, beta, z, 1);
    out.println(text(z.toArray()));
    FloatArray square = cuda.floatArray(9);
    blas.call("cublasSgemm", 1, 0, 3, 3, 2, alpha, m, 2, m, 2, beta, square, 3);
    out.println(text(square.toArray()));

    DoubleArray d = doubles(cuda, 3, 4);
    DoubleArray result = cuda.doubleArray(2);
    blas.call("cublasDscal", 2, 0.5, d, 1);
    blas.call("cublasDnrm2", 2, d, 1, result);
    out.println(text(d.toArray()) + " " + number(result.get(0)));
    FloatArray c = floats(cuda, 1, 2, 3, -1);
    blas.call("cublasCscal", 2, new double[] {0, 1}, c, 1);
    out.println(text(c.toArray()));
    blas.call("cublasZdotc", 1, d, 1, d, 1, result);
    out.println(text(result.toArray()));
    DoubleArray batches = doubles(cuda, 1, 2, 3, 4, 5, 6, 7, 8);
    DoubleArray products = cuda.doubleArray(8);
    blas.call(
        "cublasDgemmStridedBatched",
        0,
        0,
        2,
        2,
        2,
        1,
        batches,
        2,
        4,
        batches,
        2,
        4,
        0,
        products,
        2,
        4,
        2);
    out.println(text(products.toArray()));
    sparse(cuda, x, alpha, beta, m, z, square, out);
  }

  private static void sparse(
      GrCuda cuda,
      FloatArray x,
      FloatArray alpha,
      FloatArray beta,
      FloatArray m,
      FloatArray z,
      FloatArray square,
      PrintStream out) {
    CudaLibrary sparse = cuda.library("SPARSE");
    IntArray rows = ints(cuda, 0, 0, 1);
    IntArray columns = ints(cuda, 0, 2, 1);
    FloatArray values = floats(cuda, 1, 2, 3);
    IntArray starts = cuda.intArray(3);
    sparse.call("cusparseXcoo2csr", rows, 3, 2, starts, 0);
    int[] found = starts.toArray();
    out.println(found[0] + " " + found[1] + " " + found[2]);
    sparse.call(
        "cusparseSpMV", 0, alpha, 2, 3, 3, rows, columns, values, 2, 0, 0, x, 0, beta, z, 0, 0);
    out.println(text(z.toArray()));
    sparse.call(
        "cusparseSpMV", 0, alpha, 2, 3, 3, starts, columns, values, 2, 0, 0, x, 0, beta, z, 0, 1);
    out.println(text(z.toArray()));
    sparse.call(
        "cusparseSpMM",
        0,
        0,
        1,
        2,
        3,
        3,
        starts,
        columns,
        values,
        2,
        0,
        0,
        2,
        m,
        3,
        0,
        square,
        2,
        1,
        0,
        1);
    out.println(text(square.slice(0, 4).toArray()));
    IntArray positions = ints(cuda, 2, 0);
    sparse.call("cusparseSgemvi", 0, 2, 3, alpha, m, 2, 2, x, positions, beta, z, 0, "S");
    out.println(text(z.toArray()));
    out.println(
        cuda.library("ML").functions().stream()
            .map(signature -> signature.substring(0, signature.indexOf('(')))
            .collect(Collectors.joining(" ")));
    deviceWide(cuda, out);
  }

  private static void deviceWide(GrCuda cuda, PrintStream out) {
    CudaLibrary cub = cuda.library("CUB");
    IntArray keys = ints(cuda, 5, -3, 9, 0, -3);
    IntArray places = ints(cuda, 0, 1, 2, 3, 4);
    IntArray sortedKeys = cuda.intArray(5);
    IntArray sortedPlaces = cuda.intArray(5);
    cub.call("DeviceRadixSortSortPairs", keys, sortedKeys, places, sortedPlaces, 5);
    out.println(text(sortedKeys) + " / " + text(sortedPlaces));
    LongArray total = cuda.longArray(1);
    cub.call("DeviceReduceSum", keys, total, 5);
    cub.call("DeviceScanInclusiveSum", keys, sortedKeys, 5);
    out.println(total.get(0) + " / " + text(sortedKeys));
  }

  private static String text(IntArray array) {
    return Arrays.stream(array.toArray())
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  private static Value array(Value cu, String type, double... values) {
    Value array = cu.invokeMember("DeviceArray", type, values.length);
    array.invokeMember("copyFrom", (Object) values);
    return array;
  }

  private static String text(Value array, int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = array.getArrayElement(i).asDouble();
    }
    return text(values);
  }

  static void polyglot(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    Value blas = cu.getMember("BLAS");
    Value x = array(cu, "float", 1, 2, 3, 4);
    Value y = array(cu, "float", 10, 20, 30, 40);
    Value alpha = array(cu, "float", 2);
    Value beta = array(cu, "float", 0);
    Value status = context.eval("grcuda", "BLAS::cublasSaxpy").execute(4, alpha, x, 1, y, 1);
    out.println(status + " " + text(y, 4));
    context.eval("grcuda", "BLAS::cublasSaxpy_v2").execute(4, alpha, x, 1, y, -1);
    out.println(text(y, 4));
    Value m = array(cu, "float", 0, 10, 1, 11, 2, 12);
    Value z = array(cu, "float", 0, 0);
    blas.invokeMember("cublasSgemv", 0, 2, 3, alpha, m, 2, x, 1, beta, z, 1);
    out.println(text(z, 2));
    Value square = cu.invokeMember("DeviceArray", "float", 9);
    blas.invokeMember("cublasSgemm", 1, 0, 3, 3, 2, alpha, m, 2, m, 2, beta, square, 3);
    out.println(text(square, 9));

    Value d = array(cu, "double", 3, 4);
    Value result = cu.invokeMember("DeviceArray", "double", 2);
    blas.invokeMember("cublasDscal", 2, 0.5, d, 1);
    blas.invokeMember("cublasDnrm2", 2, d, 1, result);
    out.println(text(d, 2) + " " + text(result, 1));
    Value c = array(cu, "float", 1, 2, 3, -1);
    blas.invokeMember("cublasCscal", 2, new double[] {0, 1}, c, 1);
    out.println(text(c, 4));
    blas.invokeMember("cublasZdotc", 1, d, 1, d, 1, result);
    out.println(text(result, 2));
    Value batches = array(cu, "double", 1, 2, 3, 4, 5, 6, 7, 8);
    Value products = cu.invokeMember("DeviceArray", "double", 8);
    blas.invokeMember(
        "cublasDgemmStridedBatched",
        0,
        0,
        2,
        2,
        2,
        1,
        batches,
        2,
        4,
        batches,
        2,
        4,
        0,
        products,
        2,
        4,
        2);
    out.println(text(products, 8));
    sparse(cu, x, alpha, beta, m, z, square, out);
  }

  private static void sparse(
      Value cu, Value x, Value alpha, Value beta, Value m, Value z, Value square, PrintStream out) {
    Value sparse = cu.getMember("SPARSE");
    Value rows = array(cu, "int", 0, 0, 1);
    Value columns = array(cu, "int", 0, 2, 1);
    Value values = array(cu, "float", 1, 2, 3);
    Value starts = cu.invokeMember("DeviceArray", "int", 3);
    sparse.invokeMember("cusparseXcoo2csr", rows, 3, 2, starts, 0);
    out.println(text(starts, 3));
    sparse.invokeMember(
        "cusparseSpMV", 0, alpha, 2, 3, 3, rows, columns, values, 2, 0, 0, x, 0, beta, z, 0, 0);
    out.println(text(z, 2));
    sparse.invokeMember(
        "cusparseSpMV", 0, alpha, 2, 3, 3, starts, columns, values, 2, 0, 0, x, 0, beta, z, 0, 1);
    out.println(text(z, 2));
    sparse.invokeMember(
        "cusparseSpMM",
        0,
        0,
        1,
        2,
        3,
        3,
        starts,
        columns,
        values,
        2,
        0,
        0,
        2,
        m,
        3,
        0,
        square,
        2,
        1,
        0,
        1);
    out.println(text(square, 4));
    Value positions = array(cu, "int", 2, 0);
    sparse.invokeMember("cusparseSgemvi", 0, 2, 3, alpha, m, 2, 2, x, positions, beta, z, 0, 'S');
    out.println(text(z, 2));
    out.println(String.join(" ", cu.getMember("ML").getMemberKeys()));
    deviceWide(cu, out);
  }

  private static void deviceWide(Value cu, PrintStream out) {
    Value cub = cu.getMember("CUB");
    Value keys = array(cu, "int", 5, -3, 9, 0, -3);
    Value places = array(cu, "int", 0, 1, 2, 3, 4);
    Value sortedKeys = cu.invokeMember("DeviceArray", "int", 5);
    Value sortedPlaces = cu.invokeMember("DeviceArray", "int", 5);
    cub.invokeMember("DeviceRadixSortSortPairs", keys, sortedKeys, places, sortedPlaces, 5);
    out.println(text(sortedKeys, 5) + " / " + text(sortedPlaces, 5));
    Value total = cu.invokeMember("DeviceArray", "long", 1);
    cub.invokeMember("DeviceReduceSum", keys, total, 5);
    cub.invokeMember("DeviceScanInclusiveSum", keys, sortedKeys, 5);
    out.println(text(total, 1) + " / " + text(sortedKeys, 5));
  }
}
