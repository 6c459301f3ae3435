package org.grcuda.cuda;

import java.nio.charset.StandardCharsets;
import org.grcuda.driver.Device;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.ModuleSource;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/**
 * A kernel of one device that stores numbers of 8 bytes, for which the driver API has no fill: it
 * fills with 1, 2 and 4 bytes only. Loaded when the first fill needs it.
 */
final class FillKernel {

  private static final String NAME = "grcuda_fill";

  /** Each thread stores the elements whose index is its own modulo the number of threads. */
  private static final String PTX =
      """
      .version 6.0
      .target sm_50
      .address_size 64
      .visible .entry grcuda_fill(.param .u64 destination, .param .u64 value, .param .u64 count)
      {
        .reg .pred %p<2>;
        .reg .b32 %r<5>;
        .reg .b64 %d<8>;
        ld.param.u64 %d1, [destination];
        ld.param.u64 %d2, [value];
        ld.param.u64 %d3, [count];
        cvta.to.global.u64 %d1, %d1;
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mov.u32 %r3, %tid.x;
        mov.u32 %r4, %nctaid.x;
        cvt.u64.u32 %d4, %r3;
        mad.wide.u32 %d4, %r1, %r2, %d4;
        mul.wide.u32 %d5, %r4, %r2;
        setp.ge.u64 %p1, %d4, %d3;
        @%p1 bra done;
        shl.b64 %d6, %d4, 3;
        add.u64 %d1, %d1, %d6;
        shl.b64 %d7, %d5, 3;
      next:
        st.global.u64 [%d1], %d2;
        add.u64 %d1, %d1, %d7;
        add.u64 %d4, %d4, %d5;
        setp.lt.u64 %p1, %d4, %d3;
        @%p1 bra next;
      done:
        ret;
      }
      """;

  private static final int PARAMETERS = 3;
  private static final int THREADS = 256;

  /** Enough for the multiprocessors of any GPU to be busy. */
  private static final int MOST_BLOCKS = 2048;

  private final Device device;
  private final Submission launch = new Submission();
  private volatile Function function;

  FillKernel(Device device) {
    this.device = device;
  }

  /** Null before {@link #load}. */
  Function function() {
    return function;
  }

  /** Loads it, once. Called without the lock of its GPU. */
  synchronized void load() {
    if (function == null) {
      byte[] image = PTX.getBytes(StandardCharsets.UTF_8);
      function = device.loadModule(image, new ModuleSource(PTX, null)).function(NAME);
    }
  }

  /**
   * The words of a submission with one launch of it. Used with the lock of its GPU held.
   *
   * @param destination address of the first element
   * @param count elements, at least 1
   */
  long[] launch(Stream stream, long destination, long value, long count) {
    int blocks = (int) Math.min(MOST_BLOCKS, (count + THREADS - 1) / THREADS);
    launch.clear();
    launch.launch(
        stream,
        function,
        new LaunchShape(blocks, 1, 1, THREADS, 1, 1, 0),
        new long[] {destination, value, count},
        PARAMETERS * Long.BYTES);
    return launch.words();
  }
}
