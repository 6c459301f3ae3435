package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.junit.jupiter.api.Test;

/** Commands that are executed as well. */
class ExecutedTest extends ModelMachine {

  @Override
  boolean computes() {
    return true;
  }

  @Test
  void launchThatCannotBeExecutedFailsAndItsStreamGoesOn() {
    long from = driver.allocateHost(MB);
    long to = devices.get(0).allocate(MB);
    Event failed = devices.get(0).createEvent(false);
    submit(
        0,
        s -> {
          s.copy(streams.get(0), to, from, MB);
          launch(s, 0, streams.get(0), FULL, 100 * MB);
          s.record(streams.get(0), failed);
        });
    modules.get(0).close();
    assertEquals(MB / 10, end());
    assertEquals(CudaResult.CUDA_ERROR_UNKNOWN, failed.failure().result());
    assertTrue(failed.failure().getMessage().contains("cuLaunchKernel on device 0"));
    Event next = devices.get(0).createEvent(false);
    submit(
        0,
        s -> {
          s.copy(streams.get(0), to, from, MB);
          s.record(streams.get(0), next);
        });
    assertEquals(MB / 10, end());
    assertNull(next.failure());
  }

  /** 80 blocks of 128 threads: each multiplies and adds to what it loads in a loop. */
  private static final String LOOP =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .visible .entry loop(.param .u64 x, .param .u32 steps)
      {
        .reg .pred %p;
        .reg .b32 %r<8>;
        .reg .b64 %rd<4>;
        .reg .f32 %f<3>;
        ld.param.u64 %rd1, [x];
        ld.param.u32 %r7, [steps];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.s32 %r4, %r1, %r2, %r3;
        mul.wide.s32 %rd2, %r4, 4;
        add.s64 %rd3, %rd1, %rd2;
        ld.global.f32 %f1, [%rd3];
        mov.u32 %r5, 0;
      L:
        fma.rn.f32 %f1, %f1, 0f3F800000, 0f3F800000;
        add.s32 %r5, %r5, 1;
        setp.lt.s32 %p, %r5, %r7;
        @%p bra L;
        st.global.f32 [%rd3], %f1;
        ret;
      }
      """;

  private static final LaunchShape BLOCKS = new LaunchShape(80, 1, 1, 128, 1, 1, 0);

  private void loop(Function kernel, long x, int steps) {
    submit(
        0,
        s -> {
          s.launch(streams.get(0), kernel, BLOCKS, new long[] {x, steps}, 12);
          s.cost(Double.NaN, Double.NaN, Double.NaN, 0);
          s.access(x, 4 * 80 * 128, true, true);
        });
  }

  @Test
  @SuppressWarnings("restricted")
  void undeclaredKernelsTakeTheOperationsThatSomeOfTheirBlocksDo() {
    Function kernel =
        devices.get(0).loadModule(LOOP.getBytes(StandardCharsets.UTF_8)).function("loop");
    long x = devices.get(0).allocate(4 * 80 * 128);
    // All threads of the device: 2 * 1000 operations each, at 1000 a nanosecond.
    loop(kernel, x, 1000);
    assertEquals(80 * 128 * 2 * 1000 / 1000, end(), 1);
    loop(kernel, x, 1000);
    loop(kernel, x, 1000);
    assertEquals(2 * 80 * 128 * 2, end(), 1, "they are counted once");
    loop(kernel, x, 500);
    assertEquals(80 * 128, end(), 1, "others again");
    loop(kernel, x, 1);
    assertEquals(80 * 128 * 8 / 100.0, end(), 1, "its bytes take longer");
    MemorySegment values = MemorySegment.ofAddress(x).reinterpret(4 * 80 * 128);
    for (int i = 0; i < 80 * 128; i++) {
      assertEquals(3501, values.getAtIndex(ValueLayout.JAVA_FLOAT, i));
    }
  }

  /** Each of 80 blocks adds the number that it is called with to 64 bits, and to 32 bits. */
  private static final String ADD =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .visible .entry add(.param .u64 counters, .param .u32 amount)
      {
        .reg .pred %p;
        .reg .b32 %r<3>;
        .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [counters];
        ld.param.u32 %r1, [amount];
        mov.u32 %r2, %tid.x;
        setp.ne.u32 %p, %r2, 0;
        @%p bra END;
        cvt.u64.u32 %rd2, %r1;
        red.global.add.u64 [%rd1], %rd2;
        red.global.add.u32 [%rd1+8], %r1;
      END:
        ret;
      }
      """;

  private void add(Function kernel, long counters, int amount) {
    submit(
        0,
        s -> {
          s.launch(streams.get(0), kernel, BLOCKS, new long[] {counters, amount}, 12);
          s.cost(0, 0, 100, 5);
          s.growth(counters, 8, 0, 0, 1000, 0);
          s.growth(counters + 8, 4, 0, 0, 0, 2);
          s.access(counters, 12, true, true);
        });
  }

  @Test
  @SuppressWarnings("restricted")
  void launchesTakeWhatTheyHaveReallyDone() {
    Function kernel =
        devices.get(0).loadModule(ADD.getBytes(StandardCharsets.UTF_8)).function("add");
    long counters = devices.get(0).allocate(12);
    MemorySegment.ofAddress(counters).reinterpret(12).fill((byte) 0xff);
    // 80 blocks at 100 bytes a nanosecond: 10 each, 2 of latency, and the rest once.
    add(kernel, counters, 1);
    assertEquals(80 * (10 + 2) + 1 + 5, end(), "over what wraps around");
    add(kernel, counters, 0);
    assertEquals(1 + 5, end());
    add(kernel, counters, 3);
    add(kernel, counters, 5);
    assertEquals(80 * 8 * (10 + 2) + 2 * (1 + 5), end(), "each its own");
  }

  @Test
  @SuppressWarnings("restricted")
  void failedLaunchesTakeNoTimeForWhatTheyMightHaveDone() {
    Function kernel =
        devices.get(0).loadModule(ADD.getBytes(StandardCharsets.UTF_8)).function("add");
    long counters = devices.get(0).allocate(12);
    MemorySegment.ofAddress(counters).reinterpret(12).fill((byte) 0x81);
    Event failed = devices.get(0).createEvent(false);
    submit(
        0,
        s -> {
          // It writes where no memory is.
          s.launch(streams.get(0), kernel, BLOCKS, new long[] {8, 1}, 12);
          s.cost(0, 0, 100, 5);
          s.growth(counters, 8, 0, 0, 1000, 0);
          s.record(streams.get(0), failed);
        });
    assertEquals(1 + 5, end());
    assertEquals(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, failed.failure().result());
  }
}
