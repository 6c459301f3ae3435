package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.x86.Processor;
import org.junit.jupiter.api.Test;

/** Sums and products of more than 64 bits, on all engines, against {@link BigInteger}. */
final class CarryTest {

  private static final int THREADS = 40;
  private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

  private static final String HEAD =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      """;

  /** Thread t reads longs 4t to 4t + 3 and writes as many. */
  private static final String KERNEL =
      """
      .visible .entry NAME(.param .u64 in, .param .u64 out)
      {
      .reg .b32 %r<5>; .reg .b64 %rd<20>; .reg .pred %p<3>;
      mov.u32 %r1, %tid.x;
      ld.param.u64 %rd1, [in];
      ld.param.u64 %rd2, [out];
      mul.wide.u32 %rd3, %r1, 32;
      add.s64 %rd4, %rd1, %rd3;
      add.s64 %rd5, %rd2, %rd3;
      ld.global.u64 %rd6, [%rd4];
      ld.global.u64 %rd7, [%rd4+8];
      ld.global.u64 %rd8, [%rd4+16];
      ld.global.u64 %rd9, [%rd4+24];
      mov.u64 %rd12, 0;
      mov.u64 %rd13, 0;
      BODY
      st.global.u64 [%rd5], %rd10;
      st.global.u64 [%rd5+8], %rd11;
      st.global.u64 [%rd5+16], %rd12;
      st.global.u64 [%rd5+24], %rd13;
      ret;
      }
      """;

  private static final String SUM =
      kernel(
          "sum",
          """
          add.cc.u64 %rd10, %rd6, %rd8;
          addc.cc.u64 %rd11, %rd7, %rd9;
          addc.u64 %rd12, 0, 0;
          """);

  private static final String DIFFERENCE =
      kernel(
          "difference",
          """
          sub.cc.u64 %rd10, %rd6, %rd8;
          subc.cc.u64 %rd11, %rd7, %rd9;
          subc.u64 %rd12, 0, 0;
          """);

  /** The product of the first and third long and the second and fourth added up. */
  private static final String PRODUCT =
      kernel(
          "product",
          """
          mad.lo.cc.u64 %rd10, %rd6, %rd8, %rd7;
          madc.hi.u64 %rd11, %rd6, %rd8, 0;
          add.cc.u64 %rd10, %rd10, %rd9;
          addc.u64 %rd11, %rd11, 0;
          mul.hi.s64 %rd12, %rd6, %rd8;
          mad.hi.u64 %rd13, %rd6, %rd8, %rd9;
          """);

  /** Words; odd threads leave the flag as it is. */
  private static final String GUARDED =
      kernel(
          "guarded",
          """
          cvt.u32.u64 %r2, %rd6;
          cvt.u32.u64 %r3, %rd7;
          and.b32 %r4, %r1, 1;
          setp.eq.u32 %p1, %r4, 0;
          add.cc.u32 %r4, %r2, %r3;
          cvt.u64.u32 %rd10, %r4;
          @%p1 add.cc.u32 %r4, 1, 2;
          addc.u32 %r4, 0, 0;
          cvt.u64.u32 %rd11, %r4;
          """);

  /** The flag outlives a block: bytecode. */
  private static final String ELSEWHERE =
      kernel(
          "elsewhere",
          """
          add.cc.u64 %rd10, %rd6, %rd8;
          and.b32 %r4, %r1, 1;
          setp.eq.u32 %p1, %r4, 0;
          @%p1 bra EVEN;
          add.cc.u64 %rd10, %rd7, %rd9;
          EVEN:
          addc.u64 %rd11, 0, 0;
          """);

  private static String kernel(String name, String body) {
    return KERNEL.replace("NAME", name).replace("BODY", body.strip());
  }

  private static final String PTX = HEAD + SUM + DIFFERENCE + PRODUCT + GUARDED + ELSEWHERE;

  private final long[] numbers = numbers();

  private static long[] numbers() {
    SplittableRandom random = new SplittableRandom(1);
    long[] corners = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0xffff_ffffL, 1L << 32};
    long[] numbers = new long[4 * THREADS];
    for (int k = 0; k < numbers.length; k++) {
      boolean corner = random.nextInt(3) == 0;
      numbers[k] = corner ? corners[random.nextInt(corners.length)] : random.nextLong();
    }
    return numbers;
  }

  private BigInteger unsigned(int thread, int k) {
    return new BigInteger(Long.toUnsignedString(numbers[4 * thread + k]));
  }

  private BigInteger whole(int thread, int k) {
    return unsigned(thread, k).add(unsigned(thread, k + 1).multiply(TWO_64));
  }

  private void check(String kernel, IntFunction<long[]> expected) {
    for (Engine engine : Engine.values()) {
      TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
      try (TestDevice device = new TestDevice(PTX, options)) {
        long in = device.put(numbers);
        long out = device.allocate(8L * numbers.length);
        device.launch(kernel, 1, THREADS, in, out);
        long[] results = device.longs(out, numbers.length);
        for (int t = 0; t < THREADS; t++) {
          long[] own = Arrays.copyOfRange(results, 4 * t, 4 * t + 4);
          assertArrayEquals(expected.apply(t), own, engine + ", " + kernel + ", thread " + t);
        }
      }
    }
  }

  @Test
  void sums() {
    check(
        "sum",
        t -> {
          BigInteger sum = whole(t, 0).add(whole(t, 2));
          return longs(sum, sum.shiftRight(128).longValue(), 0);
        });
  }

  @Test
  void differences() {
    check(
        "difference",
        t -> {
          BigInteger difference = whole(t, 0).subtract(whole(t, 2));
          return longs(difference, difference.signum() < 0 ? -1 : 0, 0);
        });
  }

  @Test
  void products() {
    check(
        "product",
        t -> {
          BigInteger product = unsigned(t, 0).multiply(unsigned(t, 2));
          long a = numbers[4 * t];
          long b = numbers[4 * t + 2];
          return longs(
              product.add(unsigned(t, 1)).add(unsigned(t, 3)),
              Math.multiplyHigh(a, b),
              Math.unsignedMultiplyHigh(a, b) + numbers[4 * t + 3]);
        });
  }

  @Test
  void guards() {
    check(
        "guarded",
        t -> {
          long sum = (numbers[4 * t] & 0xffff_ffffL) + (numbers[4 * t + 1] & 0xffff_ffffL);
          return new long[] {sum & 0xffff_ffffL, t % 2 == 0 ? 0 : sum >>> 32, 0, 0};
        });
  }

  @Test
  void blocks() {
    check(
        "elsewhere",
        t -> {
          BigInteger sum = unsigned(t, t % 2).add(unsigned(t, t % 2 + 2));
          return new long[] {sum.longValue(), sum.shiftRight(64).longValue(), 0, 0};
        });
  }

  private static long[] longs(BigInteger whole, long third, long fourth) {
    return new long[] {whole.longValue(), whole.shiftRight(64).longValue(), third, fourth};
  }

  @Test
  void allButThatOfSeveralBlocksAreMachineCode() {
    assumeTrue(Processor.current().best().isPresent());
    Set<String> kernels = new TreeSet<>();
    PtxTranslator.translate(
        PTX,
        TranslationOptions.defaults()
            .withListener(
                (kernel, pass, result) -> {
                  if (pass.equals("GangAssembler")) {
                    kernels.add(kernel);
                  }
                }));
    assertEquals(Set.of("sum", "difference", "product", "guarded"), kernels);
  }
}
