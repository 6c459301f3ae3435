package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.nvrtc.Program;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels that use the libraries of CUDA's headers, on every engine: random numbers of {@code
 * curand_kernel.h} against those of libcurand's generators on the host (10.3.10, ordering "legacy":
 * number i is of sequence i mod 4096), matrices of {@code mma.h} and collectives of CUB against
 * Java.
 */
@ParameterizedClass
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@MethodSource("org.grcuda.cpu.translate.Product#engines")
final class LibraryKernelsTest {

  private static final ConcurrentHashMap<String, String> COMPILED = new ConcurrentHashMap<>();

  @Parameter TranslationOptions engine;

  private record Key(String name, TranslationOptions engine) {}

  /** All invocations of the class share an instance. */
  private final Map<Key, TestDevice> devices = new HashMap<>();

  private TestDevice device(String name) {
    String ptx = COMPILED.computeIfAbsent(name, LibraryKernelsTest::compile);
    return devices.computeIfAbsent(new Key(name, engine), _ -> new TestDevice(ptx, engine));
  }

  @AfterAll
  void close() {
    devices.values().forEach(TestDevice::close);
  }

  private static String compile(String name) {
    NvrtcSettings settings = NvrtcSettings.of(System.getenv(), System.err::println);
    try (NvrtcCompiler compiler = NvrtcCompiler.open(settings.withMaxProgramBytes(0))) {
      String source = TestDevice.text("libraries/" + name);
      return compiler.compile(new Program(source, name, "compute_90")).ptx();
    }
  }

  private void words(String generator, long[] sequences, long[] offsets, String... expected) {
    TestDevice device = device("random.cu");
    long out = device.allocate(12L * sequences.length);
    device.launch(
        "words_" + generator,
        1,
        sequences.length,
        0xdeadbeefcafeL,
        device.put(sequences),
        device.put(offsets),
        out);
    int[] words = device.ints(out, 3 * sequences.length);
    for (int i = 0; i < expected.length; i++) {
      String found = "";
      for (int k = 0; k < expected[i].split(" ").length; k++) {
        found += (k == 0 ? "" : " ") + Integer.toHexString(words[3 * i + k]);
      }
      assertEquals(expected[i], found, generator + ", thread " + i);
    }
  }

  private static final long[] SEQUENCES = {0, 1, 4095, 0, 0};
  private static final long[] OFFSETS = {0, 0, 0, 1, 2};

  @Test
  void wordsOfXorwow() {
    String[] expected = {
      "882230ef 435e1525 8686614e", "1253cb95", "64827d86", "435e1525 8686614e", "8686614e"
    };
    words("xorwow", SEQUENCES, OFFSETS, expected);
  }

  @Test
  void wordsOfMrg32k3a() {
    String[] expected = {
      "c00cc5fa 4979761a 9fbda4d", "f9b57430", "ccbd53", "4979761a 9fbda4d", "9fbda4d"
    };
    words("mrg32k3a", SEQUENCES, OFFSETS, expected);
  }

  /** Four words at a time are of a sequence there. */
  @Test
  void wordsOfPhilox() {
    String[] expected = {
      "ad7a73b9 dd328137 b5a5bd0c",
      "5d1de132 a6c16d0c 858aa1db",
      "81c89f06 b8f652ba 968f117b",
      "dd328137 b5a5bd0c da977a22"
    };
    words("philox", new long[] {0, 1, 2, 0}, new long[] {0, 0, 0, 1}, expected);
  }

  /** The vectors that come with Random123 for philox4x32 of 10 rounds. */
  @Test
  void blocksOfPhilox() {
    int[] counters = {0, 0, 0, 0, -1, -1, -1, -1, 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344};
    int[] keys = {0, 0, -1, -1, 0xa4093822, 0x299f31d0};
    int[] expected = {
      0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, //
      0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd, //
      0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1
    };
    TestDevice device = device("random.cu");
    long out = device.allocate(48);
    device.launch("philox_block", 1, 3, device.put(counters), device.put(keys), out);
    assertArrayEquals(expected, device.ints(out, 12));
  }

  private void numbers(
      String generator, float[] uniform, float[] normal, double[] uniforms, double[] normals) {
    TestDevice device = device("random.cu");
    long single = device.allocate(20 * 4);
    long twice = device.allocate(24 * 4);
    device.launch("numbers_" + generator, 1, 4, 1234L, single, twice);
    float[] f = device.floats(single, 20);
    double[] d = device.doubles(twice, 12);
    for (int i = 0; i < 4; i++) {
      String what = generator + ", sequence " + i;
      float first = normal[2 * i];
      float second = normal[2 * i + 1];
      assertEquals(uniform[i], f[5 * i], what);
      assertEquals(first, f[5 * i + 1], 3e-7f, what);
      assertEquals(second, f[5 * i + 2], 3e-7f, what);
      assertEquals(Math.exp(first), f[5 * i + 3], 1e-6 * Math.exp(first), what);
      assertEquals(first + second, f[5 * i + 4], 6e-7f, what);
      assertEquals(uniforms[i], d[3 * i], what);
      assertEquals(normals[2 * i], d[3 * i + 1], 1e-15, what);
      assertEquals(normals[2 * i + 1], d[3 * i + 2], 1e-15, what);
    }
  }

  @Test
  void numbersOfXorwow() {
    numbers(
        "xorwow",
        new float[] {
          0.1454676389694214f, 0.8201808929443359f, 0.5503992438316345f, 0.2948302924633026f
        },
        new float[] {
          0.7809735536575317f, -1.801578164100647f, -0.28084856271743774f, 0.5635465979576111f,
          -1.0113328695297241f, 0.4140393137931824f, 1.4583255052566528f, -0.5621364712715149f
        },
        new double[] {
          0.43489880438841294, 0.9264169202024377, 0.8118452111300192, 0.30855542463539803
        },
        new double[] {
          0.35873979852445503, -1.239592503223552, -0.09149539977360863, -0.38011893868395424,
          -0.6449617102012678, -0.03025821760553053, -0.34022787140638844, -1.4953101959599555
        });
  }

  @Test
  void numbersOfMrg32k3a() {
    numbers(
        "mrg32k3a",
        new float[] {
          0.7867518663406372f, 0.15211236476898193f, 0.9341822266578674f, 0.9865668416023254f
        },
        new float[] {
          -0.3606537878513336f, -0.5912812948226929f, -1.7185364961624146f, -0.9016119837760925f,
          0.3438994586467743f, 0.13379333913326263f, 0.13796579837799072f, 0.08952004462480545f
        },
        new double[] {
          0.7867518627157294, 0.15211236914421553, 0.9341821969123743, 0.9865668449067676
        },
        new double[] {
          -0.3606536461117447, -0.5912814037417441, -1.718536061653114, -0.9016126252167356,
          0.3438995534482032, 0.13379339823547715, 0.13796577796368156, 0.08952003360455005
        });
  }

  /** Directions of a dimension by the table of Joe and Kuo (new-joe-kuo-6), as cuRAND has them. */
  private static long[] directions(int bits, int polynomial, long... initial) {
    long[] v = new long[bits];
    int degree = initial.length;
    for (int i = 0; i < bits; i++) {
      if (degree == 0 || i < degree) {
        v[i] = (degree == 0 ? 1 : initial[i]) << (bits - 1 - i);
      } else {
        v[i] = v[i - degree] ^ (v[i - degree] >>> degree);
        for (int k = 1; k < degree; k++) {
          v[i] ^= (polynomial >> (degree - 1 - k) & 1) * v[i - k];
        }
      }
    }
    return v;
  }

  private static long[] directions(int bits) {
    return IntStream.range(0, 4)
        .mapToObj(
            d ->
                switch (d) {
                  case 0 -> directions(bits, 0);
                  case 1 -> directions(bits, 0, 1);
                  case 2 -> directions(bits, 1, 1, 3);
                  default -> directions(bits, 1, 1, 3, 1);
                })
        .flatMapToLong(Arrays::stream)
        .toArray();
  }

  /** The highest byte of each word, by libcurand for CURAND_RNG_QUASI_SOBOL32 and 64. */
  private static final int[] SOBOL = {
    0x00, 0x80, 0xc0, 0x40, 0x60, 0xe0, 0xa0, 0x20, //
    0x00, 0x80, 0x40, 0xc0, 0x60, 0xe0, 0x20, 0xa0, //
    0x00, 0x80, 0x40, 0xc0, 0xa0, 0x20, 0xe0, 0x60, //
    0x00, 0x80, 0x40, 0xc0, 0xe0, 0x60, 0xa0, 0x20
  };

  @Test
  void sobolSequencesOf32Bits() {
    int[] words = Arrays.stream(directions(32)).mapToInt(w -> (int) w).toArray();
    TestDevice device = device("random.cu");
    long table = device.put(words);
    long out = device.allocate(128);
    long numbers = device.allocate(16);
    device.launch("sobol32", 1, 4, table, 0, out, numbers);
    assertArrayEquals(Arrays.stream(SOBOL).map(b -> b << 24).toArray(), device.ints(out, 32));
    float ninth = device.floats(numbers, 4)[0];
    device.launch("sobol32", 1, 4, table, 3, out, numbers);
    assertEquals(SOBOL[3] << 24, device.ints(out, 1)[0]);
    assertEquals(0.1875f, ninth, 1e-7f);
  }

  @Test
  void sobolSequencesOf64Bits() {
    TestDevice device = device("random.cu");
    long out = device.allocate(256);
    long numbers = device.allocate(32);
    device.launch("sobol64", 1, 4, device.put(directions(64)), 0L, out, numbers);
    assertArrayEquals(
        Arrays.stream(SOBOL).mapToLong(b -> (long) b << 56).toArray(), device.longs(out, 32));
    assertEquals(0.1875, device.doubles(numbers, 4)[0], 1e-15);
  }

  @Test
  void poissonNumbersHaveTheirMean() {
    TestDevice device = device("random.cu");
    for (double lambda : new double[] {0.7, 40, 5000}) {
      long out = device.allocate(32);
      device.launch("poisson", 1, 8, 99L, lambda, out);
      double mean = Arrays.stream(device.ints(out, 8)).sum() / 8000.0;
      assertEquals(lambda, mean, 4 * Math.sqrt(lambda / 8000), "lambda " + lambda);
    }
  }

  @Test
  void matrices() {
    List<String> shapes =
        List.of(
            "half_float 16 16 16",
            "half_half 16 16 16",
            "half_float 32 8 16",
            "half_float 8 32 16",
            "bf16_float 16 16 16",
            "tf32_float 16 16 8",
            "double_double 8 8 4",
            "s8_int 16 16 16",
            "u8_int 32 8 16");
    TestDevice device = device("matrix.cu");
    for (String shape : shapes) {
      for (int layout = 0; layout < 8; layout++) {
        product(device, shape, (layout & 1) == 0, (layout & 2) == 0, (layout & 4) == 0);
      }
    }
  }

  private static void product(
      TestDevice device, String shape, boolean rowA, boolean rowB, boolean rowC) {
    String[] parts = shape.split(" ");
    int m = Integer.parseInt(parts[1]);
    int n = Integer.parseInt(parts[2]);
    int k = Integer.parseInt(parts[3]);
    int least = shape.startsWith("u8") ? 0 : -4;
    Random random = new Random(5);
    int[] a = random.ints(m * k, least, 5).toArray();
    int[] b = random.ints(k * n, least, 5).toArray();
    int[] c = random.ints(m * n, -100, 100).toArray();
    int[] expected = c.clone();
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        int sum = 2;
        for (int l = 0; l < k; l++) {
          sum += a[rowA ? i * k + l : l * m + i] * b[rowB ? l * n + j : j * k + l];
        }
        expected[rowC ? i * n + j : j * m + i] += sum;
      }
    }
    String kernel =
        "%s_%s_%s"
            .formatted(
                shape.replace(' ', '_'),
                rowA ? "row_major" : "col_major",
                rowB ? "row_major" : "col_major");
    long out = device.put(c);
    device.launch(kernel, 1, 32, device.put(a), device.put(b), out, rowC ? 1 : 0);
    assertArrayEquals(expected, device.ints(out, m * n), kernel + ", C by rows: " + rowC);
  }

  @Test
  void collectivesOfIntegers() {
    int[] in = new Random(3).ints(512, -1000, 1000).toArray();
    TestDevice device = device("collectives.cu");
    long[] out = IntStream.range(0, 4).mapToLong(i -> device.allocate(2048)).toArray();
    device.launch("ints", 1, 128, device.put(in), out[0], out[1], out[2], out[3]);
    assertArrayEquals(Arrays.stream(in).sorted().toArray(), device.ints(out[0], 512));
    int[] scanned = new int[512];
    for (int i = 1; i < 512; i++) {
      scanned[i] = scanned[i - 1] + in[i - 1];
    }
    assertArrayEquals(scanned, device.ints(out[1], 512));
    int sum = Arrays.stream(in).sum();
    int most = IntStream.range(0, 128).map(t -> in[4 * t]).max().orElseThrow();
    assertArrayEquals(new int[] {sum, most, sum}, device.ints(out[2], 3));
    int[] warps = new int[8];
    for (int t = 0; t < 128; t++) {
      warps[t / 32] += in[4 * t];
      warps[4 + t / 32] += in[4 * t];
    }
    assertArrayEquals(warps, device.ints(out[3], 8));
  }

  @Test
  void collectivesOfFloatingPointNumbers() {
    float[] in = new float[512];
    Random random = new Random(4);
    for (int i = 0; i < in.length; i++) {
      in[i] = random.nextInt(-4096, 4096) / 16f;
    }
    TestDevice device = device("collectives.cu");
    long[] out = IntStream.range(0, 4).mapToLong(i -> device.allocate(2048)).toArray();
    device.launch("floats", 1, 128, device.put(in), out[0], out[1], out[2], out[3]);
    float[] sorted = in.clone();
    Arrays.sort(sorted);
    assertArrayEquals(sorted, device.floats(out[0], 512), 0);
    float[] scanned = new float[512];
    for (int i = 1; i < 512; i++) {
      scanned[i] = scanned[i - 1] + in[i - 1];
    }
    assertArrayEquals(scanned, device.floats(out[1], 512), 0);
    assertEquals(scanned[511] + in[511], device.floats(out[2], 1)[0]);
  }

  @Test
  void histogramsAndShuffles() {
    int[] in = new Random(6).ints(512, 0, 16).toArray();
    TestDevice device = device("collectives.cu");
    long counts = device.allocate(64);
    long shifted = device.allocate(512);
    device.launch("others", 1, 128, device.put(in), counts, shifted);
    int[] expected = new int[16];
    int[] sorted = Arrays.stream(in).sorted().toArray();
    Arrays.stream(in).forEach(value -> expected[value]++);
    assertArrayEquals(expected, device.ints(counts, 16));
    assertArrayEquals(
        IntStream.range(0, 128).map(t -> t == 0 ? -1 : sorted[4 * t - 4]).toArray(),
        device.ints(shifted, 128));
  }

  @Test
  void algorithmsInOneThread() {
    int n = 200;
    int[] in = new Random(7).ints(n, -50, 50).toArray();
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparing(i -> in[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] sorted = Arrays.stream(in).sorted().toArray();
    int[] sums = new int[n];
    for (int i = 1; i < n; i++) {
      sums[i] = sums[i - 1] + sorted[i - 1];
    }
    int[] unique = Arrays.stream(sorted).distinct().toArray();
    int below = (int) Arrays.stream(in).filter(v -> v < 0).count();
    TestDevice device = device("thrust.cu");
    long x = device.put(in);
    long places = device.put(IntStream.range(0, n).toArray());
    long scanned = device.allocate(4 * n);
    long out = device.allocate(20);
    device.launch("algorithms", 1, 1, x, places, scanned, out, n);
    assertArrayEquals(order, device.ints(places, n));
    assertArrayEquals(sums, device.ints(scanned, n));
    assertArrayEquals(
        new int[] {sums[n - 1] + sorted[n - 1], sorted[n - 1], below, 285, unique.length},
        device.ints(out, 5));
    int[] falling = IntStream.range(0, unique.length).map(i -> -unique[i]).sorted().toArray();
    assertArrayEquals(Arrays.stream(falling).map(v -> -v).toArray(), device.ints(x, unique.length));
  }

  @Test
  void complexNumbers() {
    TestDevice device = device("thrust.cu");
    long out = device.allocate(80);
    device.launch("complex", 1, 1, device.put(1.5, -2, -3, 4), out);
    double factor = Math.exp(1.5);
    double[] expected = {
      3.5,
      12,
      -0.5,
      0,
      factor * Math.cos(-2),
      factor * Math.sin(-2),
      1,
      2,
      2 * Math.cos(0.5) + 7.5,
      2 * Math.sin(0.5) + 10
    };
    assertArrayEquals(expected, device.doubles(out, 10), 1e-14);
  }

  @Test
  void enginesOfRandomNumbers() {
    TestDevice device = device("thrust.cu");
    long out = device.allocate(12);
    device.launch("random", 1, 1, out);
    assertArrayEquals(new int[] {1043618065, 399268537, 9901578}, device.ints(out, 3));
  }
}
