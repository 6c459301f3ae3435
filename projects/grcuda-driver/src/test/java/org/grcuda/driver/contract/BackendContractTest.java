package org.grcuda.driver.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;

/** An open driver of two devices, and kernels that every backend can load. */
abstract class BackendContractTest {

  static final long MIB = 1L << 20;

  /** Elements of the arrays. */
  static final int COUNT = 1000;

  /** Enough threads for them. */
  static final LaunchShape SHAPE = new LaunchShape(4, 1, 1, 256, 1, 1, 0);

  /**
   * {@code add(int* x, int n, int by)} adds to n elements; {@code late(int* x, int value)} stores
   * after a long loop; {@code stray(int* x)} stores where it is told; {@code small()} takes blocks
   * of at most 32 threads; {@code meet(int* x)} counts its blocks, and is cooperative as it reads
   * the environment register in which they find each other.
   */
  static final String PTX =
      """
      .version 8.0
      .target sm_70
      .address_size 64

      .visible .global .align 4 .u32 table[3] = {7, 8, 9};

      .visible .entry add(.param .u64 add_x, .param .u32 add_n, .param .u32 add_by)
      {
        .reg .pred %p<2>;
        .reg .b32 %r<9>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [add_x];
        ld.param.u32 %r1, [add_n];
        ld.param.u32 %r7, [add_by];
        mov.u32 %r2, %ctaid.x;
        mov.u32 %r3, %ntid.x;
        mov.u32 %r4, %tid.x;
        mad.lo.s32 %r5, %r2, %r3, %r4;
        setp.ge.s32 %p1, %r5, %r1;
        @%p1 bra $done;
        mul.wide.s32 %rd2, %r5, 4;
        add.s64 %rd3, %rd1, %rd2;
        ld.global.u32 %r6, [%rd3];
        add.s32 %r8, %r6, %r7;
        st.global.u32 [%rd3], %r8;
      $done:
        ret;
      }

      .visible .entry late(.param .u64 late_x, .param .u32 late_value)
      {
        .reg .pred %p<2>;
        .reg .b32 %r<4>;
        .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [late_x];
        ld.param.u32 %r1, [late_value];
        mov.u32 %r2, 0;
      $loop:
        ld.volatile.global.u32 %r3, [%rd1];
        add.s32 %r2, %r2, 1;
        setp.lt.s32 %p1, %r2, 2000000;
        @%p1 bra $loop;
        st.global.u32 [%rd1], %r1;
        ret;
      }

      .visible .entry stray(.param .u64 stray_x)
      {
        .reg .b32 %r<2>;
        .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [stray_x];
        mov.u32 %r1, 1;
        st.global.u32 [%rd1], %r1;
        ret;
      }

      .visible .entry meet(.param .u64 meet_x)
      {
        .reg .pred %p<2>;
        .reg .b32 %r<4>;
        .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [meet_x];
        mov.u32 %r1, %envreg2;
        setp.eq.u32 %p1, %r1, 0;
        mov.u32 %r2, %tid.x;
        setp.ne.or.u32 %p1, %r2, 0, %p1;
        @%p1 bra $end;
        atom.global.add.u32 %r3, [%rd1], 1;
      $end:
        ret;
      }

      .visible .entry small()
      .maxntid 32, 1, 1
      {
        ret;
      }
      """;

  Driver driver;
  Device device;
  Stream stream;

  /** Opens the backend under test. */
  protected abstract Driver open(DriverSettings settings);

  /** Whether kernels, copies and fills change memory. */
  protected abstract boolean computes();

  @BeforeEach
  void open() {
    driver =
        open(
            new DriverSettings(
                2, 64 * MIB, Map.of("CpuThreads", "2"), DriverHost.printing(text -> {})));
    device = driver.device(0);
    stream = device.createStream();
  }

  @AfterEach
  void close() {
    driver.close();
  }

  static DriverException assertFails(CudaResult result, Executable call) {
    DriverException failure = assertThrows(DriverException.class, call);
    assertEquals(result, failure.result(), failure.getMessage());
    return failure;
  }

  static void submit(Device device, Consumer<Submission> commands) {
    Submission submission = new Submission();
    commands.accept(submission);
    device.submit(submission);
  }

  static Module load(Device device) {
    return device.loadModule(PTX.getBytes(StandardCharsets.UTF_8));
  }

  static Function kernel(Device device, String name) {
    return load(device).function(name);
  }

  static void launchAdd(Submission submission, Stream stream, long x, int by) {
    launchAdd(submission, stream, x, COUNT, by);
  }

  static void launchAdd(Submission submission, Stream stream, long x, int n, int by) {
    Function add = kernel(stream.device(), "add");
    submission.launch(stream, add, SHAPE, new long[] {x, n | (long) by << 32}, 16);
  }

  static void launchLate(Submission submission, Stream stream, long x, int value) {
    Function late = kernel(stream.device(), "late");
    LaunchShape one = new LaunchShape(1, 1, 1, 1, 1, 1, 0);
    submission.launch(stream, late, one, new long[] {x, value}, 12);
  }

  void assertContents(int[] expected, long address) {
    if (computes()) {
      assertArrayEquals(expected, read(address, expected.length));
    }
  }

  static int[] read(long address, int count) {
    return memory(address, 4L * count).toArray(ValueLayout.JAVA_INT);
  }

  static void write(long address, int[] values) {
    memory(address, 4L * values.length).copyFrom(MemorySegment.ofArray(values));
  }

  @SuppressWarnings("restricted")
  static MemorySegment memory(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }
}
