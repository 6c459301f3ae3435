package org.grcuda.tests.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.tests.Hosts;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of object that a guest program can hold keeps the contract of interop. */
@TestInstance(Lifecycle.PER_CLASS)
final class InteropConformanceTest {

  private static final String SOURCE =
      "__device__ int table[4];"
          + " extern \"C\" __global__ void set(int *x, int value) { x[threadIdx.x] = value; }"
          + " extern \"C\" __global__ void put(int value) { table[threadIdx.x] = value; }";

  private final Context context = Hosts.open(Map.of("EnableComputationTimers", "true"));
  private final Value cu = context.eval("grcuda", "CU");
  private final Value kernel =
      cu.invokeMember("buildkernel", SOURCE, "set(x: out pointer sint32, value: sint32)");
  private final Map<String, Value> objects = objects();

  private Map<String, Value> objects() {
    var all = new LinkedHashMap<String, Value>();
    all.put("namespace", cu);
    cu.getMemberKeys().forEach(name -> all.put("function " + name, cu.getMember(name)));
    Value types = cu.getMember("types");
    types.getMemberKeys().forEach(name -> all.put("type " + name, types.getMember(name)));
    all.put("error", types.getMember("ValueError").newInstance("a message"));
    all.put("typed DeviceArray", cu.invokeMember("DeviceArray", "int"));
    all.put("library function", cu.getMember("BLAS").getMember("cublasSaxpy"));
    all.put("function of a missing library", cu.getMember("TRT").getMember("enqueue"));
    for (String type :
        "boolean char short int long float double byte uchar ushort uint ulong half".split(" ")) {
      Value array = eval(type + "[5]");
      array.invokeMember("fill", 1);
      all.put(type + " array", array);
    }
    Value matrix = eval("int[3][4]");
    Value fortran = cu.invokeMember("DeviceArray", "int", 3, 4, "F");
    all.put("one element", eval("byte[1]"));
    all.put("matrix", matrix);
    all.put("row", matrix.getArrayElement(1));
    all.put("slice", matrix.invokeMember("slice", 1, 3));
    all.put("cube", eval("float[2][3][2]"));
    all.put("matrix in Fortran order", fortran);
    all.put("strided view", fortran.getArrayElement(2));
    all.put("complex64 array", eval("complex64[3]"));
    all.put("complex128 element", eval("complex128[3]").getArrayElement(2));
    Value large = eval("ulong[1]");
    large.setArrayElement(0, BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
    all.put("large unsigned integer", large.getArrayElement(0));
    large.setArrayElement(0, BigInteger.ONE.shiftLeft(63));
    all.put("power of two", large.getArrayElement(0));
    all.put("kernel", kernel);
    all.put("configured kernel", kernel.execute(1, 2));
    all.put("kernel attributes", kernel.getMember("attributes"));
    all.put("kernel for all", kernel.invokeMember("forall", 1));
    all.put("times", kernel.getMember("times"));
    all.put("history", cu.invokeMember("history"));
    all.put("row of the history", history());
    all.put("variable", kernel.invokeMember("global", "table"));
    String file = Repository.folder("/golden/binding.ptx").resolve("binding").toString();
    cu.invokeMember("bindall", "bound", file + ".ptx", file + ".nidl");
    all.put("namespace of bindall", cu.getMember("bound"));
    all.put("kernel of bindall", cu.getMember("bound").getMember("sum"));
    Value module = cu.invokeMember("module", "__global__ void one(int *x) { *x = 1; }\n");
    all.put("whole file", module);
    all.put("parts of a file", module.getMember("setAside"));
    all.put("kernels of a file", cu.invokeMember("buildkernels", "__global__ void one() {}\n"));
    Value cosine = cu.invokeMember("bind", "libm.so.6", "cos(x: double): double");
    all.put("host function", cosine);
    all.put("result of a host function", cosine.execute(1));
    all.put("device", cu.invokeMember("getdevice", 0));
    all.put("stream", cu.invokeMember("cudaStreamCreate"));
    all.put("event", cu.invokeMember("cudaEventCreate"));
    all.put("pointer", cu.invokeMember("cudaMalloc", 16));
    all.put("texture", cu.invokeMember("Texture", matrix));
    all.put("surface", cu.invokeMember("Surface", matrix));
    all.put("memory information", cu.invokeMember("cudaMemGetInfo"));
    all.put("devices", cu.invokeMember("getdevices"));
    all.put("device properties", cu.invokeMember("getdevice", 0).getMember("properties"));
    all.put("options", cu.invokeMember("getoptions"));
    all.put("bandwidths", cu.invokeMember("bandwidth"));
    all.put("bandwidths from a place", cu.invokeMember("bandwidth").getHashValue(-1));
    all.put("shape", matrix.getMember("shape"));
    all.put("location", matrix.getMember("location"));
    all.put("method", matrix.getMember("copyFrom"));
    all.put("no result", matrix.invokeMember("fill", 1));
    all.put("meta object", matrix.getMetaObject());
    mapped(all);
    return all;
  }

  private void mapped(Map<String, Value> all) {
    Value map = cu.getMember("Map");
    Value argument = map.invokeMember("arg", "points");
    // The argument object itself has every member and every element: see MapTest.
    all.put("mapped function", map.execute(kernel.execute(1, 2), argument, 4, "four"));
    Object names = context.eval("js", "({points: 0})");
    all.put("bound argument", argument.invokeMember("bind", names, names, names));
    Value points = context.eval("js", "[{x: 1, y: 2}, {x: 3, y: 4}]");
    Value shredded = cu.invokeMember("shred", points);
    all.put("shredded object", shredded);
    all.put("shredded member", shredded.getMember("x"));
    all.put("iterator", all.get("options").getHashEntriesIterator());
  }

  /** Of a kernel that was launched with timers. */
  private Value history() {
    kernel.execute(1, 1).execute(cu.invokeMember("DeviceArray", "int", 1), 7);
    cu.invokeMember("cudaDeviceSynchronize");
    return cu.invokeMember("history").getArrayElement(0);
  }

  private Value eval(String expression) {
    return context.eval("grcuda", expression);
  }

  Stream<String> kinds() {
    return objects.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void keepsTheContract(String kind) {
    Value probe = context.eval(ProbeLanguage.ID, "");
    assertEquals("", probe.execute(objects.get(kind)).asString());
  }

  /** A probe that finds nothing anywhere would find nothing here. */
  @Test
  void theProbeSeesViolations() {
    Value probe = context.eval(ProbeLanguage.ID, "");
    Value other = context.eval("js", "({mutable: 1, [Symbol.iterator]: null})");
    String violations = probe.execute(other).asString();
    assertTrue(violations.contains("of another language"), violations);
    assertTrue(violations.contains("modifiable: mutable"), violations);
  }

  @Test
  void displayStrings() {
    Map<String, String> expected =
        Map.ofEntries(
            Map.entry("namespace", "<namespace CU>"),
            Map.entry("function buildkernel", "<function buildkernel>"),
            Map.entry("typed DeviceArray", "<function DeviceArray(int)>"),
            Map.entry("short array", "short[5] [1, 1, 1, 1, 1]"),
            Map.entry("boolean array", "boolean[5] [true, true, true, true, true]"),
            Map.entry("kernel", "kernel set(x: out pointer sint32, value: sint32)"),
            Map.entry(
                "configured kernel",
                "kernel set(x: out pointer sint32, value: sint32) grid (1, 1, 1) block (2, 1, 1)"),
            Map.entry("host function", "host function cos(x: double): double"),
            Map.entry("shape", "[3, 4]"),
            Map.entry("no result", "null"),
            Map.entry("large unsigned integer", "18446744073709551615"),
            Map.entry("meta object", "grcuda.DeviceArray"));
    expected.forEach((kind, text) -> assertEquals(text, objects.get(kind).toString()));
    Value m = eval("int[2][12]");
    m.invokeMember("fill", 7);
    String row = "[7, 7, 7, 7, 7, 7, 7, 7, 7, 7, ...]";
    assertEquals("int[2][12] [" + row + ", " + row + "]", m.toString());
    m.invokeMember("free");
    assertEquals("int[2][12] (freed)", m.toString());
  }

  @Test
  void metaObjects() {
    Map.ofEntries(
            Map.entry("int array", "DeviceArray"),
            Map.entry("row", "DeviceArray"),
            Map.entry("kernel", "Kernel"),
            Map.entry("configured kernel", "ConfiguredKernel"),
            Map.entry("host function", "HostFunction"),
            Map.entry("device", "Device"),
            Map.entry("stream", "Stream"),
            Map.entry("event", "Event"),
            Map.entry("pointer", "Pointer"),
            Map.entry("texture", "Texture"),
            Map.entry("surface", "Surface"),
            Map.entry("options", "Options"),
            Map.entry("mapped function", "MappedFunction"),
            Map.entry("namespace", "Root"),
            Map.entry("function getdevices", "Function"),
            Map.entry("shape", "List"),
            Map.entry("method", "Method"))
        .forEach(
            (kind, name) -> {
              Value meta = objects.get(kind).getMetaObject();
              assertEquals(name, meta.getMetaSimpleName());
              assertEquals("grcuda." + name, meta.getMetaQualifiedName());
            });
    Value arrays = objects.get("int array").getMetaObject();
    assertTrue(arrays.isMetaInstance(objects.get("row")));
    assertFalse(arrays.isMetaInstance(kernel));
  }

  /** {@code DeviceArray} is the class of arrays too: {@code new} and {@code instanceof}. */
  @Test
  void arraysAreInstancesOfWhatMakesThem() {
    Value maker = cu.getMember("DeviceArray");
    assertTrue(maker.isMetaInstance(maker.newInstance("int", 3)));
    assertFalse(maker.isMetaInstance(kernel));
    assertFalse(cu.getMember("getdevices").canInstantiate());
  }

  @Test
  void errorsHaveAClassForTheirKind() {
    Value types = cu.getMember("types");
    var raised =
        assertThrows(
            PolyglotException.class, () -> cu.invokeMember("DeviceArray", "flot", 5).toString());
    Value error = raised.getGuestObject();
    assertEquals("ValueError", error.getMetaObject().getMetaSimpleName());
    assertTrue(types.getMember("GrCudaError").isMetaInstance(error));
    assertFalse(types.getMember("IndexError").isMetaInstance(error));
    var own =
        assertThrows(
            PolyglotException.class,
            () -> types.getMember("StateError").newInstance("mine").throwException());
    assertEquals("mine", own.getMessage());
  }

  @Test
  void identityIsThatOfTheObjectNotOfItsContents() {
    Value x = eval("int[2]");
    Value y = eval("int[2]");
    assertEquals(x, x);
    assertNotEquals(x, y);
    assertEquals(x.hashCode(), x.hashCode());
  }

  @Test
  void membersOfArrays() {
    String names =
        "length shape dtype ndim size itemsize nbytes T real imag order pointer location"
            + " isContiguous isMemoryFreed slice view ready request reshape transpose astype copy"
            + " copyFrom copyTo fill evict free toString";
    assertEquals(
        Arrays.asList(names.split(" ")),
        objects.get("int array").getMemberKeys().stream().toList());
    Function<String, Value> member = name -> objects.get("row").getMember(name);
    assertEquals(4, member.apply("length").asInt());
    assertEquals(16, member.apply("nbytes").asInt());
    assertEquals("int", member.apply("dtype").asString());
    long matrix = objects.get("matrix").getMember("pointer").asLong();
    assertEquals(matrix + 16, member.apply("pointer").asLong());
  }

  /** The buffer of an array is its memory. */
  @Test
  void bufferAndElementsAreTheSameMemory() {
    Value x = eval("int[3]");
    x.setArrayElement(1, 0x01020304);
    assertEquals(12, x.getBufferSize());
    assertEquals(4, x.readBufferByte(4));
    x.writeBufferByte(7, (byte) 9);
    assertEquals(0x09020304, x.getArrayElement(1).asInt());
    assertFalse(objects.get("strided view").hasBufferElements());
    assertTrue(objects.get("matrix in Fortran order").hasBufferElements());
  }

  /** Reading through a buffer or the elements waits for the kernel that writes them. */
  @Test
  void readsWaitForKernels() {
    Value x = eval("int[2]");
    for (int value = 0; value < 20; value++) {
      kernel.execute(1, 2).executeVoid(x, value);
      assertEquals(value, x.readBufferInt(ByteOrder.LITTLE_ENDIAN, 4));
      kernel.execute(1, 2).executeVoid(x, -value);
      assertEquals(-value, x.getArrayElement(0).asInt());
    }
  }

  @AfterAll
  void close() {
    context.close();
  }
}
