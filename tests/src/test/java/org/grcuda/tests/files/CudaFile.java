package org.grcuda.tests.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.tests.Hosts;

/** A whole CUDA file on the CPU backend, with arrays for its kernels. */
final class CudaFile implements AutoCloseable {

  private static final Path FILES =
      Path.of("../projects/grcuda-nvrtc/src/test/resources/org/grcuda/nvrtc/source");

  private final Context context = Hosts.open(Map.of("Backend", "cpu"));
  private final Value cu = context.eval("grcuda", "CU");
  private final Value module;

  CudaFile(String name) {
    module = cu.invokeMember("module", FILES.resolve(name).toString());
  }

  /** The extent of a grid or block: one, two or three numbers. */
  static Value dim(int... extent) {
    return Value.asValue(Arrays.stream(extent).boxed().toArray());
  }

  /** Launches a kernel, or an instance of a template. */
  void launch(String kernel, Object grid, Object block, Object... arguments) {
    module.invokeMember("instance", kernel).execute(grid, block).execute(arguments);
  }

  /** Launches with bytes of dynamic shared memory. */
  void launchShared(String kernel, Object grid, Object block, int shared, Object... arguments) {
    module.invokeMember("instance", kernel).execute(grid, block, shared).execute(arguments);
  }

  /** The namespace of the context. */
  Value cu() {
    return cu;
  }

  /** A variable of the file. */
  Value global(Object... nameAndType) {
    return module.invokeMember("global", nameAndType);
  }

  /** An array whose elements are zero. */
  Value array(String type, int length) {
    Value array = cu.invokeMember("DeviceArray", type, length);
    array.invokeMember("fill", 0);
    return array;
  }

  /** An array of what {@code value} gives. */
  Value array(String type, int length, IntFunction<Object> value) {
    Value array = array(type, length);
    set(array, length, value);
    return array;
  }

  static void set(Value array, int length, IntFunction<Object> value) {
    for (int i = 0; i < length; i++) {
      array.setArrayElement(i, value.apply(i));
    }
  }

  /** Bytes as C lays out a struct, or an array of structs. */
  static byte[] bytes(int size, Consumer<ByteBuffer> writer) {
    ByteBuffer buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    writer.accept(buffer);
    return buffer.array();
  }

  /** An array of bytes that C reads as structs. */
  Value structs(int size, Consumer<ByteBuffer> writer) {
    byte[] bytes = bytes(size, writer);
    return array("char", size, i -> bytes[i]);
  }

  static long pointer(Value array) {
    return array.getMember("pointer").asLong();
  }

  static double at(Value array, int index) {
    return array.getArrayElement(index).asDouble();
  }

  static double[] read(Value array) {
    double[] values = new double[(int) array.getArraySize()];
    Arrays.setAll(values, i -> at(array, i));
    return values;
  }

  /** Compares all elements, with a tolerance relative to values above 1. */
  static void near(double tolerance, Value array, IntToDoubleFunction expected) {
    for (int i = 0; i < array.getArraySize(); i++) {
      double value = expected.applyAsDouble(i);
      double allowed = tolerance * Math.max(1, Math.abs(value));
      assertEquals(value, at(array, i), allowed, "element " + i);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
