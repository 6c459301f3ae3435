package org.grcuda.tests.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the CUDA functions do, and what they did wrong in GrCUDA. */
final class CudaFunctionsTest {

  private static final String HANDLE = ": CUDA_ERROR_INVALID_HANDLE (400), invalid resource handle";
  private static final String VALUE = ": CUDA_ERROR_INVALID_VALUE (1), invalid argument";

  private static final String SOURCE =
      """
      extern "C" __global__ void add(int *x, int value) { x[threadIdx.x] += value; }
      extern "C" __global__ void spin(int *x, int turns) {
        int sum = x[0];
        for (int i = 0; i < turns; i++) sum = sum * 1664525 + 1013904223;
        x[0] = sum == 42 ? 1 : 2;
      }
      extern "C" __global__ void fault(int *x) { *(int *) 16 = x[0]; }
      """;

  private final Context context = Hosts.open(Map.of("CpuDevices", "2"));
  private final Value cu = context.eval("grcuda", "CU");

  @AfterEach
  void close() {
    context.close();
  }

  private Value call(String function, Object... arguments) {
    return cu.invokeMember(function, arguments);
  }

  private Value kernel(String name, String types) {
    return call("buildkernel", SOURCE, name, types);
  }

  private Value ints(int count, int value) {
    Value array = call("DeviceArray", "int", count);
    array.invokeMember("fill", value);
    return array;
  }

  private String refused(String function, Object... arguments) {
    return assertThrows(PolyglotException.class, () -> call(function, arguments)).getMessage();
  }

  /** GrCUDA read an argument more than it let through. */
  @Test
  void asynchronousCopiesTakeEveryNumberOfArguments() {
    Value x = ints(4, 7);
    Value y = ints(4, 0);
    Value stream = call("cudaStreamCreate");
    call("cudaMemcpyAsync", y, x, 4);
    assertEquals("int[4] [7, 0, 0, 0]", y.toString());
    call("cudaMemcpyAsync", y, x, 8, 3);
    assertEquals("int[4] [7, 7, 0, 0]", y.toString());
    call("cudaMemcpyAsync", y, x, 12, stream);
    assertEquals("int[4] [7, 7, 7, 0]", y.toString());
    call("cudaMemcpyAsync", y, x, 16, 4, stream);
    assertEquals("int[4] [7, 7, 7, 7]", y.toString());
  }

  /** GrCUDA asked for two events and took three arguments. */
  @Test
  void elapsedTimeIsThatOfTheDevice() {
    Value stream = call("cudaStreamCreate");
    Value start = call("cudaEventCreate");
    Value end = call("cudaEventCreate");
    call("cudaEventRecord", start, stream);
    kernel("spin", "pointer, sint32").execute(1, 1, stream).execute(ints(1, 1), 100_000);
    call("cudaEventRecord", end, stream);
    call("cudaEventSynchronize", end);
    assertTrue(call("cudaEventQuery", end).asBoolean());
    double millis = call("cudaEventElapsedTime", start, end).asDouble();
    assertTrue(millis > 0, "" + millis);
    assertEquals(-millis, call("cudaEventElapsedTime", end, start).asDouble());
  }

  /** In GrCUDA work on a stream of the program raced with everything else. */
  @Test
  void workOnAStreamDependsOnDataAndIsDependedOn() {
    Value spin = kernel("spin", "pointer, sint32");
    Value add = kernel("add", "pointer, sint32");
    Value s = call("cudaStreamCreate");
    Value t = call("cudaStreamCreate");
    for (int round = 0; round < 20; round++) {
      Value x = ints(1, 0);
      spin.execute(1, 1, s).execute(x, 20_000);
      add.execute(1, 1, t).execute(x, 10);
      add.execute(1, 1).execute(x, 100);
      add.execute(1, 1, s).execute(x, 1000);
      assertEquals(1112, x.getArrayElement(0).asInt());
    }
  }

  @Test
  void pointersAreArguments() {
    Value add = kernel("add", "pointer, sint32");
    Value p = call("cudaMalloc", 64);
    call("cudaMemset", p, 0, 64);
    add.execute(1, 16).execute(p, 1);
    add.execute(1, 4).execute(p.invokeMember("at", 16), 10);
    add.execute(1, 4).execute(p.asNativePointer() + 32, 100);
    Value x = ints(16, 5);
    add.execute(1, 2).execute(x.getMember("pointer").asLong() + 56, 1);
    assertEquals(6, x.getArrayElement(15).asInt());
    x.invokeMember("copyFrom", p);
    assertEquals(11, x.getArrayElement(5).asInt());
    assertEquals(101, x.getArrayElement(8).asInt());
    x.invokeMember("fill", 9);
    x.invokeMember("copyTo", p.invokeMember("at", 60), 1);
    call("cudaMemcpy", x, p, 64);
    assertEquals(9, x.getArrayElement(15).asInt());
    call("cudaFree", p);
    long address = p.asNativePointer();
    String hex = "0x" + Long.toHexString(address);
    Runnable named = () -> add.execute(1, 16).execute(p, 1);
    assertEquals(
        hex + ": the memory was freed",
        assertThrows(PolyglotException.class, named::run).getMessage());
    assertEquals(
        "cudaMemset, argument 1 'ptr': "
            + hex
            + " lies in no array or allocation of this context"
            + VALUE,
        refused("cudaMemset", address, 0, 4));
  }

  @Test
  void pointersToFreedMemoryDoNotReachWhatIsThereNow() {
    Value add = kernel("add", "pointer, sint32");
    Value freed = call("cudaMalloc", 16);
    Value part = freed.invokeMember("at", 4);
    call("cudaFree", freed);
    call("cudaDeviceSynchronize");
    Value there = call("cudaMalloc", 16);
    assertEquals(freed.asNativePointer(), there.asNativePointer());
    call("cudaMemset", there, 0, 16);
    assertTrue(freed.getMember("isMemoryFreed").asBoolean());
    assertEquals(0, part.getMember("nbytes").asLong());
    String hex = "0x" + Long.toHexString(freed.asNativePointer());
    assertEquals(hex + ": the memory was freed", refused("cudaFree", freed));
    assertThrows(PolyglotException.class, () -> add.execute(1, 1).execute(part, 5));
    assertThrows(PolyglotException.class, () -> call("cudaMemset", part, 5, 4));
    assertThrows(PolyglotException.class, () -> part.invokeMember("at", 4));
    Value x = ints(4, 1);
    assertThrows(PolyglotException.class, () -> x.invokeMember("copyTo", freed));
    x.invokeMember("copyFrom", there);
    assertEquals("int[4] [0, 0, 0, 0]", x.toString());
  }

  /** In GrCUDA every device had the memory of the first. */
  @Test
  void memoryIsCountedPerDevice() {
    Value first = call("getdevice", 0).getMember("properties");
    Value second = call("getdevice", 1).getMember("properties");
    assertEquals(call("cudaMemGetInfo").getMember("total").asLong(), total(first));
    long before = free(first);
    long other = free(second);
    call("cudaSetDevice", 1);
    Value p = call("cudaMalloc", 1 << 20);
    assertEquals(before, free(first));
    assertEquals(other - (1 << 20), free(second));
    assertEquals(free(second), call("cudaMemGetInfo").getMember("free").asLong());
    call("cudaFree", p);
    call("cudaDeviceSynchronize");
    assertEquals(other, free(second));
  }

  private static long total(Value properties) {
    return properties.getMember("totalDeviceMemory").asLong();
  }

  private static long free(Value properties) {
    return properties.getMember("freeDeviceMemory").asLong();
  }

  /** In GrCUDA freeing did not wait for the kernels that used the memory. */
  @Test
  void freeingComesAfterTheComputationsThatUseTheMemory() {
    Value spin = kernel("spin", "pointer, sint32");
    for (int round = 0; round < 20; round++) {
      Value p = call("cudaMalloc", 4);
      call("cudaMemset", p, 0, 4);
      spin.execute(1, 1).execute(p, 20_000);
      Value x = ints(1, 0);
      call("cudaMemcpyAsync", x, p, 4);
      call("cudaFree", p);
      // The next memory may lie where this one was.
      call("cudaMemset", call("cudaMalloc", 4), 77, 4);
      assertEquals(2, x.getArrayElement(0).asInt());
    }
  }

  @Test
  void theCurrentDeviceIsTheThreadsOwn() throws InterruptedException {
    call("cudaSetDevice", 1);
    int[] seen = {-1};
    Thread other = new Thread(() -> seen[0] = call("cudaGetDevice").asInt());
    other.start();
    other.join();
    assertEquals(0, seen[0]);
    assertEquals(1, call("cudaGetDevice").asInt());
    assertTrue(call("getdevice", 1).invokeMember("isCurrent").asBoolean());
    assertFalse(call("getdevice", 0).invokeMember("isCurrent").asBoolean());
    assertEquals(1, call("cudaStreamCreate").getMember("device").asInt());
  }

  @Test
  void handlesAreRefusedAfterTheyWereDestroyed() {
    Value stream = call("cudaStreamCreate");
    Value event = call("cudaEventCreate");
    Value x = ints(1, 1);
    kernel("add", "pointer, sint32").execute(1, 1, stream).execute(x, 1);
    call("cudaStreamDestroy", stream);
    call("cudaEventDestroy", event);
    assertEquals(2, x.getArrayElement(0).asInt());
    String message = stream.toString().replace(" (destroyed)", "") + " was destroyed" + HANDLE;
    assertEquals(message, refused("cudaStreamSynchronize", stream));
    assertEquals(message, refused("cudaStreamDestroy", stream));
    assertEquals(message, refused("cudaMemcpyAsync", x, ints(1, 1), 4, stream));
    message = event.toString().replace(" (destroyed)", "") + " was destroyed" + HANDLE;
    assertEquals(message, refused("cudaEventRecord", event));
    assertEquals(message, refused("cudaEventDestroy", event));
    Value fresh = call("cudaEventCreate");
    assertTrue(call("cudaEventQuery", fresh).asBoolean());
    assertEquals(
        "cudaEventElapsedTime: " + fresh + " was never recorded" + HANDLE,
        refused("cudaEventElapsedTime", fresh, fresh));
  }

  @Test
  void handlesAreNativePointersThatDiffer() {
    Value stream = call("cudaStreamCreate");
    assertTrue(stream.isNativePointer());
    assertTrue(call("cudaEventCreate").isNativePointer());
    assertFalse(stream.asNativePointer() == call("cudaStreamCreate").asNativePointer());
  }

  @Test
  void aFailureOnAStreamIsToldOnce() {
    Value stream = call("cudaStreamCreate");
    Value x = ints(1, 1);
    kernel("fault", "pointer").execute(1, 1, stream).execute(x);
    String message = refused("cudaStreamSynchronize", stream);
    assertTrue(message.contains("fault") && message.contains("ILLEGAL_ADDRESS"), message);
    call("cudaStreamSynchronize", stream);
    call("cudaDeviceSynchronize");
  }

  @Test
  void aFailedCopyToHostMemorySpoilsNoOtherCopy() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment spoilt = arena.allocate(16, Integer.BYTES);
      MemorySegment sound = arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3, 4);
      Value broken = ints(4, 0);
      kernel("fault", "pointer").execute(1, 1).execute(broken);
      String message = refused("cudaMemcpy", spoilt.address(), broken, 16, 2);
      assertTrue(message.contains("ILLEGAL_ADDRESS"), message);
      Value x = ints(4, 0);
      call("cudaMemcpy", x, sound.address(), 16, 1);
      assertEquals(3, x.getArrayElement(2).asInt());
      call("cudaMemcpy", spoilt.address(), x, 16, 2);
      assertEquals(4, spoilt.getAtIndex(ValueLayout.JAVA_INT, 3));
    }
  }

  @Test
  void peersKeepCudasBooks() {
    assertEquals(1, call("cudaDeviceCanAccessPeer", 0, 1).asInt());
    assertEquals(0, call("cudaDeviceCanAccessPeer", 1, 1).asInt());
    call("cudaDeviceEnablePeerAccess", 1);
    assertEquals(
        "cudaDeviceEnablePeerAccess: device 0 accesses device 1 already:"
            + " CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED (704), peer access is already enabled",
        refused("cudaDeviceEnablePeerAccess", 1, 0));
    call("cudaDeviceDisablePeerAccess", 1);
    assertEquals(
        "cudaDeviceDisablePeerAccess: device 0 does not access device 1:"
            + " CUDA_ERROR_PEER_ACCESS_NOT_ENABLED (705), peer access has not been enabled",
        refused("cudaDeviceDisablePeerAccess", 1));
  }

  @Test
  void aResetFreesThisContextAlone() {
    try (Context other = Hosts.open(Map.of())) {
      Value theirs = other.eval("grcuda", "int[2]");
      theirs.invokeMember("fill", 3);
      Value x = ints(2, 1);
      Value p = call("cudaMalloc", 8);
      call("cudaDeviceReset");
      assertTrue(x.getMember("isMemoryFreed").asBoolean());
      assertTrue(p.getMember("isMemoryFreed").asBoolean());
      var error = assertThrows(PolyglotException.class, () -> x.getArrayElement(0));
      assertEquals("array int[2] was freed", error.getMessage());
      Value y = ints(2, 8);
      error = assertThrows(PolyglotException.class, () -> x.invokeMember("free"));
      assertEquals("array int[2] was freed", error.getMessage());
      kernel("add", "pointer, sint32").execute(1, 2).execute(y.getMember("pointer").asLong(), 1);
      assertEquals(9, y.getArrayElement(1).asInt());
      assertEquals(3, theirs.getArrayElement(1).asInt());
    }
  }

  @Test
  void memoryOfCudaMallocIsNotCollected() {
    long address = call("cudaMalloc", 4).getMember("pointer").asLong();
    call("cudaMemset", address, 1, 4);
    for (int i = 0; i < 3; i++) {
      System.gc();
      ints(1, i).getArrayElement(0);
    }
    Value x = ints(1, 0);
    call("cudaMemcpy", x, address, 4);
    assertEquals(0x01010101, x.getArrayElement(0).asInt());
    call("cudaFree", address);
  }

  @Test
  void hostMemoryOfTheProgramNeedsNativeAccess() {
    try (Arena arena = Arena.ofConfined();
        Context denied = Context.newBuilder("grcuda").build()) {
      MemorySegment host = arena.allocate(16);
      host.setAtIndex(ValueLayout.JAVA_INT, 1, 41);
      Value x = ints(4, 0);
      call("cudaMemcpy", x, host.address(), 16, 1);
      kernel("add", "pointer, sint32").execute(1, 4).execute(x, 1);
      call("cudaMemcpy", host.address(), x, 16, 2);
      assertEquals(42, host.getAtIndex(ValueLayout.JAVA_INT, 1));
      x.invokeMember("fill", 5);
      x.invokeMember("copyTo", host.address());
      assertEquals(5, host.getAtIndex(ValueLayout.JAVA_INT, 3));
      host.setAtIndex(ValueLayout.JAVA_INT, 0, 6);
      x.invokeMember("copyFrom", host.address(), 1);
      assertEquals("int[4] [6, 5, 5, 5]", x.toString());

      Value safe = denied.eval("grcuda", "CU");
      Value y = denied.eval("grcuda", "int[4]");
      y.invokeMember("fill", 1);
      for (Runnable attempt :
          new Runnable[] {
            () -> safe.invokeMember("cudaMemcpy", y, host.address(), 16, 1),
            () -> y.invokeMember("copyFrom", host.address())
          }) {
        var error = assertThrows(PolyglotException.class, attempt::run);
        assertTrue(error.getMessage().contains("needs native access"), error.getMessage());
      }
      // Memory of the context itself needs no permission.
      safe.invokeMember("cudaMemset", y.getMember("pointer"), 0, 4);
      assertEquals("int[4] [0, 1, 1, 1]", y.toString());
    }
  }
}
